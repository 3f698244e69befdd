import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import pixelmatch from 'pixelmatch';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRichRecording } from './support/rich-recording.ts';
import { drawFrames, followLink, type StudioBrowser, startStudio, waitForRecording } from './support/studio-page.ts';

// Screenshots of the main views. `npm run tool -- goldens` updates them. Look at each before committing.
const folder = new URL('./goldens/', import.meta.url);
const isWriting = process.env['HANDREEL_GOLDENS'] === 'write';
/** The share of pixels that may differ. Versions of Chromium antialias differently; moved or missing elements exceed this. */
const MAX_SHARE = 0.015;

let studio: StudioBrowser;
beforeAll(async () => {
	studio = await startStudio();
});
afterAll(() => studio?.close());

const FULL = 'mrtk-2.8.3-full-5s.bin';
const LOST = 'mrtk-2.8.3-lost.bin';
const TIP = 'hands.right.joints.indexTip.position';
const LEFT_TIP = 'hands.left.joints.indexTip.position';
const VIEWS: readonly (readonly [
	name: string,
	hash: string,
	options: BrowserContextOptions,
	prepare: (page: Page) => Promise<void>,
])[] = [
	[
		'first-page-light',
		'',
		// Pictures of samples stand still.
		{ colorScheme: 'light', reducedMotion: 'reduce' },
		async (page) => page.locator('canvas[data-time]').nth(9).waitFor(),
	],
	[
		'bones-and-curves-dark',
		`open=samples/${FULL}&t=2.2&hands=bones&channels=${TIP}.x,${TIP}.y,head.rotation.y`,
		{ colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
		async (page) => page.locator('li[data-path="head.rotation.y"]').waitFor(),
	],
	[
		'inspecting-light',
		`open=samples/${FULL}&t=2.2&hands=bones&onion=2,0.15&trail=1.5&pick=right.indexTip,right.wrist&channels=${TIP}.x,speed(right.wrist)`,
		{ colorScheme: 'light', viewport: { width: 1440, height: 900 } },
		async (page) => {
			await page.locator('li[data-path="speed(right.wrist)"]').waitFor();
			await page.keyboard.press('z');
			await page.getByText('turning(head)').waitFor();
			await page.getByText('right wrist').waitFor();
		},
	],
	[
		'skin-light-800',
		`open=samples/${FULL}&t=1.2`,
		{ colorScheme: 'light', viewport: { width: 800, height: 600 } },
		async (page) => {
			await page.getByRole('tab', { name: 'Channels' }).click();
			await page.getByRole('searchbox').fill('right indextip');
		},
	],
	[
		'through-the-head-dark',
		`open=samples/${FULL}&t=2.6&camera=head`,
		{ colorScheme: 'dark' },
		async (page) => {
			await page.getByRole('tab', { name: 'Bytes' }).click();
		},
	],
	[
		'repaired-light',
		'open=samples/mrtk-2.6.0-full-5s.bin&t=2.2',
		{ colorScheme: 'light' },
		async (page) => {
			await page.getByRole('button', { name: 'Repair and compare' }).click();
			await page.getByText('No problems found').waitFor();
			await page.getByText('rotation deviation').waitFor();
		},
	],
	[
		'phone-dark',
		`open=samples/${FULL}&t=1.2`,
		{ colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		async () => {},
	],
	[
		'editing-light-4k',
		`open=samples/${LOST}&t=0.5&channels=${LEFT_TIP}.x,${LEFT_TIP}.y`,
		{ colorScheme: 'light', viewport: { width: 3840, height: 2160 } },
		async (page) => {
			await page.locator(`li[data-path="${LEFT_TIP}.y"]`).waitFor();
			await page.keyboard.press('q');
			await page.keyboard.press('[');
			await page.keyboard.press('j');
			await page.getByRole('textbox', { name: /^Name of the marker/ }).waitFor();
			await page.getByRole('button', { name: 'Optimize' }).click();
			await page.getByText('% of the size').waitFor();
			// The notice disappears.
			await page.waitForFunction(() => document.querySelector('.notice.shown') === null, null, { polling: 250 });
		},
	],
	[
		'controller-dark',
		'',
		{ colorScheme: 'dark' },
		async (page) => {
			const { bytes } = await encodeRecording(createRichRecording(), 'reel');
			await page
				.locator('input[type=file]')
				.setInputFiles([{ name: 'rich.reel', mimeType: '', buffer: Buffer.from(bytes) }]);
			await waitForRecording(page, 'rich.reel');
			await followLink(page, `front=-1&t=${80 / 60}`);
			await page.locator('.labels').getByText('log').waitFor();
		},
	],
];

test.each(VIEWS)('%s matches its golden image', async (name, hash, options, prepare) => {
	const page = await studio.openPage(hash, options);
	if (hash !== '') await waitForRecording(page, /samples\/([^&]+)/.exec(hash)?.[1] ?? '');
	await prepare(page);
	if ((await page.locator('canvas[data-meshes]').count()) > 0 && !hash.includes('hands=bones'))
		await page.locator('canvas[data-meshes=there]').waitFor();
	await page.evaluate('document.fonts.ready');
	const file = new URL(`${name}.png`, folder);
	const goldenBytes = existsSync(file) && !isWriting ? readFileSync(file) : null;
	const screenshot = await takeSteadyScreenshot(page, goldenBytes);
	await page.context().close();
	if (isWriting) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(file, screenshot);
		return;
	}
	if (goldenBytes === null) throw new Error(`${name}.png is missing. Run npm run tool -- goldens`);
	// Decoding and comparing take longer than the screenshot.
	if (screenshot.equals(goldenBytes)) return;

	const golden = PNG.sync.read(goldenBytes);
	const now = PNG.sync.read(screenshot);
	expect([now.width, now.height]).toEqual([golden.width, golden.height]);
	const difference = new PNG({ width: now.width, height: now.height });
	const count = pixelmatch(golden.data, now.data, difference.data, now.width, now.height, { threshold: 0.2 });
	const share = count / (now.width * now.height);
	if (share > MAX_SHARE) {
		const cache = new URL('../../../.cache/', import.meta.url);
		mkdirSync(cache, { recursive: true });
		writeFileSync(new URL(`${name}-now.png`, cache), screenshot);
		writeFileSync(new URL(`${name}-difference.png`, cache), PNG.sync.write(difference));
	}
	expect(share).toBeLessThanOrEqual(MAX_SHARE);
});

// Waits until two screenshots in a row are equal, or one is the golden image.
async function takeSteadyScreenshot(page: Page, golden: Buffer | null): Promise<Buffer> {
	let before = await page.screenshot();
	for (let i = 0; i < 20 && golden?.equals(before) !== true; i++) {
		await drawFrames(page, 15);
		const now = await page.screenshot();
		if (now.equals(before)) return now;
		before = now;
	}
	return before;
}
