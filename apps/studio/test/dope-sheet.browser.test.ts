// The dope sheet, used by pointer, touch and keyboard. What is saved is compared with what the same edit makes of the recording.
import { readFileSync } from 'node:fs';
import {
	createCurve,
	createRecording,
	iterateCurves,
	type JointName,
	type PoseParts,
	type Recording,
	readRecording,
	summarizeRecording,
	writeRecording,
} from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { editSheet, type KeyBox } from '../src/worker/sheet-edits.ts';
import { listSerious } from './support/axe.ts';
import { expectSaved } from './support/expect-saved.ts';
import { fixturePath } from './support/fixture-path.ts';
import { pickFiles } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const bytes = encodeReel(recording);
const paths = [...iterateCurves(recording)].filter(([, { count }]) => count > 0).map(([path]) => path);
const below = (start: string): string[] => paths.filter((path) => path.startsWith(start));
const WIDE = { viewport: { width: 1440, height: 900 } };

const studio = useStudio();

const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true });
const undo = (page: Page): Locator => page.getByRole('button', { name: /^Undo/ });

async function openSheet(page: Page, name: string, file: Uint8Array = bytes): Promise<void> {
	await pickFiles(page, { [name]: file });
	await page.locator('body').press('Home');
	if (!(await page.locator('.sheet').isVisible())) await page.keyboard.press('Shift+Q');
	await row(page, 'Right hand').waitFor();
	await page.waitForFunction(() => document.querySelector('.sheet canvas') !== null);
}

interface Places {
	xOf(time: number): number;
	yOf(name: string): Promise<number>;
}

async function findPlaces(page: Page, duration = recording.duration): Promise<Places> {
	const box = (await page.locator('.sheet canvas').boundingBox())!;
	return {
		xOf: (time) => box.x + (time / duration) * box.width,
		yOf: async (name) => {
			const { y, height } = (await row(page, name).boundingBox())!;
			return y + height / 2;
		},
	};
}

async function dragFromTo(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
	await page.mouse.move(...from);
	await page.mouse.down();
	await page.mouse.move(...to, { steps: 5 });
	await page.mouse.up();
}

// Two hands with a key per frame for the positions of the joints of two fingers.
function createLong(seconds: number): Recording {
	const wave = (phase: number): ReturnType<typeof createCurve> => {
		const keys = new Float32Array(seconds * 60 * 2);
		for (let i = 0; i < keys.length / 2; i++) {
			keys[i * 2] = i / 60;
			keys[i * 2 + 1] = Math.sin(i / 40 + phase);
		}
		return createCurve(keys);
	};
	const joints = ['Metacarpal', 'Knuckle', 'Middle', 'Distal', 'Tip'].map((part) => `index${part}` as JointName);
	const pose = (phase: number): PoseParts => ({ position: { x: wave(phase), y: wave(phase + 1), z: wave(phase + 2) } });
	const hand = (phase: number) => ({
		tracked: createCurve([0, 1], { kind: 'boolean' }),
		joints: Object.fromEntries(joints.map((name, i) => [name, pose(phase + i)])),
	});
	return createRecording({ hands: { left: hand(0), right: hand(3) } });
}

// The keys of a box as the sheet selects them: from the first key to the last.
function tighten(box: KeyBox): KeyBox {
	const times = [...iterateCurves(recording)]
		.filter(([path]) => box.paths.includes(path))
		.flatMap(([, { floats, start, stride, count }]) =>
			Array.from({ length: count }, (_, i) => floats[start + i * stride]!),
		)
		.filter((time) => time >= box.start && time <= box.end);
	return { paths: box.paths, start: Math.min(...times), end: times.reduce((a, b) => Math.max(a, b), 0) };
}

test('a box over rows selects keys, which move by dragging; undo takes it back', async () => {
	const page = await studio.sharePage(WIDE);
	await openSheet(page, 'move.reel');
	const { xOf, yOf } = await findPlaces(page);
	// Between the keys of frames.
	const [start, end] = [1.007, 2.007];
	await dragFromTo(page, [xOf(start), (await yOf('Left hand')) - 6], [xOf(end), (await yOf('Right hand')) + 6]);
	await page.getByRole('status').filter({ hasText: '2 rows' }).waitFor();
	expect(await listSerious(page)).toEqual([]);
	const handle = (await page.locator('.bar .move').boundingBox())!;
	const grip = [handle.x + handle.width / 2, handle.y + handle.height / 2] as const;
	await dragFromTo(page, grip, [grip[0] + (xOf(0.5) - xOf(0)), grip[1]]);
	await page.getByRole('button', { name: 'Undo: Move keys' }).waitFor();
	// Keys snap to frames.
	const frameRate = summarizeRecording(recording).frameRate!;
	const seconds = Math.round(0.5 * frameRate) * (1 / frameRate);
	const boxes = ['hands.left.', 'hands.right.'].map((name) => tighten({ paths: below(name), start, end }));
	await expectSaved(
		page,
		editSheet(recording, { kind: 'move-boxes', boxes, pivot: boxes[0]!.start, factor: 1, seconds }, null),
	);
	await undo(page).click();
	await page.getByRole('button', { name: 'Redo: Move keys' }).waitFor();
	await expectSaved(page, recording);
});

test('rows unfold to fingers, joints and curves by keyboard, and their keys are scaled, copied, pasted and deleted', async () => {
	const page = await studio.sharePage(WIDE);
	await openSheet(page, 'keys.reel');
	await row(page, 'Right hand').press('ArrowRight');
	await row(page, 'Index').press('ArrowRight');
	await row(page, 'Tip').press('ArrowRight');
	await row(page, 'Position').press('Enter');
	await page.getByRole('status').filter({ hasText: '1 row' }).waitFor();
	const box = tighten({ paths: below('hands.right.joints.indexTip.position.'), start: 0, end: 10 });
	await page.getByRole('textbox', { name: 'Scale by' }).fill('0.5');
	await page.getByRole('textbox', { name: 'Scale by' }).press('Enter');
	await page.getByRole('button', { name: 'Undo: Scale keys' }).waitFor();
	const scaled = editSheet(
		recording,
		{ kind: 'move-boxes', boxes: [box], pivot: box.start, factor: 0.5, seconds: 0 },
		null,
	);
	await expectSaved(page, scaled);

	await row(page, 'Position').press('Control+c');
	await page.getByText('Keys copied').waitFor();
	await page.locator('body').press('End');
	await row(page, 'Position').press('Control+v');
	await page.getByRole('button', { name: 'Undo: Paste keys' }).waitFor();
	await page.locator('body').press('Delete');
	await page.getByRole('button', { name: 'Undo: Delete keys' }).waitFor();
	// What was pasted is selected, so only that is deleted.
	const end = box.start + (box.end - box.start) * 0.5;
	const copied = { ...box, end: Math.fround(end) };
	const seconds = recording.duration - box.start;
	const pasted = editSheet(scaled, { kind: 'paste-boxes', source: null as never, boxes: [copied], seconds }, scaled);
	const deleted = { ...copied, start: Math.fround(copied.start + seconds), end: Math.fround(copied.end + seconds) };
	await expectSaved(page, editSheet(pasted, { kind: 'delete-boxes', boxes: [deleted] }, null));
	for (const title of ['Delete keys', 'Paste keys', 'Scale keys']) {
		await page.getByRole('button', { name: `Undo: ${title}` }).click();
		await page.getByRole('button', { name: `Redo: ${title}` }).waitFor();
	}
	await expectSaved(page, recording);
});

test('a drag that Escape ends changes nothing, and Escape selects nothing', async () => {
	const page = await studio.sharePage(WIDE);
	await openSheet(page, 'escape.reel');
	await row(page, 'Head').click();
	await page.getByRole('status').filter({ hasText: '1 row' }).waitFor();
	const handle = (await page.locator('.bar .move').boundingBox())!;
	await page.mouse.move(handle.x + 50, handle.y + 4);
	await page.mouse.down();
	await page.mouse.move(handle.x + 150, handle.y + 4, { steps: 4 });
	await page.keyboard.press('Escape');
	await page.mouse.up();
	await page.getByRole('status').filter({ hasText: '1 row' }).waitFor();
	await page.locator('.sheet canvas').press('Escape');
	await page.getByRole('status').filter({ hasText: 'Drag over keys' }).waitFor();
	expect(await undo(page).isDisabled()).toBe(true);
});

test('a finger selects in a phone, and the page stays in its frame', async () => {
	const page = await studio.openPage('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
	await openSheet(page, 'phone.reel');
	expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
	await row(page, 'Left hand').tap();
	await page.getByRole('status').filter({ hasText: '1 row' }).waitFor();
	await page.getByRole('button', { name: 'Delete', exact: true }).tap();
	await page.getByRole('status').filter({ hasText: 'Drag over keys' }).waitFor();
	expect(await listSerious(page)).toEqual([]);
});

test('keys of all rows of ten minutes are dragged, and Escape leaves them where they were', async () => {
	const page = await studio.openPage('', WIDE);
	await openSheet(page, 'long.bin', writeRecording(createLong(10 * 60)));
	for (const name of ['Right hand', 'Left hand']) await row(page, name).press('ArrowRight');
	await row(page, 'Index').first().waitFor();
	await row(page, 'Right hand').press('Control+a');
	await page.getByRole('status').filter({ hasText: '2 rows' }).waitFor();
	const handle = (await page.locator('.bar .move').boundingBox())!;
	await page.mouse.move(handle.x + 200, handle.y + 4);
	await page.mouse.down();
	await page.mouse.move(handle.x + 400, handle.y + 4, { steps: 20 });
	await page.keyboard.press('Escape');
	await page.mouse.up();
	expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
});
