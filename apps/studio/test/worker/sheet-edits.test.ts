import { readFileSync } from 'node:fs';
import { type Curve, createCurve, getKeyTime, getKeyValue, iterateCurves, readRecording } from '@handreel/core';
import { compareRecordings, editCurves } from '@handreel/core/edit';
import { getKeyOutTangent, sortCurve } from '@handreel/core/internal';
import { expect, test } from 'vitest';
import { editSheet, type KeyBox } from '../../src/worker/sheet-edits.ts';
import { fixturePath } from '../support/fixture-path.ts';

const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const PATH = 'hands.right.joints.indexTip.position.x';
const curves = new Map(iterateCurves(recording));
const rights = [...curves.keys()].filter((path) => path.startsWith('hands.right.'));

function keysOf(curve: Curve): [time: number, value: number][] {
	const sorted = sortCurve(curve);
	return Array.from({ length: sorted.count }, (_, key) => [getKeyTime(sorted, key), getKeyValue(sorted, key)]);
}
const isInside = (box: KeyBox, time: number): boolean => time >= box.start && time <= box.end;
const BOX: KeyBox = { paths: rights, start: 1, end: 2 };

test('moved keys keep their values, and everything outside of the box its bits', () => {
	const edit = { kind: 'move-boxes', boxes: [BOX], pivot: 0, factor: 1, seconds: 0.004 } as const;
	const edited = new Map(iterateCurves(editSheet(recording, edit, null)));
	for (const [path, before] of curves) {
		const after = edited.get(path)!;
		if (!rights.includes(path)) {
			expect(after, path).toBe(before);
			continue;
		}
		const moved = keysOf(before).map(([time, value]) => [
			isInside(BOX, time) ? Math.fround(time + 0.004) : time,
			value,
		]);
		expect(keysOf(after), path).toEqual(moved.sort(([a = 0], [b = 0]) => a - b));
	}
});

test('moved keys replace the keys that they meet', () => {
	const curve = createCurve([0, 1, 1, 2, 2, 3, 3, 4]);
	const changed = editCurves(recording, PATH, () => curve);
	const boxes = [{ paths: [PATH], start: 0, end: 1 }];
	const edited = editSheet(changed, { kind: 'move-boxes', boxes, pivot: 0, factor: 1, seconds: 2 }, null);
	expect(keysOf(new Map(iterateCurves(edited)).get(PATH)!)).toEqual([
		[2, 1],
		[3, 2],
	]);
});

test('scaled keys keep the shape of the curve: slopes change with the time', () => {
	const curve = createCurve([0, 0, 1, 1, 1, 1, 0, 1, 1, 2, -1, 1, 1, 0, 2, 0, 0, 0, 1, 1, 0], { stride: 7 });
	const changed = editCurves(recording, PATH, () => curve);
	const boxes = [{ paths: [PATH], start: 0, end: 2 }];
	const edited = editSheet(changed, { kind: 'move-boxes', boxes, pivot: 0, factor: 2, seconds: 0 }, null);
	const scaled = new Map(iterateCurves(edited)).get(PATH)!;
	expect(keysOf(scaled).map(([time]) => time)).toEqual([0, 2, 4]);
	expect(getKeyOutTangent(scaled, 1)).toBe(getKeyOutTangent(curve, 1) / 2);
});

test('deleted keys are gone, and all others stay', () => {
	const edited = new Map(iterateCurves(editSheet(recording, { kind: 'delete-boxes', boxes: [BOX] }, null)));
	for (const path of rights) {
		expect(keysOf(edited.get(path)!), path).toEqual(keysOf(curves.get(path)!).filter(([time]) => !isInside(BOX, time)));
	}
});

test('pasted keys are copies, later; a paste in place changes nothing', () => {
	const paste = (seconds: number) =>
		editSheet(recording, { kind: 'paste-boxes', source: null as never, boxes: [BOX], seconds }, recording);
	const { position, rotation } = compareRecordings(recording, paste(0));
	expect([position?.max, rotation?.max]).toEqual([0, 0]);
	const edited = new Map(iterateCurves(paste(10)));
	for (const path of rights) {
		const copied = keysOf(curves.get(path)!).filter(([time]) => isInside(BOX, time));
		const expected = [...keysOf(curves.get(path)!), ...copied.map(([time, value]) => [Math.fround(time + 10), value])];
		expect(keysOf(edited.get(path)!), path).toEqual(expected);
	}
});
