import { sortCurve } from '../curves/sort.ts';
import { CLAMP_FOREVER, type Curve, getKeyTime } from '../model/curve.ts';
import { isRepeatingWrap } from '../model/wrap-mode.ts';
import { insertKeys } from './insert-keys.ts';
import { unrollCurve } from './unroll-curve.ts';

/**
 * A curve cut to the span between two times, in which it plays as before. A side that is cut gets a key with the value
 * and slope that play there; repetitions become keys ({@link unrollCurve}).
 *
 * A curve whose keys all lie inside stays, with its wrap modes. Other curves hold their ends: modes that repeat become
 * ClampForever. Times are rounded to float32; `-Infinity` and `Infinity` do not cut.
 */
export function cutCurve(curve: Curve, start: number, end: number, defaultWrap: number): Curve {
	const sorted = sortCurve(curve);
	if (!isInside(sorted, start, end)) return playCurve(sorted, start, end, defaultWrap);
	// Keys at times that are not finite lie outside, and sorting drops them.
	return sorted.count === curve.count ? curve : sorted;
}

/** {@link cutCurve} that turns repetitions into keys even if all keys lie inside. */
export function playCurve(curve: Curve, start: number, end: number, defaultWrap: number): Curve {
	if (curve.count === 0) return curve;
	const [from, to] = limitSpan(curve, start, end);
	return cutKeys(unrollCurve(curve, from, to, defaultWrap), from, to, defaultWrap);
}

/** A span as two float32 times. An infinite side ends at 0 or at the end of the keys, so that nothing repeats there. */
export function limitSpan(sorted: Curve, start: number, end: number): readonly [from: number, to: number] {
	const from = start === Number.NEGATIVE_INFINITY ? Math.min(0, getKeyTime(sorted, 0)) : Math.fround(start);
	const last = getKeyTime(sorted, sorted.count - 1);
	return [from, end === Number.POSITIVE_INFINITY ? Math.max(from, last) : Math.fround(end)];
}

/** The keys of a sorted curve that holds its ends, cut at two float32 times. */
export function cutKeys(curve: Curve, start: number, end: number, defaultWrap: number): Curve {
	if (isInside(curve, start, end)) return curve;
	const isCutBefore = getKeyTime(curve, 0) < start;
	const isCutAfter = getKeyTime(curve, curve.count - 1) > end;
	const cut = insertKeys(curve, [...(isCutBefore ? [start] : []), ...(isCutAfter ? [end] : [])]);
	let first = 0;
	let last = cut.count - 1;
	while (last > 0 && getKeyTime(cut, last) > end) last--;
	// Of several keys at the start the last counts, unless they are the first keys of the curve.
	if (isCutBefore) while (first < last && getKeyTime(cut, first + 1) <= start) first++;
	return {
		...cut,
		start: cut.start + first * cut.stride,
		count: last - first + 1,
		preWrap: holdEnd(cut.preWrap, defaultWrap),
		postWrap: holdEnd(cut.postWrap, defaultWrap),
	};
}

/** A wrap mode that holds the end value: the given mode, or ClampForever if it repeats. */
export function holdEnd(mode: number, defaultWrap: number): number {
	return isRepeatingWrap(mode, defaultWrap) ? CLAMP_FOREVER : mode;
}

/** Whether all keys of a sorted curve lie between two times, rounded to float32. */
export function isInside(curve: Curve, start: number, end: number): boolean {
	if (curve.count === 0) return true;
	return getKeyTime(curve, 0) >= Math.fround(start) && getKeyTime(curve, curve.count - 1) <= Math.fround(end);
}
