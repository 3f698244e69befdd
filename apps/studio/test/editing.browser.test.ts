import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { type Recording, readRecording, writeRecording } from '@handreel/core';
import {
	addMarker,
	compareRecordings,
	concatRecordings,
	EDITS,
	fillGaps,
	mirrorRecording,
	moveRecording,
	optimizeRecording,
	resampleRecording,
	smoothRecording,
	splitRecording,
	stretchRecording,
	stripRecording,
	trimRecording,
} from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSaved } from './support/expect-saved.ts';
import { fixturePath } from './support/fixture-path.ts';
import { followLink, pickFiles, readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const read = (name: string): Recording => readRecording(readFileSync(fixturePath(`recorded/mrtk-2.8.3-${name}.bin`)));
// Short: every edit is stored, searched for problems and saved. As reels, the format that the tests save: the page encodes them once.
const shortReel = await makeReel(trimRecording(read('full-5s'), { start: 0, end: 1.5 }));
// As a .bin file: its keys are edited where they lie in the file, also at odd offsets.
const lostBin = writeRecording(trimRecording(read('lost'), { start: 0, end: 1.5 }));
const { recording: short } = await decodeRecording(shortReel);
const lost = readRecording(lostBin);
const studio = useStudio();

async function makeReel(recording: Recording): Promise<Uint8Array> {
	return (await encodeRecording(recording, 'reel')).bytes;
}

// A recording of the test in the page that the tests share.
async function openFiles(files: Readonly<Record<string, Uint8Array>>): Promise<Page> {
	const page = await studio.sharePage();
	await pickFiles(page, files);
	await page.keyboard.press('Home');
	return page;
}

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const redoButton = (page: Page) => page.getByRole('button', { name: /^Redo/ });

test('trims by handles, adds, renames, drags and deletes markers, and undoes everything by name', async () => {
	const page = await openFiles({ 'trimmed.reel': shortReel });
	expect(await undoButton(page).isDisabled()).toBe(true);
	const box = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	const xOf = (time: number): number => box.x + (time / short.duration) * box.width;

	// Shift-drag selects a range, its handles adjust it.
	await page.keyboard.down('Shift');
	await page.mouse.move(xOf(0.2), box.y + 10);
	await page.mouse.down();
	await page.mouse.move(xOf(0.8), box.y + 10, { steps: 4 });
	await page.mouse.up();
	await page.keyboard.up('Shift');
	const end = page.getByRole('slider', { name: 'Range end' });
	const handle = (await end.boundingBox())!;
	await page.mouse.move(handle.x + handle.width / 2, handle.y + 30);
	await page.mouse.down();
	await page.mouse.move(xOf(1.2), handle.y + 30, { steps: 4 });
	await page.mouse.up();
	const range = page.getByRole('slider', { name: /^Range/ });
	const [from, to] = (await Promise.all([0, 1].map((i) => range.nth(i).getAttribute('aria-valuenow')))).map(Number);
	expect(from).toBeCloseTo(0.2, 1);
	expect(to).toBeCloseTo(1.2, 1);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await page.getByRole('button', { name: 'Trim to range' }).click();
	const time = page.getByRole('slider', { name: 'Time', exact: true });
	const trimmed = trimRecording(short, { start: from!, end: to! });
	await expect.poll(async () => Number(await time.getAttribute('aria-valuemax'))).toBe(trimmed.duration);

	await followLink(page, 'front=-1&t=0.5');
	const at = await readTime(page);
	expect(at).toBe(0.5);
	await page.keyboard.press('j');
	const name = page.getByRole('textbox', { name: /^Name of the marker/ });
	await name.fill('grab');
	await name.press('Enter');
	await undoButton(page)
		.and(page.getByRole('button', { name: 'Undo: Rename marker' }))
		.waitFor();
	const marked = addMarker(trimmed, { time: at, name: 'grab' });
	await name.blur();
	await expectSaved(page, marked);

	// Drags the marker by 40 pixels. Its lane is the last but one before the problems, so the label shows where it is.
	const lane = (await page.locator('.labels').getByText('Markers').boundingBox())!;
	const x = box.x + (at / trimmed.duration) * box.width;
	await page.mouse.move(x, lane.y + lane.height / 2);
	await page.mouse.down();
	await page.mouse.move(x + 40, lane.y + lane.height / 2, { steps: 5 });
	await page.mouse.up();
	await page.getByRole('button', { name: 'Undo: Move marker' }).waitFor();
	await page.getByRole('button', { name: 'Delete grab' }).click();
	await page.getByRole('button', { name: 'Undo: Delete marker' }).waitFor();
	expect(await page.getByRole('textbox', { name: /^Name of the marker/ }).count()).toBe(0);

	for (const title of ['Delete marker', 'Move marker', 'Rename marker', 'Add marker', 'Trim']) {
		await page.getByRole('button', { name: `Undo: ${title}` }).waitFor();
		await page.keyboard.press('Control+z');
		await page.getByRole('button', { name: `Redo: ${title}` }).waitFor();
	}
	expect(await undoButton(page).isDisabled()).toBe(true);
	// Undoing the trim selects its range again.
	const restored = await Promise.all([0, 1].map((i) => range.nth(i).getAttribute('aria-valuenow')));
	expect(restored.map(Number)).toEqual([from, to]);
	await expectSaved(page, short);
	await page.keyboard.press('Control+Shift+z');
	await page.getByRole('button', { name: 'Undo: Trim' }).waitFor();
	await expect.poll(() => range.count()).toBe(0);
	await redoButton(page).click();
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	expect(await page.locator('.file.current i').count()).toBe(1);
});

test('smooths, fills, mirrors, moves, strips, optimizes, splits and concatenates as core does', async () => {
	const page = await studio.openPage();
	await pickFiles(page, { 'short.reel': shortReel, 'lost.bin': lostBin });
	await page.keyboard.press('q');
	const preview = page.getByRole('status', { name: 'Preview' });
	const apply = async (title: string): Promise<void> => {
		await page.getByRole('button', { name: 'Apply' }).click();
		await page.getByRole('button', { name: `Undo: ${title}` }).waitFor();
	};

	await page.getByRole('button', { name: 'Fill gaps' }).click();
	await page.getByRole('spinbutton', { name: 'Longest gap' }).fill('3');
	const filled = fillGaps(lost, { maxGap: 3 });
	expect(filled.gaps.length).toBeGreaterThan(0);
	await preview.getByText(`${filled.gaps.length} gaps filled`).waitFor();
	await apply('Fill gaps');

	await page.getByRole('button', { name: 'Smooth' }).click();
	const cutoff = page.getByRole('spinbutton', { name: 'Cutoff at rest' });
	await cutoff.fill('0');
	await preview.getByText('Cutoff at rest: must be a number above 0').waitFor();
	expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
	await cutoff.fill('');
	await preview.getByText('Cutoff at rest: enter a number').waitFor();
	await cutoff.fill('2');
	await preview.getByText('Changes the motion by at most').waitFor();
	const smoothed = smoothRecording(filled.recording, { minCutoff: 2 });
	await apply('Smooth');

	await page.getByRole('button', { name: 'Mirror' }).click();
	await page.getByRole('button', { name: 'Undo: Mirror' }).waitFor();
	await page.getByRole('button', { name: 'Move', exact: true }).click();
	await page.getByRole('spinbutton', { name: 'Move by y' }).fill('0.25');
	await apply('Move');
	// The result of all edits so far: none of them can hide a mistake of another.
	const moved = moveRecording(mirrorRecording(smoothed), [0, 0.25, 0, 0, 0, 0, 1]);
	await expectSaved(page, moved);

	// The slider shows size against the measured error.
	await page.getByRole('button', { name: 'Optimize' }).click();
	const slider = page.getByRole('slider', { name: /^Tolerance/ });
	const sizes: number[] = [];
	const optimized = optimizeRecording(moved);
	for (const place of ['2', '5', '3']) {
		await slider.fill(place);
		await preview.getByText('% of the size').waitFor();
		const factor = 2 ** (Number(place) - 3);
		const tolerances = Object.fromEntries(
			Object.entries({ jointPosition: 0.001, headPosition: 0.002, gazeOrigin: 0.002, value: 0.005 })
				.concat(Object.entries({ jointRotationDegrees: 0.2, headRotationDegrees: 0.2, gazeDirectionDegrees: 0.2 }))
				.map(([name, value]) => [name, value * factor]),
		);
		// The third place has the usual tolerances.
		const expected = factor === 1 ? optimized : optimizeRecording(moved, { tolerances });
		const { position } = compareRecordings(moved, expected);
		await preview.getByText(`at most ${(position!.max * 1000).toFixed(2)} mm`).waitFor();
		sizes.push(Number.parseFloat(await preview.innerText()));
	}
	expect(sizes[0]).toBeGreaterThan(sizes[1]!);
	await apply('Optimize');
	await expectSaved(page, optimized);

	await page.getByRole('button', { name: 'Strip' }).click();
	await page.getByRole('checkbox', { name: 'Head' }).check();
	await apply('Strip');
	const stripped = stripRecording(optimized, ['head']);

	await page.getByRole('button', { name: 'Concatenate' }).click();
	const append = page.getByRole('combobox', { name: 'Append' });
	expect(await append.locator('option:checked').innerText()).toBe('short.reel');
	await apply('Concatenate');
	const joined = concatRecordings([stripped, short]);
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: 'Redo: Concatenate' }).waitFor();
	await expectSaved(page, stripped);
	await page.keyboard.press('Control+y');
	await page.getByRole('button', { name: 'Undo: Concatenate' }).waitFor();
	await expectSaved(page, joined);

	await followLink(page, 'front=-1&t=0.75');
	expect(await readTime(page)).toBe(0.75);
	await page.keyboard.press('Shift+S');
	await waitForRecording(page, 'lost-2.bin');
	const [, rest] = splitRecording(joined, [0.75]);
	await expectSaved(page, rest!.recording);
	expect(await page.locator('.file').count()).toBe(4);
});

test('undoes and redoes a split', async () => {
	const page = await openFiles({ 'whole.reel': shortReel });
	const files = page.locator('.file', { hasText: /^\s*whole/ });
	expect(await files.count()).toBe(1);
	await followLink(page, 'front=-1&t=0.75');
	expect(await readTime(page)).toBe(0.75);
	const parts = splitRecording(short, [0.75]);
	await page.keyboard.press('Shift+S');
	await waitForRecording(page, 'whole-2.reel');
	expect(await files.count()).toBe(3);
	// The file itself is still saved.
	expect(await files.locator('i').count()).toBe(2);

	await page.getByRole('button', { name: 'Undo: Split' }).waitFor();
	await page.keyboard.press('Control+z');
	await waitForRecording(page, 'whole.reel');
	expect(await files.count()).toBe(1);
	await expectSaved(page, short);
	await page.getByRole('button', { name: 'Redo: Split' }).waitFor();
	await page.keyboard.press('Control+Shift+z');
	await waitForRecording(page, 'whole-2.reel');
	expect(await files.count()).toBe(3);
	await expectSaved(page, parts[1]!.recording);

	// A part that was changed stays open. Its own edits are undone first.
	if (!(await page.getByRole('button', { name: 'Mirror' }).isVisible())) await page.keyboard.press('q');
	await page.getByRole('button', { name: 'Mirror' }).click();
	await page.getByRole('button', { name: 'Undo: Mirror' }).waitFor();
	await page.getByRole('button', { name: 'whole.reel', exact: true }).click();
	await page.getByRole('button', { name: 'Undo: Split' }).click();
	await expect.poll(() => files.count()).toBe(2);
	await page.getByRole('button', { name: 'Redo: Split' }).click();
	await waitForRecording(page, 'whole-1.reel');
	expect(await files.count()).toBe(3);
	await expectSaved(page, parts[0]!.recording);
	await page.getByRole('button', { name: 'whole-2.reel', exact: true }).click();
	for (const title of ['Mirror', 'Split']) {
		await page.getByRole('button', { name: `Undo: ${title}` }).waitFor();
		await page.keyboard.press('Control+z');
		await page.getByRole('button', { name: `Redo: ${title}` }).waitFor();
	}
	await waitForRecording(page, 'whole.reel');
	// Its edits can be redone, so it stays open.
	expect(await files.count()).toBe(2);
});

test('a phone trims by taps, and explains how', async () => {
	const page = await studio.openPage('', { viewport: { width: 390, height: 844 }, hasTouch: true });
	await pickFiles(page, { 'short.reel': shortReel });
	await page.keyboard.press('q');
	const panel = page.getByRole('complementary', { name: 'Findings' });
	await panel.getByText('tap [ at its start and ] at its end').waitFor();
	expect(await panel.getByText('Shift-drag').count()).toBe(0);
	await page.keyboard.press('q');
	const time = page.getByRole('slider', { name: 'Time', exact: true });
	const box = (await time.boundingBox())!;
	for (const [share, name] of [
		[0.2, 'Set loop start'],
		[0.6, 'Set loop end'],
	] as const) {
		await page.touchscreen.tap(box.x + box.width * share, box.y + 10);
		await page.getByRole('button', { name }).tap();
	}
	await page.keyboard.press('q');
	await panel.getByRole('button', { name: 'Trim to range' }).tap();
	await expect.poll(async () => Number(await time.getAttribute('aria-valuemax'))).toBeLessThan(short.duration / 2);
});

test('offers every edit that core describes', async () => {
	const page = await studio.openPage();
	await pickFiles(page, { 'short.reel': shortReel });
	await page.keyboard.press('q');
	for (const { title } of EDITS) await page.getByRole('button', { name: title, exact: true }).waitFor();
	await page.getByRole('button', { name: 'Stretch', exact: true }).click();
	expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
	await page.getByText('Enter Factor or Backwards').waitFor();
	await page.getByRole('spinbutton', { name: 'Factor' }).fill('2');
	await page.getByRole('button', { name: 'Apply' }).click();
	await page.getByRole('button', { name: 'Undo: Stretch' }).waitFor();
	await expectSaved(page, stretchRecording(short, 2));
	await page.getByRole('button', { name: 'Resample', exact: true }).click();
	await page.getByRole('spinbutton', { name: 'Frame rate' }).fill('30');
	await page.getByRole('button', { name: 'Apply' }).click();
	await page.getByRole('button', { name: 'Undo: Resample' }).waitFor();
	await expectSaved(page, resampleRecording(stretchRecording(short, 2), { frameRate: 30 }));
});

test('reports the parts of a reel of a later version that an edit drops, also those of an appended reel', async () => {
	const bytes = readFileSync(fixturePath('reels/vectors/later-labels.reel'));
	const chunks = readFileSync(fixturePath('reels/vectors/later-chunks.reel'));
	const listDropped = async (reel: Uint8Array): Promise<string> => {
		const { recording } = await decodeRecording(reel);
		expect(recording.unknown!.length).toBeGreaterThan(0);
		return recording.unknown!.map(({ name }) => `${name} is unknown to this version and was dropped`).join('; ');
	};
	const dropped = await listDropped(bytes);
	const page = await studio.openPage();
	const status = page.getByRole('status');
	await pickFiles(page, { 'chunks.reel': chunks, 'labels.reel': bytes });
	await page.keyboard.press('Home');
	// A marker changes no keys.
	await page.keyboard.press('j');
	await status.getByText('Add marker', { exact: true }).waitFor();
	await page.keyboard.press('q');
	await page.getByRole('button', { name: 'Mirror' }).click();
	await status.getByText(dropped, { exact: true }).waitFor();
	await page.getByRole('button', { name: 'Undo: Mirror' }).waitFor();
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: 'Redo: Mirror' }).waitFor();
	// Nothing was lost before: the parts are dropped again, with those of the reel that is appended.
	await page.getByRole('button', { name: 'Concatenate' }).click();
	await page.getByRole('button', { name: 'Apply' }).click();
	const both = `${dropped}; ${await listDropped(chunks)}`;
	await status.getByText(both, { exact: true }).first().waitFor();
	await page.getByRole('button', { name: 'Undo: Concatenate' }).waitFor();
});
