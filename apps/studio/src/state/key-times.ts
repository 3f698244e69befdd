import { type Curve, getKeyTime, sortCurve } from '@handreel/core';
import { convertSegmentsToHermite } from '@handreel/core/edit';
import { applyEntry, type CurveKeys, KEY_FIELDS, type KeyEntry, type KeyField, readKey } from '../worker/key-edits.ts';

import type { PlottedCurve } from './curve-plot.svelte.ts';

/** Times of selected keys by the path of their curve: ascending, without duplicates. */
export type SelectedTimes = ReadonlyMap<string, Float32Array>;

/** A number that keys share; `null` if they differ. Fields that no key has are left out. */
export type SharedNumbers = Partial<Record<KeyField, number | null>>;

/** The place of a time in ascending times, or of the first later time. */
function findTime(count: number, getTime: (i: number) => number, time: number): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (getTime(middle) < time) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Whether ascending times include a time. */
export function hasTime(times: Float32Array | undefined, time: number): boolean {
	return times !== undefined && times[findTime(times.length, (i) => times[i]!, time)] === time;
}

/** The union of times. */
export function joinTimes(a: Float32Array | undefined, b: Float32Array): Float32Array {
	return a === undefined ? b : listTimes([...a, ...b]);
}

/** Ascending times without duplicates. */
export function listTimes(times: Iterable<number>): Float32Array {
	return Float32Array.from(new Set(Float32Array.from(times))).sort();
}

/** The indices of all keys at given times in the sorted curve. */
export function findKeys(curve: Curve, times: Float32Array): Uint32Array {
	const sorted = sortCurve(curve);
	const indices: number[] = [];
	for (const time of times) {
		let key = findTime(sorted.count, (i) => getKeyTime(sorted, i), time);
		for (; key < sorted.count && getKeyTime(sorted, key) === time; key++) indices.push(key);
	}
	return Uint32Array.from(indices);
}

/** The times of the keys of a curve inside a rectangle of times and values. */
export function findTimesInBox(
	curve: Curve,
	[start, end]: readonly [number, number],
	[low, high]: readonly [number, number],
): Float32Array {
	const { floats, start: first, stride, count } = sortCurve(curve);
	const found: number[] = [];
	for (let at = first; at < first + count * stride; at += stride) {
		const time = floats[at]!;
		const value = floats[at + 1]!;
		// Keys without a number have no height, so only boxes of full height contain them.
		const isInside = (value >= low && value <= high) || (Number.isNaN(value) && low === Number.NEGATIVE_INFINITY);
		if (time >= start && time <= end && isInside && time !== found.at(-1)) found.push(time);
	}
	return Float32Array.from(found);
}

/** Selected times after a change of keys. */
export function moveTimes(times: SelectedTimes, entries: readonly KeyEntry[]): SelectedTimes {
	const moves = entries.filter(({ field }) => field === 'time');
	if (moves.length === 0) return times;
	const move = (time: number): number => moves.reduce((moved, entry) => applyEntry(entry, moved), time);
	return new Map([...times].map(([path, own]) => [path, listTimes(own.map(move))]));
}

/** The numbers that selected keys share. Lines have the slopes that they play. */
export function readShared(curves: readonly PlottedCurve[], keys: readonly CurveKeys[]): SharedNumbers {
	const shared: SharedNumbers = {};
	for (const { path, indices } of keys) {
		const curve = curves.find((entry) => entry.path === path)?.curve;
		if (curve === undefined) continue;
		const isBoolean = curve.kind === 'boolean';
		const base = isBoolean ? sortCurve(curve) : convertSegmentsToHermite(curve, indices);
		for (const field of Object.keys(KEY_FIELDS) as KeyField[]) {
			if (isBoolean && field !== 'time' && field !== 'value') continue;
			for (const key of indices) {
				if (shared[field] === null) break;
				const number = readKey(base, key, field);
				if (shared[field] === undefined) shared[field] = number;
				else if (!Object.is(shared[field], number)) shared[field] = null;
			}
		}
	}
	return shared;
}
