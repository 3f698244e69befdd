import { createHash } from 'node:crypto';
import { expect, test } from '@handreel/playwright';

test.use({ recording: 'grab.bin' });

test('a fingertip presses the button once', async ({ page, xr }) => {
	await page.goto('/');
	await xr.enter();
	await xr.stepToMarker('start');
	await expect(page.locator('#button')).toHaveText('not pressed');
	await xr.playToEnd();
	await expect(page.locator('#button')).toHaveText('pressed 1×');
});

test('a pinch takes the block along and lets it go', async ({ page, xr }) => {
	await page.goto('/');
	await xr.enter();
	await xr.stepToMarker('held');
	await expect(page.locator('#block')).toHaveText('held');
	await xr.playToEnd();
	await expect(page.locator('#block')).toHaveText(/^let go at 0\.1\d 1\.5\d -0\.8\d$/);
	expect(xr).toHaveEvents([
		{ type: 'selectstart', side: 'left', at: 0.82 },
		{ type: 'select', side: 'left', at: 'released', within: 0.2 },
		{ type: 'selectend', side: 'left' },
	]);
});

test('the end of the session is noticed', async ({ page, xr }) => {
	await page.goto('/');
	await xr.enter();
	await xr.stepToMarker('held');
	await xr.endSession();
	await expect(page.locator('#block')).toHaveText(/, session over$/);
});

test('ten runs give the same events and pictures', async ({ page, xr }) => {
	const runs = new Set<string>();
	for (let run = 0; run < 10; run++) {
		await page.goto('/');
		await xr.enter();
		const picture = await xr.screenshotAt('held');
		await xr.playToEnd();
		runs.add(createHash('sha256').update(JSON.stringify(xr.events)).update(picture).digest('hex'));
	}
	expect(runs.size).toBe(1);
});

test.describe('out of reach', () => {
	test.use({ recording: 'miss.bin' });

	test('nothing is pressed or taken', async ({ page, xr }) => {
		await page.goto('/');
		await xr.enter();
		await xr.playToEnd();
		await expect(page.locator('#button')).toHaveText('not pressed');
		await expect(page.locator('#block')).toHaveText('on the shelf');
	});
});

test.describe('with the hand lost for a while', () => {
	test.use({ replay: { mutations: { gaps: [{ side: 'left', start: 1, end: 1.4 }] } } });

	test('the block is dropped there', async ({ page, xr }) => {
		await page.goto('/');
		await xr.enter();
		await xr.stepToMarker('held');
		await expect(page.locator('#block')).toHaveText(/^let go/);
		expect(xr).toHaveEvents([{ type: 'selectstart' }, { type: 'selectend', at: 1, within: 0.02 }]);
	});
});
