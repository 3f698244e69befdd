import { readdirSync, readFileSync } from 'node:fs';
import { createCurve, createRecording, type QuatCurves, readRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { findLostW } from '../../src/codec/find-lost-w.ts';
import { loseW } from '../support/lose-w.ts';

const folder = new URL('../../../../fixtures/recorded/', import.meta.url);
const read = (name: string) => readRecording(readFileSync(new URL(name, folder)));
const headWith = (rotation: Partial<QuatCurves>) => createRecording({ layout: 'mrtk-1.1', head: { rotation } });
const line = (...values: number[]) => createCurve(values.flatMap((value, i) => [i, value]));

describe('findLostW', () => {
	it('finds head and 26 joints of both hands in a recording of MRTK 2.6.0', () => {
		const recording = read('mrtk-2.6.0-full-5s.bin');
		const found = findLostW(recording);
		expect(found).toHaveLength(53);
		expect(found[0]).toEqual({
			path: 'head.rotation',
			rotation: recording.head?.rotation,
			keyCount: 98,
			partition: 'some',
		});
		expect(found[1]?.path).toBe('hands.left.joints.wrist.rotation');
		expect(found.reduce((sum, { keyCount }) => sum + keyCount, 0)).toBe(7626);
	});

	it('finds nothing in recordings of other releases', () => {
		const names = readdirSync(folder).filter((name) => name.endsWith('.bin') && !/2\.6\.0|0bytes/.test(name));
		expect(names.length).toBeGreaterThan(20);
		for (const name of names) expect(findLostW(read(name)), name).toEqual([]);
	});

	it('recognizes partition size 0, where a second key has the last z', () => {
		const found = findLostW(loseW(read('mrtk-2.8.3-n020-part0.bin'), 'none'));
		expect(found.length).toBeGreaterThan(20);
		for (const { partition } of found) expect(partition).toBe('none');
	});

	it('accepts rotations with one key, or with as many keys of w as of x', () => {
		expect(findLostW(headWith({ x: line(0), y: line(0), z: line(0), w: line(1) }))).toEqual([]);
		expect(findLostW(headWith({ x: line(0, 0.6), y: line(0, 0), z: line(0, 0), w: line(1, 0.8) }))).toEqual([]);
		// Valid although w equals z at the end; and zero, as in joint None.
		const half = Math.SQRT1_2;
		expect(findLostW(headWith({ x: line(0, 0), y: line(1, 0), z: line(0, half), w: line(0, half) }))).toEqual([]);
		expect(findLostW(headWith({ x: line(0, 0), y: line(0, 0), z: line(0, 0), w: line(0, 0) }))).toEqual([]);
	});

	it('recognizes a wrong second key by the length of the rotation', () => {
		const lost = headWith({ x: line(0, 0.6), y: line(0, 0), z: line(0, 0), w: line(1, 0) });
		expect(findLostW(lost)).toMatchObject([{ path: 'head.rotation', keyCount: 2, partition: 'none' }]);
		const { head } = lost;
		expect(findLostW(createRecording({ head }))).toEqual([]);
		expect(findLostW(createRecording({ head, layout: 'mrtk-1.0' }))).toEqual([]);
	});
});
