import { sortCurve } from '../curves/sort.ts';
import { WRAP_DEFAULT } from '../curves/wrap.ts';
import { checkFinite } from '../issue/check-number.ts';
import { type Curve, getKeyTime } from '../model/curve.ts';
import { type CurveGroup, isCurve, isVector, mapFields, mapGroup } from '../model/map-curves.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';
import { findFlips, isLockstep } from '../sample/group.ts';
import { alignKeys, alignRotation, negateKeys } from './align-keys.ts';
import { insertKeys } from './insert-keys.ts';

/** How {@link alignGroup} works. */
export interface AlignOptions {
	/** The wrap mode of curves with wrap mode 0 (Default). Default: they loop. */
	readonly defaultWrap?: number;
}

/**
 * A group whose keys can be edited together, curve by curve with `mapGroup`: the curves of each vector have the same key
 * times and key size, so that key i of all of them is one point, and neighbouring keys of a rotation agree in sign (q and
 * −q are the same rotation), so that slopes between them mean something.
 *
 * Plays as before, as far as float32 and Unity's rules for weighted segments allow; vectors that are like that, or have
 * no keys, are the same objects. `defaultWrap` says what wrap mode 0 (Default) means.
 *
 * @example mapGroup(alignGroup(recording.head), (curve) => setTangents(curve))
 */
export function alignGroup<T extends CurveGroup>(group: T, options: AlignOptions = {}): T {
	const { defaultWrap = WRAP_DEFAULT } = options;
	return mapGroupVectors(group, <V extends Vec3Curves | QuatCurves>(curves: V): V => {
		const aligned = alignKeys(Object.values(curves), defaultWrap);
		const axes = Object.keys(curves);
		const vector = mapFields(curves, (_, axis) => aligned[axes.indexOf(axis)]);
		return 'w' in vector ? (alignRotation(vector) as V & QuatCurves) : vector;
	});
}

/**
 * A group in which every curve that has keys also has one at a time, such that it plays as before: `insertKey` for many
 * curves. Between keys q and nearly −q, which sampling makes agree in sign, a rotation gets the key that is sampled.
 * Throws `RangeError` for a time that is not finite.
 */
export function insertGroupKey<T extends CurveGroup>(group: T, time: number): T {
	checkFinite(Math.fround(time), 'time');
	const insert = (curve: Curve): Curve => (curve.count === 0 ? curve : insertKeys(curve, [time]));
	const turned = mapGroupVectors(group, (curves) => insertBetweenSigns(curves, time) ?? curves);
	// Those that have the key by now stay.
	return mapGroup(turned, insert);
}

// A rotation with a key between two that differ in sign, or `null` where the time is not in such a place.
function insertBetweenSigns<V extends Vec3Curves | QuatCurves>(curves: V, time: number): V | null {
	if (!('w' in curves)) return null;
	const sorted = Object.values(curves).map(sortCurve);
	const flips = isLockstep(sorted) ? findFlips(sorted) : null;
	if (flips === null) return null;
	let left = flips.length - 1;
	while (left >= 0 && getKeyTime(sorted[0]!, left) > Math.fround(time)) left--;
	if (left < 0 || left + 1 >= flips.length || flips[left] === flips[left + 1]) return null;
	if (getKeyTime(sorted[0]!, left) === Math.fround(time)) return null;
	// The keys to the right change their signs while the new one is made.
	const turned = negateKeys(sorted, (key) => key > left).map((curve) => insertKeys(curve, [time]));
	const inserted = negateKeys(turned, (key) => key > left + 1);
	const axes = Object.keys(curves);
	return mapFields(curves, (_, axis) => inserted[axes.indexOf(axis)]);
}

function mapGroupVectors<T extends CurveGroup>(group: T, edit: <V extends Vec3Curves | QuatCurves>(curves: V) => V): T {
	const visit = (node: unknown): unknown => {
		if (isCurve(node)) return node;
		return isVector(node) ? edit(node) : mapFields(node, visit);
	};
	return visit(group) as T;
}
