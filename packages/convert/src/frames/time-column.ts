import type { Curve, Issue, RecordingInfo } from '@handreel/core';
import { formatFloat } from '../common/format-float.ts';
import { createWarning } from '../common/warning.ts';

/** The times of rows as recordings hold them. */
export interface SettledTimes {
	/** A time per row, near 0 if rounding would have changed large times. */
	readonly times: Float32Array;
	/** The start on the clock of the table if the times were moved. */
	readonly info: RecordingInfo;
	readonly issues: readonly Issue[];
}

/** Rounding above this share of the median step is visible as jitter. */
const MAX_SHARE = 0.01;

/**
 * Collects the times of rows as doubles. Recordings hold times as float32, which at Unix times are minutes apart: times
 * that would be changed by rounding are moved to start at 0.
 */
export class TimeColumn {
	readonly #times: number[] = [];

	/** The number of rows so far. */
	get length(): number {
		return this.#times.length;
	}

	/** Adds the time of the next row and returns the index of the row. `fail` is called for times that do not increase. */
	add(time: number, fail: (reason: string) => never): number {
		const last = this.#times.at(-1);
		if (!Number.isFinite(Math.fround(time))) fail(`${time} is not a time`);
		if (last !== undefined && !(time > last)) fail(`${time} does not come after ${last}`);
		return this.#times.push(time) - 1;
	}

	/** Rounds all times. `fail` is called for the first row whose time cannot be told from that of the row before. */
	settle(fail: (row: number, reason: string) => never): SettledTimes {
		const given = this.#times;
		// Times of float32 recorders stay as they are, even if their precision is low.
		if (given.every(isFloat32)) return { times: Float32Array.from(given), info: {}, issues: [] };
		const step = findMedianStep(given);
		const isMoved = findRounding(given) > MAX_SHARE * step;
		const start = isMoved ? given[0]! : 0;
		const moved = given.map((time) => time - start);
		const times = Float32Array.from(moved);
		const equal = times.findIndex((time, row) => row > 0 && time === times[row - 1]);
		if (equal > 0) {
			fail(equal, `${given[equal]} and ${given[equal - 1]}, the time before, are the same as float32 numbers`);
		}
		const issues: Issue[] = [];
		if (start !== 0) {
			const message = `moved by ${-start} s to start at 0; info.startTime holds the start`;
			issues.push({ ...createWarning('times-moved', 'times', message), severity: 'info' });
		}
		const rounding = findRounding(moved);
		if (rounding > MAX_SHARE * step) {
			const [error, median] = [rounding, step].map((value) => `${Number((value * 1000).toPrecision(3))} ms`);
			const message = `rounding to float32 moves rows by up to ${error}; the median step is ${median}`;
			issues.push(createWarning('time-precision-lost', 'times', message));
		}
		return { times, info: start === 0 ? {} : { startTime: start }, issues };
	}
}

/** Replaces the row numbers in place of times that a curve of a table was built with. */
export function placeRows(curve: Curve, times: Float32Array): void {
	const { words, floats, start, stride, count } = curve;
	for (let i = start; i < start + count * stride; i += stride) floats[i] = times[words[i]!]!;
}

// Whether a number is float32, or the shortest text of one.
function isFloat32(time: number): boolean {
	const rounded = Math.fround(time);
	return rounded === time || Number(formatFloat(rounded)) === time;
}

function findRounding(times: readonly number[]): number {
	return times.reduce((worst, time) => Math.max(worst, Math.abs(Math.fround(time) - time)), 0);
}

function findMedianStep(times: readonly number[]): number {
	const steps = Float64Array.from({ length: Math.max(0, times.length - 1) }, (_, i) => times[i + 1]! - times[i]!);
	return steps.sort()[steps.length >> 1] ?? Number.POSITIVE_INFINITY;
}
