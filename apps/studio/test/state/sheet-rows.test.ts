import { readFileSync } from 'node:fs';
import { iterateCurves, readRecording } from '@handreel/core';
import { expect, test } from 'vitest';
import { listRows, type SheetRow, showRows } from '../../src/state/sheet-rows.ts';
import { fixturePath } from '../support/fixture-path.ts';

const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const curves = [...iterateCurves(recording)].map(([path, { count }]) => ({ path, count }));
const rows = listRows(curves);

test('rows are sections, fingers, joints and curves', () => {
	expect(rows.map(({ title }) => title)).toEqual(['Head', 'Left hand', 'Right hand', 'Gaze']);
	const hand = rows[2]!;
	expect(hand.children.map(({ title }) => title)).toEqual(
		expect.arrayContaining(['Tracked', 'Wrist', 'Palm', 'Thumb', 'Index', 'Middle', 'Ring', 'Pinky']),
	);
	const index = hand.children.find(({ title }) => title === 'Index')!;
	expect(index.children.map(({ title }) => title)).toEqual(['Metacarpal', 'Knuckle', 'Middle', 'Distal', 'Tip']);
	expect(index.children[4]!.children.map(({ title }) => title)).toEqual(['Position', 'Rotation']);
});

test('every curve with keys is in one row of each level, and every row has its own id', () => {
	const ids: string[] = [];
	const check = ({ id, paths, children }: SheetRow): void => {
		ids.push(id);
		if (children.length > 0) expect(children.flatMap((row) => row.paths).sort()).toEqual([...paths].sort());
		for (const child of children) check(child);
	};
	for (const row of rows) check(row);
	expect(new Set(ids).size).toBe(ids.length);
	const filled = curves.filter(({ count }) => count > 0).map(({ path }) => path);
	expect(rows.flatMap(({ paths }) => paths).sort()).toEqual(filled.sort());
});

test('the rows of a folded row are not shown', () => {
	expect(showRows(rows, new Set())).toHaveLength(rows.length);
	const opened = showRows(rows, new Set(['hands.left']));
	expect(opened.filter(({ level }) => level === 2).map(({ id }) => id)).toEqual(rows[1]!.children.map(({ id }) => id));
});
