import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { addMarker } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseLink } from '../src/state/link.ts';
import { findOnScreen } from './support/find-on-screen.ts';
import { fixturePath } from './support/fixture-path.ts';
import { followLink, pickFiles, readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const PATH = fixturePath(`recorded/${FULL}`);
const bytes = readFileSync(PATH);
const full = readRecording(bytes);
const studio = useStudio();

/** A page of 1440 × 900 that tests share, with the recording on screen. */
async function show(link = ''): Promise<Page> {
	const page = await studio.sharePage({ viewport: { width: 1440, height: 900 } });
	await followLink(page, `open=samples/${FULL}${link}`);
	await waitForRecording(page, FULL);
	return page;
}

const readRange = async (page: Page): Promise<readonly [number, number] | null> =>
	parseLink(await page.evaluate(() => location.hash)).range;

test('edits, undo and redo keep the visible range of the timeline', async () => {
	const path = 'hands.right.joints.indexTip.position.x';
	// The playhead is out of sight, as after a zoom with the wheel.
	const page = await show(`&eye=-20,15,2,0,1,0&range=1.9,2.3&channels=${path}`);
	await page.locator(`li[data-path="${path}"]`).waitFor();
	expect(await readTime(page)).toBe(0);
	const range = await readRange(page);
	expect(range).toEqual([1.9, 2.3]);
	const place = await page.locator('.cursor').evaluate((cursor) => (cursor as SVGElement).style.transform);
	await page
		.getByRole('button', { name: 'Keys', exact: true })
		.or(page.getByRole('button', { name: 'Edit', exact: true }))
		.first()
		.click();
	const keys = page.getByRole('group', { name: 'Keys', exact: true });
	await keys.getByRole('button', { name: 'Select keys' }).click();
	const value = keys.getByRole('textbox', { name: 'Value' });
	await value.fill('+=0.05');
	await value.press('Enter');
	const undo = page.getByRole('button', { name: /^Undo: Move/ });
	await undo.waitFor();
	expect(await readTime(page)).toBe(0);
	// The playhead at 0 s is where the visible range puts it.
	const expectSame = async (): Promise<void> =>
		expect(await page.locator('.cursor').evaluate((cursor) => (cursor as SVGElement).style.transform)).toBe(place);
	await expectSame();
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: /^Redo: Move/ }).waitFor();
	await expectSame();
	await page.keyboard.press('Control+Shift+z');
	await undo.waitFor();
	await expectSame();
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: /^Redo: Move/ }).waitFor();
	await page.getByRole('button', { name: 'Close Findings' }).click();
});

test('picking a joint keeps camera and layout, so that the next joint is where it was', async () => {
	const page = await show('&t=1.2&hands=bones&hide=trails,gaze,head&eye=-20,15,2,0,1,0');
	await page.locator('.curves').waitFor({ state: 'detached' });
	await page.keyboard.press('6');
	await page.keyboard.press('f');
	await page.waitForFunction(() => location.hash.includes('eye=0,89,'));
	const points = ['right.indexTip', 'left.wrist'] as const;
	const before = await Promise.all(points.map((point) => findOnScreen(page, PATH, point)));
	const scene = await page.locator('.scene').boundingBox();
	await page.mouse.click(before[0]!.x, before[0]!.y);
	const card = page.getByRole('region', { name: 'Picked joint' });
	await card.getByText('right indexTip').waitFor();
	expect(await page.locator('.scene').boundingBox()).toEqual(scene);
	expect(await page.locator('.curves').count()).toBe(0);
	// Where it was before the first click.
	await page.keyboard.down('Shift');
	await page.mouse.click(before[1]!.x, before[1]!.y);
	await page.keyboard.up('Shift');
	await card.getByText('left wrist').waitFor();
	expect(await Promise.all(points.map((point) => findOnScreen(page, PATH, point)))).toEqual(before);
	await page.keyboard.press('Escape');
});

test('names of buttons stay while there is room, and give room to many recordings', async () => {
	const page = await show('&t=0');
	const isNamed = (name: string): Promise<boolean> =>
		page
			.locator('.actions button', { hasText: name })
			.locator('.text')
			.evaluate((text) => text.getBoundingClientRect().width > 5 && getComputedStyle(text).clipPath === 'none');
	await pickFiles(page, { 'second.bin': bytes });
	for (const name of ['Open', 'Statistics', 'Export']) expect(await isNamed(name), name).toBe(true);
	await pickFiles(page, Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`take-${name}.bin`, bytes])));
	await expect.poll(() => isNamed('Open')).toBe(false);
	for (const name of ['take-d', 'take-c', 'take-b', 'take-a', 'second'])
		await page.getByRole('button', { name: `Close ${name}.bin` }).click();
	await expect.poll(() => isNamed('Open')).toBe(true);
	await page.setViewportSize({ width: 1000, height: 700 });
	await expect.poll(() => isNamed('Open')).toBe(false);
	await page.setViewportSize({ width: 1440, height: 900 });
	await expect.poll(() => isNamed('Open')).toBe(true);
});

test.each([
	[1440, 900],
	[390, 844],
])('the default view holds the whole motion of both hands at %d × %d', async (width, height) => {
	const page = await studio.openPage(`open=samples/${FULL}`, { viewport: { width, height } });
	await waitForRecording(page, FULL);
	const box = (await page.locator('.scene canvas').boundingBox())!;
	for (const time of [0.5, 1.2, 2.4, 3, 3.6, 4.4]) {
		await followLink(page, `front=-1&t=${time}`);
		await expect.poll(() => readTime(page)).toBe(time);
		await page.waitForFunction((t) => location.hash.includes(`t=${t}`) && location.hash.includes('eye='), time);
		for (const point of ['indexTip', 'wrist', 'thumbTip', 'pinkyTip'].flatMap((name) => [
			`left.${name}`,
			`right.${name}`,
		])) {
			const { x, y } = await findOnScreen(page, PATH, point);
			const isInside = x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height;
			expect(isInside, `${point} at ${time} s`).toBe(true);
		}
	}
});

test('a sample opens where it shows its point, and a repair shows where it changed most', async () => {
	const page = await studio.openPage();
	await page.getByRole('button', { name: /Missing rotations/ }).click();
	await waitForRecording(page, 'mrtk-2.6.0-full-5s.bin');
	await expect.poll(() => readTime(page)).toBe(4.2);
	await page.keyboard.press('Home');
	expect(await readTime(page)).toBe(0);
	// The problem lasts: the lane shows it far from its start.
	const lane = (await page.locator('.labels').getByText('Problems').boundingBox())!;
	const time = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	await page.mouse.move(time.x + time.width * 0.6, lane.y + lane.height / 2);
	await page.locator('.tip', { hasText: 'W is missing' }).waitFor();
	await page.getByText('0:00.000 – 0:04.933').first().waitFor();
	await page.getByRole('button', { name: 'Repair and compare' }).click();
	await waitForRecording(page, 'mrtk-2.6.0-full-5s-repaired.bin');
	await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
});

test('markers before the start are where they are', async () => {
	const page = await studio.sharePage({ viewport: { width: 1440, height: 900 } });
	const early = addMarker(addMarker(full, { time: -1, name: 'before' }), { time: 2, name: 'inside' });
	await pickFiles(page, { 'early.bin': writeRecording(early) });
	const time = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	const lane = (await page.locator('.labels').getByText('Markers').boundingBox())!;
	const xOf = (seconds: number): number => time.x + ((seconds + 1) / (full.duration + 1)) * time.width;
	for (const [seconds, name] of [
		[-1, 'before'],
		[2, 'inside'],
	] as const) {
		await page.mouse.move(xOf(seconds) + 1, lane.y + lane.height / 2);
		await page.locator('.tip', { hasText: name }).waitFor();
	}
	await page.mouse.move(xOf(0), lane.y + lane.height / 2);
	await expect.poll(() => page.locator('.tip').count()).toBe(0);
	// The playhead stays in the recording.
	await page.mouse.click(xOf(-0.5), time.y + 10);
	expect(await readTime(page)).toBe(0);
});
