import { createCurve, createRecording, summarizeBytes, writeRecording } from '@handreel/core';
import { expect, test } from 'vitest';
import { type BakedTable, bakeTable } from '../../src/worker/bake-table.ts';

function bake(times: readonly number[]): BakedTable {
	const x = createCurve(times.flatMap((time) => [time, time]));
	const recording = createRecording({ head: { position: { x } } });
	return bakeTable(recording, summarizeBytes(writeRecording(recording)));
}

test('covers the recording from start to end', () => {
	const { table, start, end } = bake([0, 0.5, 1]);
	expect([start, end]).toEqual([0, 1]);
	expect(table.times[0]).toBe(0);
	expect(table.times.at(-1)).toBeGreaterThanOrEqual(1);
	expect(table.head?.[0]).toBe(0);
});

test('starts before 0 if the keys do', () => {
	const { table, start } = bake([-2, 0, 1]);
	expect(start).toBe(-2);
	expect(table.times[0]).toBe(-2);
});

test('has 60 rows per second if the frame rate is unknown, and fewer in long recordings', () => {
	expect(bake([0, 1, 2, 3]).tableFrameRate).toBe(60);
	const long = bake([0, 36_000]);
	expect(long.table.times.length).toBeLessThanOrEqual(40_000);
	expect(long.table.times.at(-1)).toBeGreaterThanOrEqual(36_000);
});
