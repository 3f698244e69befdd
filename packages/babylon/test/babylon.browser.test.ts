// The real Babylon.js in Chromium.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchGolden } from '../../../scripts/match-golden.ts';
import { openTestPage, type TestPage } from '../../../scripts/test-page.ts';
import type { BabylonKit } from './pages/babylon-page.ts';

declare const kit: BabylonKit;

let test: TestPage;
beforeAll(async () => {
	test = await openTestPage({ script: 'packages/babylon/test/pages/babylon-page.ts' });
	await test.page.waitForFunction('globalThis.kit !== undefined');
});
afterAll(() => test?.close());

it.each(['ghost', 'skin-left-handed', 'skin-right-handed', 'partial'])('%s matches its golden image', async (name) => {
	const picture = await test.page.evaluate((which) => kit.picture(which), name);
	matchGolden(
		Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'),
		new URL(`./goldens/${name}.png`, import.meta.url),
	);
});

it.each([false, true])('draws hands at the sampled joints (right-handed: %s)', async (isRightHanded) => {
	const worst = await test.page.evaluate((which) => kit.measure(which), isRightHanded);
	const tooFar = Object.entries(worst).filter(([, distance]) => !(distance < 1e-5));
	expect(tooFar).toEqual([]);
	expect(Object.values(worst).some((distance) => distance > 0)).toBe(true);
});

it.each(['mesh', 'joints'] as const)('%s are seen behind glass, and glass behind them', async (style) => {
	const seen = await test.page.evaluate((handStyle) => kit.measureGlass(handStyle), style);
	expect(seen.hands).toBeGreaterThan(0.9);
	expect(seen.paneBehind).toBeGreaterThan(0.2);
});

it('releases everything', async () => {
	const { before, during, after } = await test.page.evaluate(() => kit.measureMemory());
	expect(during).not.toEqual(before);
	expect(after).toEqual(before);
});

it('follows live frames and reports changes', async () => {
	const { worst, events } = await test.page.evaluate(() => kit.follow());
	expect(worst).toBeLessThan(1e-5);
	expect(events).toEqual(['left true', 'right true']);
});

it('causes no errors and requests', () => {
	expect(test.complaints).toEqual([]);
});
