import { expect, test } from '@handreel/playwright';

test.use({ recording: 'sample:drawer' }); // or the path of your own recording

test('a person opens the drawer and shuts it', async ({ page, xr }) => {
	await page.goto('/');
	await xr.enter();
	await xr.stepToMarker('open');
	await expect(xr.object('drawer')).toHaveMoved(0.2);
	await xr.playToEnd();
	await expect(page.locator('#state')).toHaveText('shut');
});
