import { sortCurve } from '../curves/sort.ts';
import type { Curve } from '../model/curve.ts';
import { mapFields } from '../model/map-curves.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';
import { findFlips, isLockstep } from '../sample/group.ts';
import { negateKeys } from './align-keys.ts';
import { cutCurve, cutKeys, isInside, limitSpan, playCurve } from './cut-curve.ts';
import { unrollCurve } from './unroll-curve.ts';

/**
 * A vector cut like {@link cutCurve}. Where a rotation is cut between keys q and nearly −q, which sampling makes agree
 * in sign, the new key is one of the sampled rotation.
 */
export function cutVector<V extends Vec3Curves | QuatCurves>(
	curves: V,
	start: number,
	end: number,
	defaultWrap: number,
): V {
	// Only curves in lockstep need more, and of those all are cut or none is.
	const cut = isInside(sortCurve(curves.x), start, end) ? null : playFlipped(curves, start, end, defaultWrap);
	return cut ?? mapFields(curves, (curve) => cutCurve(curve as Curve, start, end, defaultWrap));
}

/** {@link cutVector} that writes repetitions out also where all keys lie inside. */
export function playVector<V extends Vec3Curves | QuatCurves>(
	curves: V,
	start: number,
	end: number,
	defaultWrap: number,
): V {
	const played = playFlipped(curves, start, end, defaultWrap);
	return played ?? mapFields(curves, (curve) => playCurve(sortCurve(curve as Curve), start, end, defaultWrap));
}

// The cut curves of a rotation some of whose keys differ in sign; `null` for all others.
function playFlipped<V extends Vec3Curves | QuatCurves>(
	curves: V,
	start: number,
	end: number,
	defaultWrap: number,
): V | null {
	if (!('w' in curves)) return null;
	const sorted = Object.values(curves).map(sortCurve);
	if (!isLockstep(sorted) || findFlips(sorted) === null) return null;
	const [from, to] = limitSpan(sorted[0]!, start, end);
	const unrolled = sorted.map((curve) => unrollCurve(curve, from, to, defaultWrap));
	const flips = findFlips(unrolled);
	if (flips === null) return null;
	const { floats, start: origin, stride, count } = unrolled[0]!;
	const time = (key: number): number => floats[origin + key * stride]!;
	let first = 0;
	while (first + 1 < count && time(first + 1) <= from) first++;
	let last = count - 1;
	while (last > 0 && time(last - 1) >= to) last--;
	// The keys that stay keep their signs; those on which only the new ones depend follow.
	const isCutBefore = time(first) < from && first + 1 < count;
	const isCutAfter = time(last) > to && last > 0;
	const isNegated = (key: number): boolean => {
		if (isCutBefore && key <= first) return flips[key] !== flips[first + 1];
		// Both cuts between the same two keys: the left one has followed already.
		if (isCutBefore && last === first + 1) return false;
		return isCutAfter && key >= last && flips[key] !== flips[last - 1];
	};
	const axes = Object.keys(curves);
	const cut = negateKeys(unrolled, isNegated).map((curve) => cutKeys(curve, from, to, defaultWrap));
	return mapFields(curves, (_, axis) => cut[axes.indexOf(axis)]);
}
