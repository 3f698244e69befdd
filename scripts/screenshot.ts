// npm run screenshot: makes the picture of the studio that README.md shows.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startStudio, waitForRecording } from '../apps/studio/test/support/studio-page.ts';

const TIP = 'hands.right.joints.indexTip.position';
const link = [
	'open=samples/mrtk-2.8.3-full-5s.bin',
	't=2.2',
	'eye=48,14,1.15,0.5,1.5,-0.45',
	'hands=mesh',
	`channels=${TIP}.x,${TIP}.y,head.rotation.y`,
].join('&');

const studio = await startStudio();
const page = await studio.openPage(link, {
	viewport: { width: 1360, height: 850 },
	deviceScaleFactor: 1.5,
	colorScheme: 'dark',
});
await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
await page.locator('li[data-path="head.rotation.y"]').waitFor();
await page.waitForLoadState('networkidle');
await page.waitForTimeout(1500);
const path = new URL('../apps/studio/screenshot.png', import.meta.url);
writeFileSync(path, await page.screenshot());
await studio.close();
await page.context().browser()?.close();
console.log(fileURLToPath(path));
