// npm run tool -- screenshot: makes the pictures of README.md: the studio, and a recording as the studio exports it, moving and still.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { exportFile } from '../apps/studio/test/support/export-dialog.ts';
import { drawFrames, startStudio, waitForRecording } from '../apps/studio/test/support/studio-page.ts';

const TIP = 'hands.right.joints.indexTip.position';
/** From where one who sits opposite sees the hands: azimuth, elevation, distance, target. */
const HANDS_VIEW = '205,14,0.64,0,1.17,-0.36';
/** What a README may cost its readers. */
const MAX_BYTES = 1_500_000;

const studio = await startStudio();
const browsers = new Set<Browser | null>();
try {
	const channels = `${TIP}.x,${TIP}.y,head.rotation.y`;
	const page = await openPage(
		'mrtk-2.8.3-full-5s.bin',
		`t=2.2&eye=48,14,1.15,0.5,1.5,-0.45&hands=mesh&channels=${channels}`,
	);
	await page.locator('li[data-path="head.rotation.y"]').waitFor();
	save('screenshot.png', await page.screenshot());
	const scene = await openPage('hand-over.reel', `t=2.6&eye=${HANDS_VIEW}&hands=mesh&hide=gaze,trails`);
	const picture = { Width: 720, Height: 360, Background: 'dark', Skin: true, Head: false, Gaze: false };
	save('hands.png', (await exportFile(scene, 'png', picture)).bytes);
	save('hands.gif', (await exportFile(scene, 'gif', { ...picture, 'Frames per second': 20, Range: 'all' })).bytes);
} finally {
	await studio.close();
	for (const browser of browsers) await browser?.close();
}

async function openPage(recording: string, link: string): Promise<Page> {
	const page = await studio.openPage(`open=samples/${recording}&${link}`, {
		viewport: { width: 1360, height: 850 },
		deviceScaleFactor: 1.5,
		colorScheme: 'dark',
	});
	browsers.add(page.context().browser());
	await waitForRecording(page, recording);
	await page.waitForLoadState('networkidle');
	// Pictures of curves and bones are drawn in the frames after the last change.
	await drawFrames(page, 30);
	// What tsx adds to named functions.
	await page.evaluate('globalThis.__name = (named) => named');
	return page;
}

function save(name: string, bytes: Uint8Array): void {
	if (bytes.length > MAX_BYTES) throw new Error(`${name} has ${bytes.length} bytes, more than ${MAX_BYTES}`);
	const path = new URL(`../apps/studio/${name}`, import.meta.url);
	writeFileSync(path, bytes);
	console.log(fileURLToPath(path), bytes.length);
}
