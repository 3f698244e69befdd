import { readFileSync } from 'node:fs';
import { getSampleUrl, listSamples } from '@handreel/samples';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { pickFiles, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const WAVE = readFileSync(getSampleUrl('wave'));
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const studio = useStudio();

/** The time that the first pictures of the gallery show. */
async function readTimes(page: Page): Promise<number[]> {
	const pictures = page.locator('canvas[data-time]');
	await pictures.nth(2).waitFor();
	return pictures.evaluateAll((list) =>
		list.slice(0, 3).map((canvas) => Number((canvas as HTMLElement).dataset['time'])),
	);
}

test('the gallery shows all samples in motion, and opens them', async () => {
	const page = await studio.openPage();
	await page.getByText('Performed by scripts, not captured from people.').waitFor();
	const cards = page.getByRole('region', { name: 'Samples' }).getByRole('button');
	expect(await cards.count()).toBe(listSamples().length);
	const before = await readTimes(page);
	await expect.poll(async () => (await readTimes(page)).some((time, i) => time !== before[i])).toBe(true);
	await cards.filter({ hasText: 'Wave' }).click();
	await waitForRecording(page, 'wave.reel');
	await page.getByText('performed', { exact: true }).first().waitFor();
	await expect.poll(() => page.evaluate('location.hash')).toMatch(/^#open=samples\/wave\.reel&/);
});

test('samples are listed before the code of their pictures is there, and do not move when it comes', async () => {
	const page = await studio.openPage();
	const held: Route[] = [];
	await page.route('**/moving-pictures-*.js', (route) => void held.push(route));
	const requested = page.waitForRequest('**/moving-pictures-*.js');
	await page.reload();
	await requested;
	const cards = page.getByRole('region', { name: 'Samples' }).getByRole('button');
	const readBoxes = () => cards.evaluateAll((list) => list.map((card) => card.getBoundingClientRect().toJSON()));
	await page.evaluate(() => document.fonts.ready);
	const before = await readBoxes();
	expect(before.length).toBe(listSamples().length);
	expect(await page.locator('canvas[data-time]').count()).toBe(0);
	for (const route of held) await route.continue();
	await readTimes(page);
	expect(await readBoxes()).toEqual(before);
});

test('pictures stand still for people who prefer less motion', async () => {
	const page = await studio.openPage('', { reducedMotion: 'reduce' });
	const before = await readTimes(page);
	await page.getByText('Scroll', { exact: true }).scrollIntoViewIfNeeded();
	await page.evaluate(async () => {
		for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
	});
	expect(await readTimes(page)).toEqual(before);
});

test('the tour has six steps, and does not come back by itself', async () => {
	const page = await studio.openPage();
	await page.getByRole('button', { name: 'Take the tour' }).click();
	await waitForRecording(page, 'hand-over.reel');
	const tour = page.getByRole('dialog', { name: /./ });
	const titles: string[] = [];
	for (let step = 1; step <= 6; step++) {
		await tour.getByText(`Step ${step} of 6`).waitFor();
		titles.push(await tour.locator('strong').innerText());
		// What is explained is there, and marked.
		const ring = await page.locator('.ring').boundingBox();
		expect(Math.min(ring?.width ?? 0, ring?.height ?? 0), titles.at(-1)).toBeGreaterThan(30);
		await tour.getByRole('button', { name: step === 6 ? 'Done' : 'Next', exact: true }).click();
	}
	expect(new Set(titles).size).toBe(6);
	await tour.waitFor({ state: 'detached' });
	await page.goto(`${studio.origin}/?aa=0&again`);
	await page.getByText('Performed by scripts').waitFor();
	expect(await page.getByRole('button', { name: 'Take the tour' }).count()).toBe(0);
});

test('the tour can be declined, skipped, and taken again from the list of keys', async () => {
	const page = await studio.openPage();
	await page.getByRole('button', { name: 'No, thanks' }).click();
	expect(await page.getByRole('button', { name: 'Take the tour' }).count()).toBe(0);
	await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
	await page.getByRole('button', { name: 'Take the tour' }).click();
	await page.getByText('Step 1 of 6').waitFor();
	await page.keyboard.press('Escape');
	await page.getByText(/^Step/).waitFor({ state: 'detached' });
	await page.keyboard.press('?');
	await page.getByRole('button', { name: 'Take the tour' }).click();
	await page.getByRole('button', { name: 'Skip the tour' }).click();
	await page.getByText(/^Step/).waitFor({ state: 'detached' });
});

test('a link contains a small local recording', async () => {
	const page = await studio.openPage('', CLIPBOARD);
	await pickFiles(page, { 'my wave.reel': WAVE });
	await page.keyboard.press('End');
	await page.keyboard.press('u');
	await page.getByText(/^Link copied\. It contains the recording within 1 mm and 0\.2°, \d,\d{3} bytes$/).waitFor();
	const link = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
	expect(link.hash.length).toBeLessThan(8192);
	const other = await studio.openPage(link.hash.slice(1));
	await waitForRecording(other, 'my wave.reel');
	const { duration } = listSamples().find(({ name }) => name === 'wave')!;
	const readTime = () => other.getByRole('slider', { name: 'Time', exact: true }).getAttribute('aria-valuenow');
	await expect.poll(async () => Number(await readTime())).toBeCloseTo(duration, 1);
});

test('a link contains the loop of a larger recording', async () => {
	const page = await studio.openPage('', CLIPBOARD);
	await pickFiles(page, { [FULL]: readFileSync(fixturePath(`recorded/${FULL}`)) });
	await page.keyboard.press('u');
	await page.getByText(/^Link copied without the recording: .* are more than 5,700 bytes\. Set a loop/).waitFor();
	await page.keyboard.press('[');
	for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
	await page.keyboard.press(']');
	await page.keyboard.press('u');
	await page.getByText(/^Link copied\. It contains the loop/).waitFor();
	const link = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
	const other = await studio.openPage(link.hash.slice(1));
	await waitForRecording(other, FULL.replace('.bin', '.reel'));
	await other.getByText('0.100 s', { exact: true }).first().waitFor();
});

test('a cut link reports that its recording is damaged', async () => {
	const data = WAVE.subarray(0, 2000).toString('base64url');
	const page = await studio.openPage(`data=x,${data}`);
	await page.getByRole('alert').getByText('x.reel').first().waitFor();
});
