import { sortCurve } from '../../curves/sort.ts';
import { effectiveWrap, isRepeating, WRAP_DEFAULT } from '../../curves/wrap.ts';
import { type Curve, keyTime } from '../../model/curve.ts';

/** A span of time in seconds. */
export interface TimeRange {
	readonly start: number;
	readonly end: number;
}

// How often curves are looked at outside their keys, where they repeat: seconds between two times.
const REPEAT_STEP = 1 / 60;
// A curve that repeats for hours is looked at this many times at most.
const MAX_REPEAT_TIMES = 100_000;

/**
 * Every time at which one of the curves may turn or jump, sorted and each once: the ends of the range, the key times
 * within it, and a close row of times where a curve repeats outside its keys.
 */
export function listTurns(curves: readonly Curve[], { start, end }: TimeRange): Float64Array {
	const times = [start, end];
	for (const given of curves) {
		const curve = sortCurve(given);
		for (let key = 0; key < curve.count; key++) times.push(keyTime(curve, key));
		if (curve.count < 2) continue;
		const { preWrap, postWrap } = curve;
		if (isLooping(preWrap)) pushRow(times, start, Math.min(end, keyTime(curve, 0)));
		if (isLooping(postWrap)) pushRow(times, Math.max(start, keyTime(curve, curve.count - 1)), end);
	}
	const sorted = Float64Array.from(times).sort();
	let count = 0;
	for (const time of sorted) {
		if (!(time >= start && time <= end) || (count > 0 && time === sorted[count - 1])) continue;
		sorted[count++] = time;
	}
	return sorted.subarray(0, count);
}

/** From the first to the last key time of all curves; from 0 on at least, so that a late start counts. */
export function findRange(curves: readonly Curve[]): TimeRange {
	let start = 0;
	let end = 0;
	for (const given of curves) {
		const curve = sortCurve(given);
		if (curve.count === 0) continue;
		start = Math.min(start, keyTime(curve, 0));
		end = Math.max(end, keyTime(curve, curve.count - 1));
	}
	return { start, end };
}

function isLooping(wrap: number): boolean {
	return isRepeating(effectiveWrap(wrap, WRAP_DEFAULT));
}

function pushRow(times: number[], from: number, to: number): void {
	const step = Math.max(REPEAT_STEP, (to - from) / MAX_REPEAT_TIMES);
	for (let i = 0; from + i * step < to; i++) times.push(from + i * step);
}
