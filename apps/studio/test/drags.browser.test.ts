import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { addMarker, trimRecording } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { pickFiles, readTime } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const whole = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const short = trimRecording(whole, { start: 0, end: 1.5 });
const marked = [0.25, 1].reduce((recording, time, i) => addMarker(recording, { time, name: `mark ${i}` }), short);
const file = writeRecording(marked);
const studio = useStudio();

interface Places {
	/** The horizontal place of a time, in pixels of the window. */
	xOf(time: number): number;
	readonly ruler: number;
	readonly markers: number;
}

async function findPlaces(page: Page): Promise<Places> {
	const box = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	const lane = (await page.locator('.labels').getByText('Markers').boundingBox())!;
	const xOf = (time: number): number => box.x + (time / short.duration) * box.width;
	return { xOf, ruler: box.y + 10, markers: lane.y + lane.height / 2 };
}

async function openMarked(name: string): Promise<{ page: Page; places: Places }> {
	const page = await studio.sharePage();
	await pickFiles(page, { [name]: file });
	await page.keyboard.press('Home');
	return { page, places: await findPlaces(page) };
}

// Presses the marker at 1 s and moves it by some pixels.
async function pressMarker(page: Page, { xOf, markers }: Places): Promise<void> {
	await page.mouse.move(xOf(1), markers);
	await page.mouse.down();
	await page.mouse.move(xOf(1) + 60, markers, { steps: 4 });
	await page.locator('.tip').getByText('mark 1: ').waitFor();
}

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });

// Edits run one after the other. A marker that is added afterwards shows that nothing was edited before.
async function expectNoEdit(page: Page): Promise<void> {
	await page.keyboard.press('j');
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	await page.locator('body').press('Control+z');
	await page.getByRole('button', { name: 'Redo: Add marker' }).waitFor();
	expect(await undo(page).isDisabled()).toBe(true);
}

test('Escape ends the drag of a marker without an edit', async () => {
	const { page, places } = await openMarked('escape.bin');
	await pressMarker(page, places);
	await page.keyboard.press('Escape');
	await expect.poll(() => page.locator('.tip').count()).toBe(0);
	expect(await readTime(page)).toBe(0);
	await page.mouse.move(places.xOf(0.5), places.markers);
	await page.mouse.up();
	expect(await readTime(page)).toBe(0);
	await expectNoEdit(page);
});

test('a touch that the system takes over ends the drag of a marker, and later clicks only seek', async () => {
	const { page, places } = await openMarked('touch.bin');
	const protocol = await page.context().newCDPSession(page);
	const send = (type: 'touchStart' | 'touchMove' | 'touchCancel', xs: readonly number[]): Promise<unknown> =>
		protocol.send('Input.dispatchTouchEvent', {
			type,
			touchPoints: xs.map((x, id) => ({ x, y: places.markers, id })),
		});
	const x = places.xOf(1);
	await send('touchStart', [x]);
	await send('touchMove', [x + 40]);
	const dragged = await readTime(page);
	expect(dragged).toBeGreaterThan(1);
	// A second finger has no part in the drag.
	await send('touchStart', [x + 40, x - 200]);
	await send('touchMove', [x + 40, x - 300]);
	expect(await readTime(page)).toBe(dragged);
	await send('touchCancel', []);
	await expect.poll(() => readTime(page)).toBe(0);
	await page.mouse.move(places.xOf(0.6), places.ruler);
	expect(await readTime(page)).toBe(0);
	await page.mouse.click(places.xOf(0.75), places.ruler);
	expect(await readTime(page)).toBeCloseTo(0.75, 1);
	await expectNoEdit(page);
});

test('another recording and an undo end the drag of a marker', async () => {
	const { page, places } = await openMarked('one.bin');
	await pickFiles(page, { 'two.bin': file });
	await pressMarker(page, places);
	await page.keyboard.press('<');
	await page.getByRole('button', { name: 'one.bin', exact: true }).and(page.locator('[aria-current=true]')).waitFor();
	await expect.poll(() => page.locator('.tip').count()).toBe(0);
	await page.mouse.up();
	await expectNoEdit(page);

	await page.mouse.move(places.xOf(1), places.markers);
	await page.mouse.down();
	await page.mouse.move(places.xOf(1.1), places.markers, { steps: 4 });
	await page.mouse.up();
	await page.getByRole('button', { name: 'Undo: Move marker' }).waitFor();
	await page.mouse.move(places.xOf(0.25), places.markers);
	await page.mouse.down();
	await page.mouse.move(places.xOf(0.4), places.markers, { steps: 4 });
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: 'Redo: Move marker' }).waitFor();
	await expect.poll(() => page.locator('.tip').count()).toBe(0);
	await page.mouse.up();
	await page.getByRole('button', { name: 'Redo: Move marker' }).waitFor();
	expect(await undo(page).isDisabled()).toBe(true);
	await expectNoEdit(page);
});

test('a button that was released elsewhere ends the drag of a marker', async () => {
	const { page, places } = await openMarked('released.bin');
	await pressMarker(page, places);
	// As Chromium reports a release outside of the window.
	const protocol = await page.context().newCDPSession(page);
	const at = { x: places.xOf(0.5), y: places.markers, button: 'none', buttons: 0 } as const;
	await protocol.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
	await expect.poll(() => readTime(page)).toBe(0);
	await page.mouse.up();
	await expectNoEdit(page);
});

test('Escape restores the range that a drag changed', async () => {
	const { page, places } = await openMarked('range.bin');
	const { xOf, ruler } = places;
	const drag = async (from: number, to: number): Promise<void> => {
		await page.mouse.move(from, ruler);
		await page.mouse.down();
		await page.mouse.move(to, ruler, { steps: 4 });
	};
	const range = page.getByRole('slider', { name: /^Range/ });
	const readRange = async (): Promise<number[]> =>
		(await Promise.all([0, 1].map((i) => range.nth(i).getAttribute('aria-valuenow')))).map(Number);
	await page.keyboard.down('Shift');
	await drag(xOf(0.3), xOf(0.9));
	await range.first().waitFor();
	await page.keyboard.press('Escape');
	await expect.poll(() => range.count()).toBe(0);
	await page.mouse.up();
	await drag(xOf(0.3), xOf(0.9));
	await page.mouse.up();
	await page.keyboard.up('Shift');
	const before = await readRange();
	const end = (await range.nth(1).boundingBox())!;
	await drag(end.x + end.width / 2, xOf(1.2));
	await expect.poll(async () => (await readRange())[1]).toBeGreaterThan(1);
	await page.keyboard.press('Escape');
	expect(await readRange()).toEqual(before);
	await page.mouse.move(xOf(0.5), ruler);
	await page.mouse.up();
	expect(await readRange()).toEqual(before);
});
