import { createHash } from 'node:crypto';
import { expect, test } from '@handreel/playwright';

test.beforeEach(async ({ page, xr }) => {
	await page.goto('/');
	await xr.enter();
});

test('a pinch pulls the drawer open', async ({ xr }) => {
	const drawer = xr.object('drawer');
	const [x, y, z] = await xr.object('drawer/handle').center();
	await xr.right.reach(xr.object('handle')).pinch();
	await expect(xr.object('handle')).toBeInHand('right');
	await expect(xr.object('handle')).toBeLookedAt();
	await xr.right
		.moveTo([x, y, z + 0.2])
		.release()
		.rest();
	await expect(drawer).toHaveMoved(0.19);
	await expect(xr.object('handle')).toBeNear([x, y, z + 0.2], 0.02);
	await expect(xr.object('handle')).not.toBeInHand('right');
});

test('the lever turns on the lamp', async ({ page, xr }) => {
	expect(await xr.object('lamp').isVisible()).toBe(false);
	const pivot = await xr.object('lever').position();
	const [x, y, z] = await xr.object('knob').center();
	await xr.right
		.pinch(xr.object('knob'))
		.moveTo([x, y - 0.07, z + 0.14], { around: pivot })
		.release();
	expect(await xr.object('lamp').isVisible()).toBe(true);
	await expect(page.locator('#lamp')).toHaveText('lamp on');
	await xr.lookAt(xr.object('lamp'));
	await expect(xr.object('lamp')).toBeLookedAt();
	expect((await xr.object('lamp').screenshot()).length).toBeGreaterThan(100);
});

test.describe('with controllers', () => {
	test.use({ performer: { input: 'controllers' } });

	test('the trigger pulls the drawer open', async ({ xr }) => {
		const [x, y, z] = await xr.object('handle').center();
		await xr.left
			.reach(xr.object('handle'))
			.down('trigger')
			.moveTo([x, y, z + 0.2])
			.up('trigger');
		await expect(xr.object('drawer')).toHaveMoved(0.19);
	});
});

test.describe('with a recording', () => {
	test.use({ recording: 'drawer.reel' });

	test('a recorded hand pulls the drawer open', async ({ xr }) => {
		await xr.stepToMarker('held');
		await expect(xr.object('handle')).toBeInHand('right');
		await xr.playToEnd();
		await expect(xr.object('drawer')).toHaveMoved(0.19);
		expect(() => xr.right).toThrow('a recording is replayed');
	});
});

test('a pinch beside the handle takes nothing', async ({ xr }) => {
	const [x, y, z] = await xr.object('handle').center();
	await xr.right
		.pinch([x + 0.15, y, z])
		.moveTo([x + 0.15, y, z + 0.2])
		.release();
	await expect(xr.object('drawer')).not.toHaveMoved(0.01);
});

test('names that do not exist are explained', async ({ xr }) => {
	await expect(xr.object('handel').position()).rejects.toThrow(/nearest names are 'handle'/);
	await expect(xr.object(({ type }) => type === 'Mesh').position()).rejects.toThrow(/matches \d+ objects/);
	// Calls run later than they are written. The error leads to the line all the same.
	const error = await xr.right.reach(xr.object('handel')).then(
		() => null,
		(reason: unknown) => reason as Error,
	);
	expect(error?.stack).toMatch(/workbench\.spec\.ts:\d+/);
});

test('ten runs give the same events and pictures', async ({ page, xr }) => {
	const runs = new Set<string>();
	for (let run = 0; run < 10; run++) {
		if (run > 0) {
			await page.goto('/');
			await xr.enter();
		}
		await xr.right.pinch(xr.object('handle'));
		const picture = await page.screenshot();
		runs.add(createHash('sha256').update(JSON.stringify(xr.events)).update(picture).digest('hex'));
	}
	expect(runs.size).toBe(1);
});
