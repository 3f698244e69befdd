import { sortCurve } from '../curves/sort.ts';
import { checkFinite } from '../issue/error.ts';
import { type Curve, getKeyTime } from '../model/curve.ts';
import { type CurveGroup, mapGroup, mapGroupVectors, replaceAxes } from '../model/map-curves.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import { findFlips, isLockstep } from '../sample/group.ts';
import { alignKeys, alignRotation, negateKeys } from './align-keys.ts';
import { insertKeys } from './insert-keys.ts';

/** How {@link alignGroup} works. */
export interface AlignOptions {
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode;
}

/**
 * A group whose keys can be edited together, curve by curve with `mapGroup`.
 *
 * The curves of each vector get the same key times and key size, so that key i of all curves is one point. Neighboring
 * keys of a rotation get the same sign (q and −q are the same rotation), so that slopes between them are meaningful.
 * The group plays as before, up to float32 and Unity's rules for weighted segments. Vectors that need no change are
 * shared.
 *
 * @example mapGroup(alignGroup(recording.head), (curve) => setTangents(curve))
 */
export function alignGroup<T extends CurveGroup>(group: T, options: AlignOptions = {}): T {
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	return mapGroupVectors(group, <V extends Vec3Curves | QuatCurves>(curves: V): V => {
		const vector = replaceAxes(curves, alignKeys(Object.values(curves), defaultWrap));
		return 'w' in vector ? (alignRotation(vector) as V & QuatCurves) : vector;
	});
}

/**
 * A group in which every curve that has keys also has a key at a time, in seconds: `insertKey` for many curves. It
 * plays as before. Between keys q and nearly −q, which sampling gives the same sign, a rotation gets the key that is
 * sampled. Throws `RangeError` for a time that is not finite.
 */
export function insertGroupKey<T extends CurveGroup>(group: T, time: number): T {
	checkFinite(Math.fround(time), 'time');
	const insert = (curve: Curve): Curve => (curve.count === 0 ? curve : insertKeys(curve, [time]));
	const turned = mapGroupVectors(group, (curves) => insertBetweenSigns(curves, time) ?? curves);
	return mapGroup(turned, insert);
}

// A rotation with a new key between two keys of different sign, or `null` if the time is not between such keys.
function insertBetweenSigns<V extends Vec3Curves | QuatCurves>(curves: V, time: number): V | null {
	if (!('w' in curves)) return null;
	const sorted = Object.values(curves).map(sortCurve);
	const flips = isLockstep(sorted) ? findFlips(sorted) : null;
	if (flips === null) return null;
	let left = flips.length - 1;
	while (left >= 0 && getKeyTime(sorted[0]!, left) > Math.fround(time)) left--;
	if (left < 0 || left + 1 >= flips.length || flips[left] === flips[left + 1]) return null;
	if (getKeyTime(sorted[0]!, left) === Math.fround(time)) return null;
	// The keys to the right change their signs while the key is inserted.
	const turned = negateKeys(sorted, (key) => key > left).map((curve) => insertKeys(curve, [time]));
	return replaceAxes(
		curves,
		negateKeys(turned, (key) => key > left + 1),
	);
}
