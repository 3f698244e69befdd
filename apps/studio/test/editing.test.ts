import { readFileSync } from 'node:fs';
import { type Recording, readRecording } from '@handreel/core';
import {
	addMarker,
	compareRecordings,
	concatRecordings,
	fillGaps,
	mirrorRecording,
	moveRecording,
	optimizeRecording,
	smoothRecording,
	splitRecording,
	stripRecording,
	trimRecording,
} from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSaved } from './support/expect-saved.ts';
import { fixturePath } from './support/fixture-path.ts';
import { readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const LOST = 'mrtk-2.8.3-lost.bin';
const read = (name: string): Recording => readRecording(readFileSync(fixturePath(`recorded/${name}`)));
const full = read(FULL);
const lost = read(LOST);
const studio = useStudio();

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const redoButton = (page: Page) => page.getByRole('button', { name: /^Redo/ });

test('trims by handles, adds, renames, drags and deletes markers, and undoes everything by name', async () => {
	const page = await studio.openPage(`open=samples/${FULL}`);
	await waitForRecording(page, FULL);
	expect(await undoButton(page).isDisabled()).toBe(true);
	const box = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	const xOf = (time: number): number => box.x + (time / full.duration) * box.width;

	// Shift-drag selects a range, its handles adjust it.
	await page.keyboard.down('Shift');
	await page.mouse.move(xOf(0.5), box.y + 10);
	await page.mouse.down();
	await page.mouse.move(xOf(2), box.y + 10, { steps: 4 });
	await page.mouse.up();
	await page.keyboard.up('Shift');
	const end = page.getByRole('slider', { name: 'Range end' });
	const handle = (await end.boundingBox())!;
	await page.mouse.move(handle.x + handle.width / 2, handle.y + 30);
	await page.mouse.down();
	await page.mouse.move(xOf(3), handle.y + 30, { steps: 4 });
	await page.mouse.up();
	const range = page.getByRole('slider', { name: /^Range/ });
	const [from, to] = (await Promise.all([0, 1].map((i) => range.nth(i).getAttribute('aria-valuenow')))).map(Number);
	expect(from).toBeCloseTo(0.5, 1);
	expect(to).toBeCloseTo(3, 1);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await page.getByRole('button', { name: 'Trim to range' }).click();
	const time = page.getByRole('slider', { name: 'Time', exact: true });
	const trimmed = trimRecording(full, { start: from!, end: to! });
	await expect.poll(async () => Number(await time.getAttribute('aria-valuemax'))).toBe(trimmed.duration);

	await page.keyboard.press('Home');
	for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
	const at = await readTime(page);
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

	// Drags the marker by 40 pixels. Its lane is the last but one before the problems, so the label tells where it is.
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
	await expectSaved(page, full);
	await page.keyboard.press('Control+Shift+z');
	await page.getByRole('button', { name: 'Undo: Trim' }).waitFor();
	await expect.poll(() => range.count()).toBe(0);
	await redoButton(page).click();
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	expect(await page.locator('.file i').count()).toBe(1);
});

test('smooths, fills, mirrors, moves, strips, optimizes, splits and concatenates as core does', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&open=samples/${LOST}`);
	await waitForRecording(page, FULL);
	await page.getByRole('button', { name: LOST, exact: true }).click();
	await waitForRecording(page, LOST);
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
	await preview.getByText(`Filled ${filled.gaps.length} gap`).waitFor();
	await apply('Fill gaps');
	await expectSaved(page, filled.recording);

	await page.getByRole('button', { name: 'Smooth' }).click();
	const cutoff = page.getByRole('spinbutton', { name: 'Cutoff at rest' });
	await cutoff.fill('0');
	await preview.getByText('minCutoff: 0 is not a number above 0').waitFor();
	expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
	await cutoff.fill('');
	await preview.getByText('Enter a number').waitFor();
	await cutoff.fill('2');
	await preview.getByText('% of the size').waitFor();
	const smoothed = smoothRecording(filled.recording, { minCutoff: 2 });
	await apply('Smooth');
	await expectSaved(page, smoothed);

	await page.getByRole('button', { name: 'Mirror' }).click();
	await page.getByRole('button', { name: 'Undo: Mirror' }).waitFor();
	await page.getByRole('button', { name: 'Move', exact: true }).click();
	await page.getByRole('spinbutton', { name: 'Up' }).fill('0.25');
	await apply('Move');
	const moved = moveRecording(mirrorRecording(smoothed), [0, 0.25, 0, 0, 0, 0, 1]);
	await expectSaved(page, moved);

	// The slider shows size against the measured error.
	await page.getByRole('button', { name: 'Optimize' }).click();
	const slider = page.getByRole('slider', { name: /^Tolerance/ });
	const sizes: number[] = [];
	for (const place of ['2', '3', '5']) {
		await slider.fill(place);
		await preview.getByText('% of the size').waitFor();
		const factor = 2 ** (Number(place) - 3);
		const tolerances = Object.fromEntries(
			Object.entries({ jointPosition: 0.001, headPosition: 0.002, gazeOrigin: 0.002, value: 0.005 })
				.concat(Object.entries({ jointRotationDegrees: 0.2, headRotationDegrees: 0.2, gazeDirectionDegrees: 0.2 }))
				.map(([name, value]) => [name, value * factor]),
		);
		const { position } = compareRecordings(moved, optimizeRecording(moved, { tolerances }));
		await preview.getByText(`at most ${(position!.max * 1000).toFixed(2)} mm`).waitFor();
		sizes.push(Number.parseFloat(await preview.innerText()));
	}
	expect(sizes[0]).toBeGreaterThan(sizes[2]!);
	await slider.fill('3');
	await preview.getByText('% of the size').waitFor();
	await apply('Optimize');
	const optimized = optimizeRecording(moved);
	await expectSaved(page, optimized);

	await page.getByRole('button', { name: 'Strip' }).click();
	await page.getByRole('checkbox', { name: 'Head' }).check();
	await apply('Strip');
	const stripped = stripRecording(optimized, ['head']);
	await expectSaved(page, stripped);

	await page.getByRole('button', { name: 'Concatenate' }).click();
	const append = page.getByRole('combobox', { name: 'Append' });
	expect(await append.locator('option:checked').innerText()).toBe(FULL);
	await apply('Concatenate');
	const joined = concatRecordings([stripped, full]);
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: 'Redo: Concatenate' }).waitFor();
	await expectSaved(page, stripped);
	await page.keyboard.press('Control+y');
	await page.getByRole('button', { name: 'Undo: Concatenate' }).waitFor();
	await expectSaved(page, joined);

	await page.keyboard.press('Home');
	for (let i = 0; i < 45; i++) await page.keyboard.press('ArrowRight');
	const at = await readTime(page);
	await page.keyboard.press('Shift+S');
	await waitForRecording(page, 'mrtk-2.8.3-lost-2.bin');
	const [, rest] = splitRecording(joined, [at]);
	await expectSaved(page, rest!.recording);
	expect(await page.locator('.file').count()).toBe(4);
});

test('undoes and redoes a split', async () => {
	const page = await studio.openPage(`open=samples/${FULL}`);
	await waitForRecording(page, FULL);
	const files = page.locator('.file');
	for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight');
	const parts = splitRecording(full, [await readTime(page)]);
	await page.keyboard.press('Shift+S');
	await waitForRecording(page, 'mrtk-2.8.3-full-5s-2.bin');
	expect(await files.count()).toBe(3);
	// The file itself is still saved.
	expect(await page.locator('.file i').count()).toBe(2);

	await page.getByRole('button', { name: 'Undo: Split' }).waitFor();
	await page.keyboard.press('Control+z');
	await waitForRecording(page, FULL);
	expect(await files.count()).toBe(1);
	await expectSaved(page, full);
	await page.getByRole('button', { name: 'Redo: Split' }).waitFor();
	await page.keyboard.press('Control+Shift+z');
	await waitForRecording(page, 'mrtk-2.8.3-full-5s-2.bin');
	expect(await files.count()).toBe(3);
	await expectSaved(page, parts[1]!.recording);

	// A part that was changed stays open. Its own edits are undone first.
	await page.keyboard.press('q');
	await page.getByRole('button', { name: 'Mirror' }).click();
	await page.getByRole('button', { name: 'Undo: Mirror' }).waitFor();
	await page.getByRole('button', { name: FULL, exact: true }).click();
	await page.getByRole('button', { name: 'Undo: Split' }).click();
	await expect.poll(() => files.count()).toBe(2);
	await page.getByRole('button', { name: 'Redo: Split' }).click();
	await waitForRecording(page, 'mrtk-2.8.3-full-5s-1.bin');
	expect(await files.count()).toBe(3);
	await expectSaved(page, parts[0]!.recording);
	await page.getByRole('button', { name: 'mrtk-2.8.3-full-5s-2.bin', exact: true }).click();
	for (const title of ['Mirror', 'Split']) {
		await page.getByRole('button', { name: `Undo: ${title}` }).waitFor();
		await page.keyboard.press('Control+z');
		await page.getByRole('button', { name: `Redo: ${title}` }).waitFor();
	}
	await waitForRecording(page, FULL);
	// Its edits can be redone, so it stays open.
	expect(await files.count()).toBe(2);
});

test('a phone trims by taps, and says how', async () => {
	const page = await studio.openPage(`open=samples/${FULL}`, { viewport: { width: 390, height: 844 }, hasTouch: true });
	await waitForRecording(page, FULL);
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
	await expect.poll(async () => Number(await time.getAttribute('aria-valuemax'))).toBeLessThan(full.duration / 2);
});
