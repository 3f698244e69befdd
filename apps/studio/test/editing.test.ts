import { readFileSync } from 'node:fs';
import { decodeRecording } from '@handreel/convert';
import { getKeyTime, type Recording, readRecording } from '@handreel/core';
import {
	addMarker,
	compareRecordings,
	concatRecordings,
	editCurves,
	fillGaps,
	insertKey,
	mirrorRecording,
	moveRecording,
	optimizeRecording,
	removeKey,
	setKey,
	smoothRecording,
	splitRecording,
	stripRecording,
	trimRecording,
} from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { readTime, saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const LOST = 'mrtk-2.8.3-lost.bin';
const read = (name: string): Recording => readRecording(readFileSync(fixturePath(`recorded/${name}`)));
const full = read(FULL);
const lost = read(LOST);
const studio = useStudio();

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const redoButton = (page: Page) => page.getByRole('button', { name: /^Redo/ });

// Compares the active recording with the expected recording, through a reel, which keeps everything.
async function expectSaved(page: Page, expected: Recording): Promise<void> {
	const { recording } = await decodeRecording((await saveAs(page, 'reel')).bytes);
	expect(recording.markers).toEqual(expected.markers);
	expect(recording.duration).toBe(expected.duration);
	const { position, rotation, states, onlyInA, onlyInB } = compareRecordings(recording, expected);
	expect([position?.max ?? 0, rotation?.max ?? 0, onlyInA, onlyInB]).toEqual([0, 0, [], []]);
	expect(states.filter(({ seconds }) => seconds > 0)).toEqual([]);
}

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
	await expectSaved(page, full);
	await page.keyboard.press('Control+Shift+z');
	await page.getByRole('button', { name: 'Undo: Trim' }).waitFor();
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
	await page.getByRole('spinbutton', { name: 'Cutoff at rest' }).fill('2');
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
	await page.getByRole('combobox', { name: 'Append' }).selectOption({ label: FULL });
	await apply('Concatenate');
	const joined = concatRecordings([stripped, full]);
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

test('selects, drags, enters, inserts and deletes keys in the plot', async () => {
	const path = 'hands.right.joints.indexTip.position.x';
	const page = await studio.openPage(`open=samples/${FULL}&range=0,1&channels=${path}`);
	await waitForRecording(page, FULL);
	await page.locator(`li[data-path="${path}"]`).waitFor();
	await page.keyboard.press('q');
	const keys = page.getByRole('group', { name: 'Keys' });
	const before = full.hands!.right.joints.indexTip.position.x;
	const count = async (): Promise<number> =>
		Number((await page.locator(`li[data-path="${path}"] .key`).innerText()).split('/')[1]);
	expect(await count()).toBe(before.count);

	// Selects keys in sight, then the third key by clicking: scrubbing the readout finds its place.
	await keys.getByRole('button', { name: 'Select keys' }).click();
	const inSight = Array.from({ length: before.count }, (_, i) => getKeyTime(before, i)).filter((time) => time <= 1);
	await keys.getByText(`${inSight.length} keys`).waitFor();
	await keys.getByRole('button', { name: 'Deselect' }).click();
	const third = inSight[3]!;
	const over = (await page.locator('.plot .u-over').boundingBox())!;
	const x = over.x + third * over.width;
	// The height of the key: the plot is searched from top to bottom.
	let y = 0;
	for (let row = 4; row < over.height && (await keys.getByText('1 key').count()) === 0; row += 6) {
		y = over.y + row;
		await page.mouse.click(x, y);
	}
	const time = keys.getByRole('spinbutton', { name: 'Time' });
	expect(Number(await time.inputValue())).toBeCloseTo(third, 5);

	// Dragging moves it up, by less than a frame to the side.
	const value = keys.getByRole('spinbutton', { name: 'Value' });
	const low = Number(await value.inputValue());
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + 1, y - 20, { steps: 4 });
	await page.mouse.up();
	await page.getByRole('button', { name: 'Undo: Move key' }).waitFor();
	await expect.poll(async () => Number(await value.inputValue())).toBeGreaterThan(low);
	expect(Number(await time.inputValue())).toBeCloseTo(third, 5);
	await value.fill('0.75');
	await value.press('Enter');
	await page.getByRole('button', { name: 'Undo: Change key' }).waitFor();
	await value.blur();
	const edited = editCurves(full, path, (curve) => setKey(curve, 3, { value: 0.75 }));
	await expectSaved(page, edited);

	await keys.getByRole('button', { name: 'Delete' }).click();
	await expect.poll(count).toBe(before.count - 1);
	await page.keyboard.press('Home');
	for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
	const at = await readTime(page);
	await keys.getByRole('button', { name: 'Insert key' }).click();
	await page.getByRole('button', { name: 'Undo: Insert key' }).waitFor();
	await expectSaved(
		page,
		editCurves(edited, path, (curve) => insertKey(removeKey(curve, 3), at)),
	);
	await keys.getByRole('button', { name: 'Deselect' }).click();
	await keys.getByRole('combobox', { name: 'After' }).selectOption('loop');
	await page.getByRole('button', { name: 'Undo: Set wrap mode' }).waitFor();
	await expect.poll(() => keys.getByRole('combobox', { name: 'After' }).inputValue()).toBe('loop');
});
