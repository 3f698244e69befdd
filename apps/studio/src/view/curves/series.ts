import {
	type Curve,
	evaluateCurve,
	evaluateCurveAt,
	evaluateCurveVelocity,
	getKeyTime,
	getKeyValue,
} from '@handreel/core';
import { sortCurve } from '@handreel/core/internal';

/** The value of a curve at a time, or its change per second. NaN without keys. */
export function readCurve(curve: Curve, time: number, isSpeed: boolean): number {
	if (curve.count === 0) return Number.NaN;
	return isSpeed ? evaluateCurveVelocity(curve, time) : evaluateCurve(curve, time);
}

function spreadOver([start, end]: readonly [number, number], count: number): Float64Array {
	return Float64Array.from({ length: count }, (_, i) => start + ((end - start) * i) / (count - 1));
}

/** Samples of several curves at the same times, two per pixel. */
export interface Plotted {
	readonly times: Float64Array;
	readonly rows: readonly Float64Array[];
}

/**
 * Samples curves for a plot. Each pixel has the lowest and the highest value of the curve and its keys, so a single outlier
 * is visible at every zoom level.
 */
export function plotCurves(
	curves: readonly Curve[],
	range: readonly [start: number, end: number],
	pixels: number,
	isSpeed: boolean,
): Plotted {
	const times = spreadOver(range, pixels * 2);
	const perSecond = (times.length - 1) / (range[1] - range[0]);
	const rows = curves.map((curve) => {
		if (curve.count === 0) return new Float64Array(times.length).fill(Number.NaN);
		const row = isSpeed
			? times.map((time) => evaluateCurveVelocity(curve, time))
			: evaluateCurveAt(curve, times, new Float64Array(times.length));
		const sorted = sortCurve(curve);
		const { floats, start, stride } = sorted;
		const [first, end] = findKeys(sorted, range);
		// Every zoom step visits the keys of minutes, so the loop reads their words.
		for (let i = start + first * stride; i < start + end * stride; i += stride) {
			const time = floats[i]!;
			const value = isSpeed ? evaluateCurveVelocity(curve, time) : floats[i + 1]!;
			const low = Math.floor(((time - range[0]) * perSecond) / 2) * 2;
			const a = row[low]!;
			const b = row[low + 1]!;
			const isBelow = !(a <= value || b <= value);
			const isAbove = !(a >= value || b >= value);
			if ((isBelow || isAbove) && Number.isFinite(value)) row[(isBelow ? a < b : a > b) ? low : low + 1] = value;
		}
		return row;
	});
	return { times, rows };
}

/** Calls `visit` for every key in a range with its stored time and value, in the order of time. */
export function forEachKey(
	curve: Curve,
	range: readonly [start: number, end: number],
	visit: (time: number, value: number) => void,
): void {
	const sorted = sortCurve(curve);
	const [first, end] = findKeys(sorted, range);
	for (let i = first; i < end; i++) visit(getKeyTime(sorted, i), getKeyValue(sorted, i));
}

/** The number of keys in a range. */
export function countKeys(curve: Curve, range: readonly [start: number, end: number]): number {
	const [first, end] = findKeys(sortCurve(curve), range);
	return Math.max(0, end - first);
}

/** The index of the last key at or before a time, or −1. */
export function findKeyBefore(curve: Curve, time: number): number {
	if (sortCurve(curve) === curve) return countBefore(curve, (at) => at <= time) - 1;
	let found = -1;
	for (let i = 0; i < curve.count; i++) {
		const at = getKeyTime(curve, i);
		if (at <= time && (found < 0 || at >= getKeyTime(curve, found))) found = i;
	}
	return found;
}

function findKeys(sorted: Curve, [start, end]: readonly [number, number]): [first: number, end: number] {
	return [countBefore(sorted, (time) => time < start), countBefore(sorted, (time) => time <= end)];
}

// The number of keys at the start of a sorted curve whose time satisfies a condition.
function countBefore(sorted: Curve, holds: (time: number) => boolean): number {
	let low = 0;
	let high = sorted.count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(getKeyTime(sorted, middle))) low = middle + 1;
		else high = middle;
	}
	return low;
}
