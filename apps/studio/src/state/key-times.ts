import type { Curve } from '@handreel/core';
import { sortCurve } from '@handreel/core/internal';
import {
	applyEntry,
	type CurveKeys,
	type KeyEntry,
	type KeyField,
	listFields,
	prepareKeys,
	readKey,
} from '../worker/key-edits.ts';
import type { PlottedCurve } from './curve-plot.svelte.ts';

/** Times of selected keys by the path of their curve: ascending, without duplicates. */
export type SelectedTimes = ReadonlyMap<string, Float32Array>;

/** A number that keys share; `null` if they differ. Fields that no key has are left out. */
export type SharedNumbers = Partial<Record<KeyField, number | null>>;

/** Keys whose numbers are compared first. Most selections of many keys share nothing, and a look at all keys takes long. */
const FIRST_KEYS = 64;

/** Whether ascending times include a time. */
export function hasTime(times: Float32Array | undefined, time: number): boolean {
	if (times === undefined) return false;
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle]! < time) low = middle + 1;
		else high = middle;
	}
	return times[low] === time;
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
	const { floats, start, stride, count } = sortCurve(curve);
	const indices = new Uint32Array(count);
	let found = 0;
	// Both are ascending, so one pass is enough for any number of keys.
	for (let key = 0, i = 0; key < count && i < times.length; key++) {
		const time = floats[start + key * stride]!;
		while (i < times.length && times[i]! < time) i++;
		if (times[i] === time) indices[found++] = key;
	}
	return indices.slice(0, found);
}

/** The times of the keys of a curve inside a rectangle of times and values. */
export function findTimesInBox(
	curve: Curve,
	[start, end]: readonly [number, number],
	[low, high]: readonly [number, number],
): Float32Array {
	const { floats, start: first, stride, count } = sortCurve(curve);
	const times = new Float32Array(count);
	let found = 0;
	for (let at = first; at < first + count * stride; at += stride) {
		const time = floats[at]!;
		const value = floats[at + 1]!;
		// Keys without a number have no height, so only boxes of full height contain them.
		const isInside = (value >= low && value <= high) || (Number.isNaN(value) && low === Number.NEGATIVE_INFINITY);
		if (time >= start && time <= end && isInside && (found === 0 || time !== times[found - 1])) times[found++] = time;
	}
	return times.slice(0, found);
}

/** Selected times after a change of keys. */
export function moveTimes(times: SelectedTimes, entries: readonly KeyEntry[]): SelectedTimes {
	const moves = entries.filter(({ field }) => field === 'time');
	if (moves.length === 0) return times;
	const move = (time: number): number => moves.reduce((moved, entry) => applyEntry(entry, moved), time);
	return new Map([...times].map(([path, own]) => [path, listTimes(own.map(move))]));
}

/**
 * The path of a curve in which a change would move keys to the time of another key, or `null`. Keys that had one time before
 * may keep it in common.
 */
export function findCollision(
	curves: readonly PlottedCurve[],
	keys: readonly CurveKeys[],
	entries: readonly KeyEntry[],
): string | null {
	const moves = entries.filter(({ field }) => field === 'time');
	if (moves.length === 0) return null;
	const collided = keys.find(({ path, indices }) => {
		const curve = curves.find((entry) => entry.path === path)?.curve;
		return curve !== undefined && collides(sortCurve(curve), indices, moves);
	});
	return collided?.path ?? null;
}

function collides(sorted: Curve, indices: Uint32Array, moves: readonly KeyEntry[]): boolean {
	const moved = new Map<number, number>();
	const chosen = new Set(indices);
	const others = new Set<number>();
	for (let key = 0; key < sorted.count; key++) {
		const time = readKey(sorted, key, 'time');
		if (!chosen.has(key)) {
			others.add(time);
			continue;
		}
		const after = Math.fround(moves.reduce((number, entry) => applyEntry(entry, number), time));
		if ((moved.get(after) ?? time) !== time) return true;
		moved.set(after, time);
	}
	return [...moved].some(([after, before]) => after !== before && others.has(after));
}

/** The numbers that selected keys share. Lines have the slopes that they play. */
export function readShared(curves: readonly PlottedCurve[], keys: readonly CurveKeys[]): SharedNumbers {
	const shared: SharedNumbers = {};
	const entries = keys.flatMap(({ path, indices }) => {
		const curve = curves.find((entry) => entry.path === path)?.curve;
		return curve === undefined ? [] : [{ curve, indices }];
	});
	for (const { curve, indices } of entries) compareNumbers(shared, curve, indices.subarray(0, FIRST_KEYS));
	for (const { curve, indices } of entries) compareNumbers(shared, curve, indices.subarray(FIRST_KEYS));
	return shared;
}

function compareNumbers(shared: SharedNumbers, curve: Curve, indices: Uint32Array): void {
	const open = listFields(curve).filter((field) => shared[field] !== null);
	if (indices.length === 0 || open.length === 0) return;
	const base = prepareKeys(curve, indices, open);
	for (const field of open) {
		for (const key of indices) {
			const number = readKey(base, key, field);
			if (shared[field] === undefined) shared[field] = number;
			else if (!Object.is(shared[field], number)) {
				shared[field] = null;
				break;
			}
		}
	}
}
