import { expect, test } from '@handreel/playwright';

test('a hand by script opens the drawer', async ({ page, xr }) => {
	await page.goto('/');
	await xr.enter();
	const [x, y, z] = await xr.object('handle').center();
	await xr.left
		.grab(xr.object('handle'))
		.moveTo([x, y, z + 0.25])
		.release();
	await expect(xr.object('drawer')).toHaveMoved(0.2);
	await expect(page.locator('#state')).toHaveText('open');
});
