// The real A-Frame in Chromium, with the three.js that is inside it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPage, type TestPage } from '../../../../scripts/test-page.ts';
import type { AFrameKit } from '../pages/aframe-page.ts';

declare const kit: AFrameKit;

const HTML = `<!doctype html><title>A-Frame</title>
<script src="/files/node_modules/aframe/dist/aframe-master.min.js"></script>
<a-scene embedded xr-mode-ui="enabled: false" loading-screen="enabled: false" style="width: 160px; height: 120px"></a-scene>
<script type="module" src="/code/page.js"></script>`;

let test: TestPage;
beforeAll(async () => {
	test = await openTestPage({
		script: 'packages/three/test/pages/aframe-page.ts',
		html: HTML,
		alias: { three: 'packages/three/src/aframe/three.ts' },
	});
	await test.page.waitForFunction('globalThis.kit !== undefined');
});
afterAll(() => test?.close());

it('draws hands at the sampled joints, plays, fires events and goes', async () => {
	const { worst, isSameThree, events, isGone } = await test.page.evaluate(() => kit.measure());
	expect(worst).toBeLessThan(1e-5);
	expect(isSameThree).toBe(true);
	expect(isGone).toBe(true);
	expect(events).toContain('recordinglooped');
	expect(events).toContain('pinchstarted');
	expect(events).not.toContain('recordingerror');
});

it('shows live frames, and loses the hands when no more arrive', async () => {
	const { worst, error, isLost } = await test.page.evaluate(() => kit.showLive());
	expect(worst).toBeLessThan(1e-5);
	expect(isLost).toBe(true);
	expect(error).toBe('TypeError: recorded-hands: push needs live: true');
});

it('explains what is missing', async () => {
	expect(await test.page.evaluate(() => kit.fail())).toBe('/nowhere.bin could not be loaded (404)');
});

it('causes no errors, no warnings about a second three.js, and no requests', () => {
	expect(
		test.complaints.filter((complaint) => !complaint.includes('nowhere.bin') && !complaint.includes('404')),
	).toEqual([]);
});
