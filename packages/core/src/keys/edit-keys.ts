import { sortCurve } from '../curves/sort.ts';
import { checkFinite } from '../issue/check-number.ts';
import { type Curve, copyCurve, curveFault, getKeyTime, selectKeys } from '../model/curve.ts';
import { insertKeys, widenCurve } from './insert-keys.ts';

/** What {@link setKey} changes of a key; what is left out stays. */
export interface KeyChange {
	/** Seconds. A key that is moved past others changes places with them. */
	readonly time?: number;
	readonly value?: number;
	/** The slope before the key, per second; infinite for a step. */
	readonly inTangent?: number;
	/** The slope after the key, per second; infinite for a step. */
	readonly outTangent?: number;
	/** How far the slope before the key reaches, as a part of the segment. */
	readonly inWeight?: number;
	/** How far the slope after the key reaches, as a part of the segment. */
	readonly outWeight?: number;
	/** Which weights count: 0 none, 1 in, 2 out, 3 both. Without weights a curve is a Hermite spline. */
	readonly weightedMode?: number;
}

/** Wrap modes for {@link setWrapModes}; one that is left out stays. */
export interface WrapModes {
	/** Before the first key: 0 Default, 1 Once, 2 Loop, 4 PingPong, 8 ClampForever. */
	readonly preWrap?: number;
	/** After the last key. */
	readonly postWrap?: number;
}

const FIELDS = ['time', 'value', 'inTangent', 'outTangent', 'inWeight', 'outWeight', 'weightedMode'] as const;
const SIMPLE_FIELDS = 2;
const MODE_FIELD = 6;

/** The last key at a time (rounded to float32), or −1. */
export function findKey(curve: Curve, time: number): number {
	const wanted = Math.fround(time);
	for (let key = curve.count - 1; key >= 0; key--) if (getKeyTime(curve, key) === wanted) return key;
	return -1;
}

/**
 * A curve with one more key. Without a value the curve plays as before: segments are split exactly, and before the
 * first and after the last key the end value goes on. With a value the new key has the slopes and weights of such a
 * split. Where there is a key at that time, it stays or takes the value.
 *
 * The keys of the result are sorted; {@link findKey} tells where the new one is. Throws `RangeError` for a time that is
 * not finite.
 */
export function insertKey(curve: Curve, time: number, value?: number): Curve {
	checkFinite(Math.fround(time), 'time');
	const inserted = insertKeys(curve, [time]);
	return value === undefined ? inserted : setKey(inserted, findKey(inserted, time), { value });
}

/** A curve without one of its keys. Throws `RangeError` for an index that it does not have. */
export function removeKey(curve: Curve, index: number): Curve {
	checkIndex(curve, index);
	return selectKeys(curve, (key) => key !== index);
}

/**
 * A curve with one key changed: moved in time or value, other slopes, weights or weighted mode. Everything else keeps
 * its bits. Numbers are rounded to float32. Sorted keys stay sorted, so a key that is moved in time may get another
 * index; {@link findKey} tells which: it comes after those that are at that time already.
 *
 * Simple keys become full ones when slopes or weights are set. They stand for weights of 0, with which slopes have no
 * effect: set weights or the weighted mode too, or start from {@link convertToHermite}. Throws `RangeError` for an index that
 * the curve does not have and for a time that is not finite, and `TypeError` for slopes of a boolean curve.
 */
export function setKey(curve: Curve, index: number, change: KeyChange): Curve {
	checkIndex(curve, index);
	const fields = FIELDS.flatMap((name, field) => (change[name] === undefined ? [] : [{ field, name }]));
	const needsFull = fields.some(({ field }) => field >= SIMPLE_FIELDS);
	if (needsFull && curve.kind === 'boolean') {
		throw new TypeError(`change.${fields.at(-1)?.name}: keys of boolean curves have only time and value`);
	}
	if (change.time !== undefined) checkFinite(Math.fround(change.time), 'change.time');
	const changed = copyCurve(needsFull ? widenCurve(curve) : curve);
	const { floats, words, stride } = changed;
	for (const { field, name } of fields) {
		const number = Number(change[name]);
		const at = index * stride + field;
		if (field !== MODE_FIELD) floats[at] = number;
		else if ((number | 0) === number) words[at] = number;
		else throw new RangeError(`change.weightedMode: ${number} is not a 32-bit integer`);
	}
	if (sortCurve(curve) !== curve) return changed;
	const time = getKeyTime(changed, index);
	if (time > getKeyTime(curve, index) && time >= getKeyTime(changed, index + 1)) {
		// Sorting takes it back from the end.
		const key = words.slice(index * stride, (index + 1) * stride);
		words.copyWithin(index * stride, (index + 1) * stride);
		words.set(key, words.length - stride);
	}
	return sortCurve(changed);
}

/** A curve with other wrap modes. Throws `RangeError` for what is not a 32-bit integer. */
export function setWrapModes(curve: Curve, modes: WrapModes): Curve {
	const { preWrap = curve.preWrap, postWrap = curve.postWrap } = modes;
	if (preWrap === curve.preWrap && postWrap === curve.postWrap) return curve;
	const changed = { ...curve, preWrap, postWrap };
	const fault = curveFault(changed);
	if (fault !== null) throw new RangeError(`modes: ${fault}`);
	return changed;
}

/** Throws `RangeError` for an index at which a curve has no key. */
export function checkIndex({ count }: Curve, index: number): void {
	if (!Number.isInteger(index) || index < 0 || index >= count) {
		throw new RangeError(`index: ${index} is not one of the ${count} keys`);
	}
}
