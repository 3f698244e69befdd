import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { type Curve, getKeyTime, getKeyValue, readRecording } from '@handreel/core';
import {
	convertSegmentsToHermite,
	editCurves,
	insertKey,
	removeKey,
	setKey,
	setKeys,
	trimRecording,
} from '@handreel/core/edit';
import { formatFloat } from '@handreel/text';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSaved } from './support/expect-saved.ts';
import { fixturePath } from './support/fixture-path.ts';
import { followLink, pickFiles, readTime, saveAs } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

// No longer than what the plots show: every edit is stored, searched for problems and saved. As a reel, the format that the tests
// save: the page encodes it once.
const recorded = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const { bytes: reel } = await encodeRecording(trimRecording(recorded, { start: 0, end: 1.2 }), 'reel');
const { recording: short } = await decodeRecording(reel);
const studio = useStudio();
let opened = 0;

test('selects, drags, enters, inserts and deletes keys in the plot', async () => {
	const path = 'hands.right.joints.indexTip.position.x';
	const page = await openPlot([path], '0,1');
	const keys = keysOf(page);
	const before = short.hands!.right.joints.indexTip.position.x;
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
	const time = keys.getByRole('textbox', { name: 'Time' });
	expect(Number(await time.inputValue())).toBeCloseTo(third, 5);

	// Dragging moves it up, by less than a frame to the side.
	const value = keys.getByRole('textbox', { name: 'Value' });
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
	const edited = editCurves(short, path, (curve) => setKey(curve, 3, { value: 0.75 }));
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

const TIP = 'hands.right.joints.indexTip.position';
const { x: tipX, y: tipY } = short.hands!.right.joints.indexTip.position;
const keysOf = (page: Page) => page.getByRole('group', { name: 'Keys' });

// Each test has its own recording in the page that they share.
async function openPlot(channels: readonly string[], range = '0,0.5'): Promise<Page> {
	const page = await studio.sharePage();
	await pickFiles(page, { [`take-${++opened}.reel`]: reel });
	await followLink(page, `front=-1&t=0&range=${range}&eye=0,10,2,0,1,0&channels=${channels.join(',')}`);
	for (const path of channels) await page.locator(`li[data-path="${path}"]`).waitFor();
	if (!(await keysOf(page).isVisible())) await page.keyboard.press('q');
	await keysOf(page).waitFor();
	return page;
}

async function dragBox(page: Page, shares: readonly [number, number, number, number], keys: readonly string[] = []) {
	const over = (await page.locator('.plot .u-over').boundingBox())!;
	const at = (x: number, y: number): [number, number] => [over.x + over.width * x, over.y + over.height * y];
	for (const key of keys) await page.keyboard.down(key);
	await page.mouse.move(...at(shares[0], shares[1]));
	await page.mouse.down();
	await page.mouse.move(...at(shares[2], shares[3]), { steps: 4 });
	await page.mouse.up();
	for (const key of keys) await page.keyboard.up(key);
}

// Clicks a key. The plot shows half a second of one curve, and is searched from top to bottom.
async function clickKey(page: Page, time: number): Promise<{ readonly x: number; readonly y: number }> {
	const over = (await page.locator('.plot .u-over').boundingBox())!;
	const x = over.x + (time / 0.5) * over.width;
	const selected = keysOf(page).getByText('1 key', { exact: true });
	let y = 0;
	for (let row = 4; row < over.height && (await selected.count()) === 0; row += 6) {
		y = over.y + row;
		await page.mouse.click(x, y);
	}
	return { x, y };
}

const keyTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));
const indicesIn = (curve: Curve, start: number, end: number): number[] =>
	keyTimes(curve).flatMap((time, i) => (time >= start && time <= end ? [i] : []));

test('sets and changes numbers of several keys of several curves', async () => {
	const page = await openPlot([`${TIP}.x`, `${TIP}.y`], '0,1');
	const keys = keysOf(page);
	await keys.getByRole('button', { name: 'Select keys' }).click();
	const own = [indicesIn(tipX, 0, 1), indicesIn(tipY, 0, 1)];
	const count = own[0]!.length + own[1]!.length;
	await keys.getByText(`${count} keys`).waitFor();
	const value = keys.getByRole('textbox', { name: 'Value' });
	expect(await value.inputValue()).toBe('');
	expect(await value.getAttribute('placeholder')).toBe('mixed');

	const step = Math.fround(0.25);
	const change = (recording: typeof short, edit: (curve: Curve, key: number) => object) =>
		[`${TIP}.x`, `${TIP}.y`].reduce(
			(edited, path, i) => editCurves(edited, path, (curve) => setKeys(curve, own[i]!, (key) => edit(curve, key))),
			recording,
		);
	await value.fill('+=0.25');
	await value.press('Enter');
	await page.getByRole('button', { name: `Undo: Move ${count} keys` }).waitFor();
	await expect.poll(() => value.inputValue()).toBe('');
	const raised = change(short, (curve, key) => ({ value: getKeyValue(curve, key) + step }));
	await expectSaved(page, raised);

	// One time for all keys of a curve makes no sense.
	const time = keys.getByRole('textbox', { name: 'Time' });
	await time.fill('0.5');
	await time.press('Enter');
	await page.getByRole('status').getByText('two keys at one time').waitFor();
	expect(await time.inputValue()).toBe('');
	await time.fill('-=0.5');
	await time.press('Enter');
	const shifted = change(raised, (curve, key) => ({ time: getKeyTime(curve, key) - 0.5 }));
	await page.getByRole('status').getByText(`Move ${count} keys`).waitFor();
	await expect.poll(() => time.inputValue()).toBe('');
	await expectSaved(page, shifted);
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: `Redo: Move ${count} keys` }).waitFor();

	// Undo selects the keys where they were.
	await keys.getByText(`${count} keys`).waitFor();
	await value.fill('0.5');
	await value.press('Enter');
	await page.getByRole('button', { name: `Undo: Change ${count} keys` }).waitFor();
	await expect.poll(() => value.inputValue()).toBe('0.5');
	const level = change(raised, () => ({ value: 0.5 }));
	await expectSaved(page, level);

	// Slopes and weights need full keys, so lines are bent first.
	const slope = keys.getByRole('textbox', { name: 'Out slope' });
	await slope.fill('0.2');
	await slope.press('Enter');
	await expect.poll(() => slope.inputValue()).toBe('0.2');
	const weight = keys.getByRole('textbox', { name: 'Out weight' });
	await weight.fill('0.6');
	await weight.press('Enter');
	await expect.poll(() => weight.inputValue()).toBe('0.6');
	// The first key has a side without a segment, whose mode differs.
	const weighted = keys.getByRole('combobox', { name: 'Weighted' });
	expect(await weighted.inputValue()).toBe('');
	await weighted.selectOption('Out');
	await expect.poll(() => weighted.inputValue()).toBe('2');
	const bent = [`${TIP}.x`, `${TIP}.y`].reduce(
		(edited, path, i) =>
			editCurves(edited, path, (curve) =>
				setKeys(convertSegmentsToHermite(curve, own[i]!), own[i]!, () => ({
					outTangent: 0.2,
					outWeight: 0.6,
					weightedMode: 2,
				})),
			),
		level,
	);
	await expectSaved(page, bent);
});

test('saves the result of an edit that is still running when the dialog opens', async () => {
	const page = await openPlot([`${TIP}.x`]);
	await clickKey(page, getKeyTime(tipX, 3));
	// In one task of the page, so that the edit cannot have ended.
	await keysOf(page)
		.getByRole('textbox', { name: 'Value' })
		.evaluate((input: HTMLInputElement) => {
			input.value = '0.75';
			input.dispatchEvent(new Event('change', { bubbles: true }));
			document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
		});
	await page.getByRole('dialog').waitFor();
	await expectSaved(
		page,
		editCurves(short, `${TIP}.x`, (curve) => setKey(curve, 3, { value: 0.75 })),
	);
});

test('selects keys in a box, adds to it, and sets the wrap mode of a single curve', async () => {
	const page = await openPlot([`${TIP}.x`, `${TIP}.y`]);
	const keys = keysOf(page);
	const inTime = (start: number, end: number) =>
		[...indicesIn(tipX, start, end), ...indicesIn(tipY, start, end)].length;
	await dragBox(page, [0.1, 0.01, 0.3, 0.99], ['Control']);
	await keys.getByText(`${inTime(0.05, 0.15)} keys`, { exact: true }).waitFor();
	await dragBox(page, [0.6, 0.01, 0.8, 0.99], ['Control', 'Shift']);
	const both = inTime(0.05, 0.15) + inTime(0.3, 0.4);
	await keys.getByText(`${both} keys`, { exact: true }).waitFor();
	expect(await readTime(page)).toBe(0);

	// With the mode of the button, no modifier is needed. The lower half of the plot has one of the curves.
	await keys.getByRole('button', { name: 'Box select' }).click();
	const curve = getKeyValue(tipX, 0) < getKeyValue(tipY, 0) ? tipX : tipY;
	await dragBox(page, [0.001, 0.5, 0.999, 0.999]);
	await keys.getByText(`${indicesIn(curve, 0.0005, 0.4995).length} keys`, { exact: true }).waitFor();
	await keys.getByRole('combobox', { name: 'After' }).selectOption('ping-pong');
	await page.getByRole('button', { name: 'Undo: Set wrap mode' }).waitFor();
	await expect.poll(() => keys.getByRole('combobox', { name: 'After' }).inputValue()).toBe('ping-pong');
	// An empty box deselects.
	await dragBox(page, [0.999, 0.001, 0.9995, 0.01]);
	await expect.poll(() => keys.getByText(/^[\d,]+ keys?$/).count()).toBe(0);
	await expect.poll(() => keys.getByRole('combobox', { name: 'After' }).inputValue()).toBe('');
	await page.keyboard.press('Shift+B');
	expect(await keys.getByRole('button', { name: 'Box select' }).getAttribute('aria-pressed')).toBe('false');
});

test('never takes the keys of an earlier version for those of a later one', async () => {
	const page = await openPlot([`${TIP}.x`], '0,0.5');
	for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
	await page.getByRole('button', { name: 'Insert key' }).click();
	await keysOf(page).getByText('1 key', { exact: true }).waitFor();
	// Without waiting: the index of the inserted key is that of another key after the undo.
	await page.keyboard.press('Control+z');
	await page.keyboard.press('Delete');
	await page.getByRole('button', { name: 'Redo: Insert key' }).waitFor();
	await expectSaved(page, short);
});

test('an entry is for the keys that were selected, and Escape ends a drag', async () => {
	const page = await openPlot([`${TIP}.x`], '0,0.5');
	const keys = keysOf(page);
	const [first, second] = indicesIn(tipX, 0.01, 0.4) as [number, number];
	await clickKey(page, getKeyTime(tipX, first));
	await keys.getByRole('textbox', { name: 'Value' }).fill('+=0.01');
	// Selecting another key ends the entry.
	const at = getKeyTime(tipX, second) / 0.5;
	await dragBox(page, [at - 0.01, 0.01, at + 0.01, 0.99], ['Control']);
	await page.getByRole('button', { name: 'Undo: Move key' }).waitFor();
	const path = `${TIP}.x`;
	const raised = editCurves(short, path, (curve) =>
		setKeys(curve, [first], () => ({ value: getKeyValue(curve, first) + 0.01 })),
	);
	await expectSaved(page, raised);
	await expect
		.poll(() => keys.getByRole('textbox', { name: 'Time' }).inputValue())
		.toBe(formatFloat(getKeyTime(tipX, second)));
	// A key that is at the time of another is refused.
	await keys.getByRole('textbox', { name: 'Time' }).fill(String(getKeyTime(tipX, first)));
	await keys.getByRole('textbox', { name: 'Time' }).press('Enter');
	await page.getByRole('status').getByText('two keys at one time').waitFor();

	await page.keyboard.down('Control');
	const over = (await page.locator('.plot .u-over').boundingBox())!;
	await page.mouse.move(over.x + 5, over.y + 5);
	await page.mouse.down();
	await page.mouse.move(over.x + over.width - 5, over.y + over.height - 5, { steps: 3 });
	await page.locator('.plot .box').waitFor();
	await page.keyboard.press('Escape');
	await expect.poll(() => page.locator('.plot .box').count()).toBe(0);
	await page.mouse.up();
	await page.keyboard.up('Control');
	await keys.getByText('1 key', { exact: true }).waitFor();
	await expectSaved(page, raised);
});

test('sets slopes and weights by dragging the handles of a key', async () => {
	const path = `${TIP}.x`;
	const page = await openPlot([path]);
	const keys = keysOf(page);
	const over = (await page.locator('.plot .u-over').boundingBox())!;
	const index = indicesIn(tipX, 0.1, 0.5)[1]!;
	const { x, y } = await clickKey(page, getKeyTime(tipX, index));
	const field = (name: string) => keys.getByRole('textbox', { name });
	const read = async (name: string): Promise<number> => Number(await field(name).inputValue());
	// Entries wait for each other, without a pause between them.
	await field('In slope').fill('3');
	await field('Out slope').fill('4');
	await field('Out slope').press('Enter');
	await keys.getByRole('combobox', { name: 'Tangents' }).selectOption('flat');
	await page.getByRole('button', { name: 'Undo: Set tangents' }).waitFor();
	await expect.poll(() => read('In slope')).toBe(0);
	await page.keyboard.press('Control+z');
	await expect.poll(() => read('In slope')).toBe(3);
	expect(await read('Out slope')).toBe(4);
	await page.keyboard.press('Control+Shift+z');
	await expect.poll(() => read('In slope')).toBe(0);

	// Flat tangents have handles 44 pixels to the left and right of the key.
	const drag = async (fromX: number, fromY: number, dx: number, dy: number): Promise<void> => {
		await page.mouse.move(x + fromX, y + fromY);
		await page.mouse.down();
		await page.mouse.move(x + fromX + dx, y + fromY + dy, { steps: 4 });
		await page.mouse.up();
	};
	const playhead = await readTime(page);
	await drag(44, 0, 0, -30);
	await page.getByRole('button', { name: 'Undo: Change tangents of key' }).waitFor();
	await expect.poll(() => read('Out slope')).toBeGreaterThan(0.01);
	const slope = await read('Out slope');
	expect(await read('In slope')).toBe(slope);
	expect(await readTime(page)).toBe(playhead);
	const bend = (change: object) =>
		editCurves(short, path, (curve) => setKey(convertSegmentsToHermite(curve, [index]), index, change));
	await expectSaved(page, bend({ inTangent: slope, outTangent: slope }));

	// Alt changes one side. The key is flat again, so the handles are where they were.
	await page.keyboard.press('Control+z');
	await expect.poll(() => read('Out slope')).toBe(0);
	await page.keyboard.down('Alt');
	await drag(-44, 0, 0, -30);
	await page.keyboard.up('Alt');
	await expect.poll(() => read('In slope')).toBeLessThan(-0.01);
	expect(await read('Out slope')).toBe(0);

	// A weight moves the handle to its share of the segment.
	await field('Out weight').fill('0.5');
	await field('Out weight').press('Enter');
	await expect.poll(() => keys.getByRole('combobox', { name: 'Weighted' }).inputValue()).toBe('2');
	const length = ((getKeyTime(tipX, index + 1) - getKeyTime(tipX, index)) / 0.5) * over.width;
	await drag(length / 2, 0, length / 4, 0);
	await expect.poll(() => read('Out weight')).toBeCloseTo(0.75, 1);
	const change = {
		inTangent: await read('In slope'),
		outTangent: await read('Out slope'),
		outWeight: await read('Out weight'),
		weightedMode: 2,
	};
	await expectSaved(page, bend(change));
});

test('drags selected keys together, by whole frames', async () => {
	const path = `${TIP}.x`;
	const page = await openPlot([path]);
	const keys = keysOf(page);
	const over = (await page.locator('.plot .u-over').boundingBox())!;
	const indices = indicesIn(tipX, 0.2, 0.4);
	const { x, y } = await clickKey(page, getKeyTime(tipX, indices[0]!));
	await dragBox(page, [0.4, 0.01, 0.8, 0.99], ['Control']);
	await keys.getByText(`${indices.length} keys`, { exact: true }).waitFor();
	const frame = over.width / 0.5 / 60;
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + frame * 1.3, y, { steps: 4 });
	await page.mouse.up();
	await page.getByRole('button', { name: `Undo: Move ${indices.length} keys` }).waitFor();
	// They are still selected at their new times.
	await keys.getByText(`${indices.length} keys`, { exact: true }).waitFor();
	const { bytes } = await saveAs(page, 'reel');
	const moved = (await decodeRecording(bytes)).recording.hands!.right.joints.indexTip.position.x;
	for (const index of indices) {
		expect(getKeyTime(moved, index) - getKeyTime(tipX, index)).toBeCloseTo(1 / 60, 3);
		expect(getKeyValue(moved, index)).toBe(getKeyValue(tipX, index));
	}

	// A click on one of them selects it alone. A lane for the problems of such keys has moved the plot.
	await page.locator('.labels').getByText('Problems').waitFor();
	const after = (await page.locator('.plot .u-over').boundingBox())!;
	await page.mouse.click(x + frame, y + after.y - over.y);
	await keys.getByText('1 key', { exact: true }).waitFor();
	await page.keyboard.press('Control+z');
	await expect.poll(() => page.getByRole('button', { name: /^Redo: Move/ }).count()).toBe(1);
});
