import { sortCurve } from '../curves/sort.ts';
import { checkFinite } from '../issue/error.ts';
import { type Curve, curveFault, getKeyTime } from '../model/curve.ts';
import { type CurveGroup, mapGroup, mapGroupVectors, replaceAxes } from '../model/map-curves.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import { alignRotation, negateKeys } from '../sample/align-signs.ts';
import { findFlips, isLockstep } from '../sample/group.ts';
import { alignKeys } from './align-keys.ts';
import { insertKeys } from './insert-keys.ts';
import { setKey } from './set-keys.ts';

/** Wrap modes for {@link setWrapModes}. A mode that is left out stays. */
export interface WrapModes {
	/** Before the first key. */
	readonly preWrap?: WrapMode;
	/** After the last key. */
	readonly postWrap?: WrapMode;
}

/** The index of the last key at a time (seconds, rounded to float32), or −1. */
export function findKey(curve: Curve, time: number): number {
	const wanted = Math.fround(time);
	for (let key = curve.count - 1; key >= 0; key--) if (getKeyTime(curve, key) === wanted) return key;
	return -1;
}

/**
 * A curve with one more key at a time in seconds.
 *
 * Without a value the curve plays as before: segments are split exactly, and outside the keys the end value is kept.
 * With a value the new key has the slopes and weights of such a split. If there is a key at that time already, it stays
 * or takes the value. The keys are sorted; {@link findKey} returns the index of the new key. Throws `RangeError` for a
 * time that is not finite.
 *
 * @example
 * // keys (0 s, 0), (2 s, 4) → (0 s, 0), (1 s, 2), (2 s, 4)
 * insertKey(createCurve([0, 0, 2, 4]), 1)
 */
export function insertKey(curve: Curve, time: number, value?: number): Curve {
	checkFinite(Math.fround(time), 'time');
	const inserted = insertKeys(curve, [time]);
	return value === undefined ? inserted : setKey(inserted, findKey(inserted, time), { value });
}

/**
 * A curve with other wrap modes. Throws `TypeError` for an unknown name, `RangeError` for a number that is not a 32-bit
 * integer.
 */
export function setWrapModes(curve: Curve, modes: WrapModes): Curve {
	const preWrap = readWrapMode(modes.preWrap ?? curve.preWrap, 'modes.preWrap');
	const postWrap = readWrapMode(modes.postWrap ?? curve.postWrap, 'modes.postWrap');
	if (preWrap === curve.preWrap && postWrap === curve.postWrap) return curve;
	const changed = { ...curve, preWrap, postWrap };
	const fault = curveFault(changed);
	if (fault !== null) throw new RangeError(`modes: ${fault}`);
	return changed;
}

/** How {@link alignGroup} works. */
export interface AlignOptions {
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode | undefined;
}

/**
 * A group whose keys can be edited together, curve by curve.
 *
 * The curves of each vector get the same key times and key size, so that key i of all curves is one point. Neighboring
 * keys of a rotation get the same sign (q and −q are the same rotation), so that slopes between them are meaningful.
 * The group plays as before, up to float32 and Unity's rules for weighted segments. Vectors that need no change are
 * shared.
 *
 * @example alignGroup(recording.head) // position and rotation have keys at the same times
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
 * plays as before. Between keys q and nearly −q, whose signs sampling makes equal, a rotation gets the key that is
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
