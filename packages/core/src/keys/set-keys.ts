import { sortCurve } from '../curves/sort.ts';
import { checkFinite } from '../issue/error.ts';
import { type Curve, copyCurve, getKeyTime, selectKeys, takeKeys } from '../model/curve.ts';
import { widenCurve } from './insert-keys.ts';

/** The fields of a key that {@link setKey} changes. Fields that are left out stay. */
export interface KeyChange {
	/** Seconds. A key that moves past other keys changes places with them. */
	readonly time?: number;
	readonly value?: number;
	/** The slope before the key, per second; infinite for a step. */
	readonly inTangent?: number;
	/** The slope after the key, per second; infinite for a step. */
	readonly outTangent?: number;
	/** How far the slope before the key reaches, as a share of the segment. */
	readonly inWeight?: number;
	/** How far the slope after the key reaches, as a share of the segment. */
	readonly outWeight?: number;
	/** Which weights count: 0 none, 1 in, 2 out, 3 both. Sides without weights are Hermite. */
	readonly weightedMode?: number;
}

const FIELDS = ['time', 'value', 'inTangent', 'outTangent', 'inWeight', 'outWeight', 'weightedMode'] as const;
const SIMPLE_FIELDS = 2;
const MODE_FIELD = 6;

/** A curve without one of its keys. Throws `RangeError` for an index without a key. */
export function removeKey(curve: Curve, index: number): Curve {
	return removeKeys(curve, [index]);
}

/** A curve without some of its keys, by index. Throws `RangeError` for an index without a key. */
export function removeKeys(curve: Curve, keys: Iterable<number>): Curve {
	const removed = new Set(keys);
	for (const key of removed) checkIndex(curve, key);
	return selectKeys(curve, (key) => !removed.has(key));
}

/**
 * A curve with one key changed: time, value, slopes, weights or weighted mode. Everything else keeps its bits. Numbers
 * are rounded to float32.
 *
 * Sorted keys stay sorted: a key that moves in time may get another index, after other keys at that time.
 * {@link findKey} returns it. Simple keys become full keys if slopes or weights are set. At their weights
 * of 0 slopes have no effect: also set weights or the weighted mode, or start from {@link convertToHermite}.
 *
 * Throws `RangeError` for an index without a key and for a time that is not finite, `TypeError` for slopes of a boolean
 * curve.
 *
 * @example
 * // keys (0 s, 0), (2 s, 4) → (0 s, 0), (2 s, 5)
 * setKey(createCurve([0, 0, 2, 4]), 1, { value: 5 })
 */
export function setKey(curve: Curve, index: number, change: KeyChange): Curve {
	return setKeys(curve, [index], () => change);
}

/**
 * A curve with several keys changed, each by its own {@link KeyChange}, as {@link setKey} does. The indices are those of
 * the given curve, also for keys that move past each other. Copies the curve once, and sorts it once if times change.
 *
 * @example
 * // keys (0 s, 0), (2 s, 4) → (1 s, 0), (3 s, 4)
 * setKeys(curve, [0, 1], (key) => ({ time: getKeyTime(curve, key) + 1 }))
 */
export function setKeys(curve: Curve, keys: Iterable<number>, getChange: (key: number) => KeyChange): Curve {
	const changes = new Map<number, KeyChange>();
	for (const key of keys) {
		checkIndex(curve, key);
		changes.set(key, getChange(key));
	}
	const changed = copyCurve(needsFullKeys(curve, changes.values()) ? widenCurve(curve) : curve);
	let isMoved = false;
	for (const [key, change] of changes) {
		writeKey(changed, key, change);
		isMoved ||= change.time !== undefined;
	}
	return isMoved && sortCurve(curve) === curve ? sortMoved(changed, curve) : changed;
}

/** Throws `RangeError` for an index without a key. */
export function checkIndex({ count }: Curve, index: number): void {
	if (!Number.isInteger(index) || index < 0 || index >= count) {
		throw new RangeError(`index: ${index} is not one of the ${count} keys`);
	}
}

function needsFullKeys({ kind }: Curve, changes: Iterable<KeyChange>): boolean {
	let needsFull = false;
	for (const change of changes) {
		const last = FIELDS.findLast((name) => change[name] !== undefined);
		if (last === undefined || FIELDS.indexOf(last) < SIMPLE_FIELDS) continue;
		if (kind === 'boolean') throw new TypeError(`change.${last}: keys of boolean curves have only time and value`);
		needsFull = true;
	}
	return needsFull;
}

function writeKey({ floats, words, stride }: Curve, key: number, change: KeyChange): void {
	if (change.time !== undefined) checkFinite(Math.fround(change.time), 'change.time');
	FIELDS.forEach((name, field) => {
		if (change[name] === undefined) return;
		const number = Number(change[name]);
		const at = key * stride + field;
		if (field !== MODE_FIELD) floats[at] = number;
		else if ((number | 0) === number) words[at] = number;
		else throw new RangeError(`change.weightedMode: ${number} is not a 32-bit integer`);
	});
}

// Sorts a curve again. Keys with other times than before come after other keys at their time.
function sortMoved(curve: Curve, before: Curve): Curve {
	const rankOf = (key: number): number => Number(getKeyTime(curve, key) !== getKeyTime(before, key));
	const order = Array.from({ length: curve.count }, (_, key) => key);
	order.sort((a, b) => getKeyTime(curve, a) - getKeyTime(curve, b) || rankOf(a) - rankOf(b) || a - b);
	return order.every((key, i) => key === i) ? curve : takeKeys(curve, order);
}
