import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { moveRecording } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { measureScene } from './support/scene-image.ts';
import { waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const studio = useStudio();
const full = readRecording(readFileSync(fixturePath(`recorded/${FULL}`)));
const farAway = {
	name: 'far.bin',
	mimeType: '',
	buffer: Buffer.from(writeRecording(moveRecording(full, [30, 0, 9, 0, 0, 0, 1]))),
};

const readEye = async (page: Page): Promise<string> => {
	await expect.poll(() => page.url()).toContain('eye=');
	return /eye=([^&]+)/.exec(page.url())![1]!;
};

const SMALL = { width: 390, height: 844 };
const LARGE = { width: 1440, height: 900 };
/** How high the hands are in a large window, as a share of the picture. */
let largeHeight = 0;

/** Opens a recording in a new window, with hands and nothing else. */
async function openHands(viewport: { readonly width: number; readonly height: number }): Promise<Page> {
	const page = await studio.openPage(`open=samples/${FULL}&hide=grid,trails,gaze,head`, { viewport });
	await waitForHands(page);
	return page;
}

async function waitForHands(page: Page): Promise<void> {
	await waitForRecording(page, FULL);
	await page.locator('canvas[data-meshes=there]').waitFor();
}

test('frames every recording, keeps a camera per recording, and shows both recordings of a comparison', async () => {
	const page = await openHands(LARGE);
	// Hands start large, with skin.
	expect(await page.getByRole('button', { name: 'Show skin' }).getAttribute('aria-pressed')).toBe('true');
	const first = await measureScene(page);
	expect(first.height).toBeGreaterThan(0.14);
	largeHeight = first.height;
	await page.keyboard.press('Alt+ArrowLeft');
	const eye = await expect
		.poll(() => page.url())
		.toContain('eye=28')
		.then(() => readEye(page));

	await page.locator('input[type=file]').setInputFiles([farAway]);
	await waitForRecording(page, 'far.bin');
	expect((await measureScene(page)).filled).toBeGreaterThan(first.filled / 3);
	await page.keyboard.press('<');
	await waitForRecording(page, FULL);
	await expect.poll(() => readEye(page)).toBe(eye);

	// The wheel does not move a hidden camera in first person.
	await page.evaluate(() => {
		location.hash = 'camera=head';
	});
	await expect.poll(() => page.url()).toMatch(/camera=head.*eye=/);
	await page.locator('.scene canvas').hover();
	await page.mouse.wheel(0, 600);
	await page.keyboard.press('PageUp');
	await page.keyboard.press('Alt+ArrowUp');
	await page.keyboard.press('c');
	await expect.poll(() => page.url()).toContain('camera=orbit');
	expect(await readEye(page)).toBe(eye);

	await page.keyboard.press('d');
	await page.getByRole('combobox', { name: 'Overlay' }).selectOption({ label: 'far.bin' });
	await page.getByRole('row', { name: /^Positions/ }).waitFor();
	expect((await measureScene(page)).overlay).toBeGreaterThan(0);

	// A recording without head and hands.
	await page.keyboard.press('g');
	await page.locator('input[type=file]').setInputFiles(fixturePath('recorded/mrtk-2.8.3-gaze-only.bin'));
	await waitForRecording(page, 'mrtk-2.8.3-gaze-only.bin');
	expect((await measureScene(page)).height).toBeGreaterThan(0.1);
});

test('fits again after a large resize, unless the camera was moved', async () => {
	// The test before has measured it, unless this test runs alone.
	if (largeHeight === 0) largeHeight = (await measureScene(await openHands(LARGE))).height;
	const page = await openHands(SMALL);
	await readEye(page);
	// The address has the camera now. A reload must not make it a choice of the user.
	await page.reload();
	await waitForHands(page);
	await page.setViewportSize(LARGE);
	const readHeight = async (): Promise<number> => (await measureScene(page)).height;
	await expect.poll(readHeight).toBeCloseTo(largeHeight, 1);
	// In small steps, too, and with another recording on screen.
	await page.locator('input[type=file]').setInputFiles([farAway]);
	await waitForRecording(page, 'far.bin');
	for (let width = LARGE.width; width >= SMALL.width; width -= 150)
		await page.setViewportSize({ width, height: LARGE.height });
	await page.keyboard.press('<');
	await waitForRecording(page, FULL);
	expect((await measureScene(page)).filled).toBeGreaterThan(0.003);

	await page.keyboard.press('Alt+ArrowLeft');
	const eye = await expect
		.poll(() => page.url())
		.toContain('eye=28,')
		.then(() => readEye(page));
	await page.setViewportSize(LARGE);
	await page.keyboard.press('End');
	await expect.poll(() => page.url()).toContain('t=4.9');
	expect(await readEye(page)).toBe(eye);
});
