// The real three.js in Chromium.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchGolden } from '../../../scripts/match-golden.ts';
import { openTestPage, type TestPage } from '../../../scripts/test-page.ts';
import type { ThreeKit } from './pages/three-page.ts';

declare const kit: ThreeKit;

let test: TestPage;
beforeAll(async () => {
	test = await openTestPage({ script: 'packages/three/test/pages/three-page.ts' });
	await test.page.waitForFunction('globalThis.kit !== undefined');
});
afterAll(() => test?.close());

describe('RecordedHands', () => {
	it.each(['ghost', 'skin', 'bones', 'ghost-bones', 'partial', 'mirrored', 'scaled-parent'])(
		'%s matches its golden image',
		async (name) => {
			const picture = await test.page.evaluate((which) => kit.picture(which), name);
			matchGolden(
				Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'),
				new URL(`./goldens/${name}.png`, import.meta.url),
			);
		},
	);

	it.each(['mesh', 'joints'] as const)('%s are seen behind glass, and glass behind them', async (style) => {
		const seen = await test.page.evaluate((handStyle) => kit.measureGlass(handStyle, 0), style);
		expect(seen.hands).toBeGreaterThan(0.9);
		expect(seen.paneBehind).toBeGreaterThan(0.2);
		// The render order of the object holds for all of its parts: drawn after the glass, the hands are hidden by its depth.
		expect((await test.page.evaluate((handStyle) => kit.measureGlass(handStyle, 1), style)).hands).toBe(0);
	});

	it('draws meshes at the sampled joints, below any parent, mirrored too', async () => {
		for (const worst of await test.page.evaluate(() => kit.measureMeshes())) {
			expect(worst).toBeGreaterThan(0);
			expect(worst).toBeLessThan(1e-5);
		}
	});

	it('moves a rig with nested bones and other names', async () => {
		expect(await test.page.evaluate(() => kit.measureRig())).toBeLessThan(1e-5);
	});

	it('draws joints and bones of partial hands', async () => {
		const { worst, counts } = await test.page.evaluate(() => kit.measureJoints());
		expect(worst).toBeLessThan(1e-5);
		// 25 joints and 27 bones, of which five joints and six bones are missing.
		expect([...new Set(counts)]).toEqual([20, 21]);
	});

	it('releases all memory', async () => {
		const { before, during, after } = await test.page.evaluate(() => kit.measureMemory());
		expect(during).not.toEqual(before);
		expect(after).toEqual(before);
	});
});

describe('createAnimationClip', () => {
	it('moves the generic hand as the sampler does', async () => {
		const { atKeys, between, visible } = await test.page.evaluate(() => kit.measureClip('right'));
		expect(atKeys).toBeLessThan(1e-5);
		expect(between).toBeLessThan(1e-4);
		expect(visible.every(Boolean)).toBe(true);
	});
});

describe('RecordedHandSource', () => {
	it('is a hand for XRHandModelFactory', async () => {
		const { worst, events } = await test.page.evaluate(() => kit.measureSource());
		expect(worst).toBeLessThan(1e-5);
		expect(events).toEqual(['connected', 'pinchstart', 'pinchend', 'disconnected']);
	});
});

it('causes no errors and requests', () => {
	expect(test.complaints).toEqual([]);
});
