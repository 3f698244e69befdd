import { sortCurve } from '../curves/sort.ts';
import type { Curve } from '../model/curve.ts';
import { mapFields, replaceAxes } from '../model/map-curves.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';
import { negateKeys } from '../sample/align-signs.ts';
import { findFlips, isLockstep } from '../sample/group.ts';
import { cutCurve, cutKeys, isInside, limitSpan, playCurve } from './cut-curve.ts';
import { unrollCurve } from './unroll-curve.ts';

/**
 * A vector cut like {@link cutCurve}. Where a rotation is cut between keys q and nearly −q, the new key is the sampled
 * rotation: sampling makes the signs of both keys equal.
 */
export function cutVector<V extends Vec3Curves | QuatCurves>(
	curves: V,
	start: number,
	end: number,
	defaultWrap: number,
): V {
	// Only rotations in lockstep need care, and their curves are all cut at the same places.
	const cut = isInside(sortCurve(curves.x), start, end) ? null : playFlipped(curves, start, end, defaultWrap);
	return cut ?? mapFields(curves, (curve) => cutCurve(curve as Curve, start, end, defaultWrap));
}

/** {@link cutVector} that turns repetitions into keys even if all keys lie inside. */
export function playVector<V extends Vec3Curves | QuatCurves>(
	curves: V,
	start: number,
	end: number,
	defaultWrap: number,
): V {
	const played = playFlipped(curves, start, end, defaultWrap);
	return played ?? mapFields(curves, (curve) => playCurve(sortCurve(curve as Curve), start, end, defaultWrap));
}

// The cut curves of a rotation whose keys differ in sign; `null` for other vectors.
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
	// Keys that stay keep their signs. Dropped keys beside a cut take the sign of their neighbor that stays.
	const isCutBefore = time(first) < from && first + 1 < count;
	const isCutAfter = time(last) > to && last > 0;
	const isNegated = (key: number): boolean => {
		if (isCutBefore && key <= first) return flips[key] !== flips[first + 1];
		// Both cuts are between the same two keys: the left key has its sign already.
		if (isCutBefore && last === first + 1) return false;
		return isCutAfter && key >= last && flips[key] !== flips[last - 1];
	};
	return replaceAxes(
		curves,
		negateKeys(unrolled, isNegated).map((curve) => cutKeys(curve, from, to, defaultWrap)),
	);
}
