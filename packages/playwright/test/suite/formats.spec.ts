// Recordings in every format, headsets and traces.
import { readFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import { readRecording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import { expect, test } from '@handreel/playwright';
import { replayIntoPage } from '@handreel/playwright/page';
import type { Page } from '@playwright/test';

const FILE = '../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const APP = `<!doctype html><canvas></canvas><script type="module">
const session = await navigator.xr.requestSession('immersive-ar', { optionalFeatures: ['hand-tracking'] });
const gl = document.querySelector('canvas').getContext('webgl2', { xrCompatible: true });
await gl.makeXRCompatible?.();
session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
document.title = session.environmentBlendMode + ' ' + session.frameRate;
let frames = 0;
const onFrame = () => {
	session.requestAnimationFrame(onFrame);
	if (++frames === 10) console.warn('frame', frames);
};
session.requestAnimationFrame(onFrame);
</script>`;

async function openApp(page: Page): Promise<void> {
	await page.route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body: APP }));
	await page.goto('http://localhost:9/');
}

for (const format of ['reel', 'json', 'csv', 'glb'] as const) {
	test(`replays a recording as ${format}`, async ({ page }) => {
		const recording = readRecording(readFileSync(new URL(FILE, import.meta.url)));
		// What is replayed below, and not much more.
		const { bytes } = await encodeRecording(trimRecording(recording, { start: 0, end: 1.1 }), format);
		const xr = await replayIntoPage(page, bytes, { render: 'none' });
		await openApp(page);
		await xr.enter();
		await xr.stepTo(1);
		expect(xr.events.filter(({ type }) => type.startsWith('select'))).toEqual([
			expect.objectContaining({ type: 'selectstart', side: 'left' }),
		]);
	});
}

test.describe('a headset', () => {
	test.use({ recording: FILE, device: 'quest-3', render: 'none' });

	test('determines blend mode and frame rate, and is named in the trace', async ({ page, xr }) => {
		await openApp(page);
		await xr.enter();
		await xr.stepTo(1);
		expect(await page.title()).toBe('alpha-blend 90');
		const trace = await xr.trace();
		expect(trace?.info).toMatchObject({ device: 'quest-3', application: 'http://localhost:9/' });
		expect(trace?.duration).toBeCloseTo(1, 2);
		const texts = trace?.tracks.map((track) => (track.kind === 'events' ? track.events.map(({ name }) => name) : []));
		expect(texts).toEqual([
			['sessionstart immersive-ar', 'inputsourceschange +left +right', 'selectstart left'],
			['warn: frame 10'],
			[],
		]);
	});
});

test('an unknown headset is refused', async ({ page }) => {
	const bytes = readFileSync(new URL(FILE, import.meta.url));
	const replay = replayIntoPage(page, bytes, { device: 'quest-9' as 'quest-3' });
	await expect(replay).rejects.toThrow("device: 'quest-9' is not one of quest-3, vision-pro, hololens-2, pico-4");
});

test.describe('a sample', () => {
	test.use({ recording: 'sample:point-and-select', render: 'none' });

	test('is replayed by its name', async ({ page, xr }) => {
		await openApp(page);
		await xr.enter();
		await xr.stepToMarker('second');
		const selected = xr.events.filter(({ type }) => type === 'selectstart');
		expect(selected.map((event) => 'side' in event && event.side)).toEqual(['right', 'right']);
		expect(xr.recording.info).toMatchObject({ origin: 'performed' });
	});
});
