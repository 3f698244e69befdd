import { readFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import { moveRecording, shiftRecording, trimRecording } from '@handreel/core/edit';
import { expect, test } from 'vitest';
import { compareFiles } from '../../src/worker/compare-files.ts';
import { storeRecording } from '../../src/worker/stored-recording.ts';
import { fixturePath } from '../support/fixture-path.ts';

const full = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const a = storeRecording(full);
const NONE = { offset: 0, isAligned: false };

test('table and lane cover the time that both recordings share, and have the same maximum', async () => {
	const b = storeRecording(trimRecording(full, { start: 1, end: 3 }));
	const { result, lane, moved } = await compareFiles({ a, b, settings: NONE });
	expect([result.start, result.end]).toEqual([0, 2]);
	expect(lane.times.at(-1)).toBeLessThanOrEqual(2);
	expect(Math.max(...lane.position)).toBeCloseTo(result.position!.max, 6);
	expect(Math.max(...lane.rotation)).toBeCloseTo(result.rotation!.max, 3);
	expect(moved).toBeNull();
});

test('an offset moves the second recording in time', async () => {
	const b = storeRecording(trimRecording(full, { start: 1, end: 3 }));
	const { result, moved } = await compareFiles({ a, b, settings: { offset: 1, isAligned: false } });
	expect([result.start, result.end]).toEqual([1, 3]);
	expect(result.position!.max).toBeLessThan(1e-5);
	expect(moved!.end).toBeCloseTo(3, 5);
	const late = storeRecording(shiftRecording(full, 0.5));
	const back = await compareFiles({ a, b: late, settings: { offset: -0.5, isAligned: false } });
	expect(back.result.position!.max).toBeLessThan(1e-5);
});

test('alignment puts the heads at the same place, facing the same way', async () => {
	const turned = moveRecording(full, [3, 0.5, -2, 0, Math.sin(0.6), 0, Math.cos(0.6)]);
	const { result } = await compareFiles({ a, b: storeRecording(turned), settings: { offset: 0, isAligned: true } });
	expect(result.position!.max).toBeLessThan(1e-4);
	expect(result.rotation!.max).toBeLessThan(0.05);
});
