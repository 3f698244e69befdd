import { sortCurve } from '../curves/sort.ts';
import { type Curve, getKeyTime } from '../model/curve.ts';
import { effectiveWrap, isRepeating, repeatKeyTime } from '../model/wrap-mode.ts';
import { isLockstep } from '../sample/group.ts';

/** A span of time in seconds. */
export interface TimeRange {
	readonly start: number;
	readonly end: number;
}

// A curve with more repeated keys is compared at regular times instead, which are at least this many seconds apart.
const MAX_REPEATED_KEYS = 100_000;
const ROW_STEP = 1 / 60;

/**
 * All times at which one of the curves may turn or jump, sorted and without duplicates: the ends of the range, and the
 * key times in it, including those that wrap modes repeat.
 */
export function listTurns(curves: readonly Curve[], { start, end }: TimeRange, defaultWrap: number): Float64Array {
	const repeats = [start, end];
	const known: Curve[] = [];
	for (const given of curves) {
		const curve = sortCurve(given);
		if (known.some((other) => isLockstep([other, curve]))) continue;
		known.push(curve);
		if (curve.count < 2) continue;
		const { preWrap, postWrap } = curve;
		pushRepeats(repeats, curve, effectiveWrap(preWrap, defaultWrap), start, Math.min(end, getKeyTime(curve, 0)));
		const last = getKeyTime(curve, curve.count - 1);
		pushRepeats(repeats, curve, effectiveWrap(postWrap, defaultWrap), Math.max(start, last), end);
	}
	let turns: Float64Array = Float64Array.from(repeats).sort();
	for (const curve of known) turns = mergeTimes(turns, curve, start, end);
	return turns;
}

// Merges sorted times with the key times of a sorted curve in a range, without duplicates.
function mergeTimes(times: Float64Array, curve: Curve, start: number, end: number): Float64Array {
	const { floats, start: first, count, stride } = curve;
	const merged = new Float64Array(times.length + count);
	let length = 0;
	let last = Number.NaN;
	for (let i = 0, key = 0, at = first; i < times.length || key < count; ) {
		const own = key < count ? floats[at]! : Number.POSITIVE_INFINITY;
		const other = i < times.length ? times[i]! : Number.POSITIVE_INFINITY;
		const time = Math.min(own, other);
		if (own < other) {
			key++;
			at += stride;
		} else i++;
		if (time === last || !(time >= start && time <= end)) continue;
		merged[length++] = time;
		last = time;
	}
	return merged.subarray(0, length);
}

/** The span from the first to the last key time of all curves. It includes 0, so that a late start counts. */
export function findRange(curves: readonly Curve[]): TimeRange {
	let start = 0;
	let end = 0;
	for (const given of curves) {
		const curve = sortCurve(given);
		if (curve.count === 0) continue;
		start = Math.min(start, getKeyTime(curve, 0));
		end = Math.max(end, getKeyTime(curve, curve.count - 1));
	}
	return { start, end };
}

// Adds the times in [from, to], before or after the keys of a curve, at which the curve repeats a key.
function pushRepeats(times: number[], curve: Curve, mode: number, from: number, to: number): void {
	const first = getKeyTime(curve, 0);
	const last = getKeyTime(curve, curve.count - 1);
	const range = last - first;
	if (!isRepeating(mode) || !(to > from && range > 0)) return;
	const firstPass = Math.floor((from - first) / range);
	const lastPass = Math.ceil((to - first) / range);
	if ((lastPass - firstPass) * curve.count > MAX_REPEATED_KEYS) {
		const step = Math.max(ROW_STEP, (to - from) / MAX_REPEATED_KEYS);
		for (let i = 0; from + i * step < to; i++) times.push(from + i * step);
		return;
	}
	for (let pass = firstPass; pass < lastPass; pass++) {
		for (let key = 0; key < curve.count; key++) {
			times.push(repeatKeyTime(getKeyTime(curve, key), first, last, mode, pass));
		}
	}
}
