import { evaluateCurve } from '../curves/evaluate.ts';
import { getCurveSegmentKind, hermiteLength } from '../curves/segment.ts';
import { sortCurve } from '../curves/sort.ts';
import { checkPositive } from '../issue/error.ts';
import { type Curve, copyCurve, createCurve, FULL_STRIDE, getKeyTime, getKeyValue } from '../model/curve.ts';
import { widenCurve } from './insert-keys.ts';
import { checkIndex } from './set-keys.ts';
import { slopeAfter } from './set-tangents.ts';
import { limitSlope } from './split-segment.ts';

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;
const THIRD = 1 / 3;
/** Points per segment at which a line is compared with the curve. */
const PROBES = 15;
/** The most times that a line is halved. */
const MAX_DEPTH = 12;
/** Leaves room for deviations between the probes. */
const MARGIN = 0.95;

/**
 * The same curve with full, sorted keys in which linear segments are Hermite segments with the slope of the line. Start
 * from it to set tangents.
 *
 * Plays the same, to float32. Other segments stay; boolean curves are the same objects. Align the curves of a rotation
 * with `alignGroup` first, so that neighboring keys have the same sign.
 *
 * @example
 * // (0 s, 0) and (1 s, 2) with tangents 0 → (0 s, 0) and (1 s, 2) with tangents 2
 * convertToHermite(createCurve([0, 0, 1, 2]))
 */
export function convertToHermite(curve: Curve): Curve {
	return convertLines(curve, () => true);
}

/**
 * {@link convertToHermite} for the segments before and after some keys, by their indices in the sorted curve. Start from it
 * to set tangents of these keys. Throws `RangeError` for an index without a key.
 */
export function convertSegmentsToHermite(curve: Curve, keys: Iterable<number>): Curve {
	const chosen = new Uint8Array(curve.count + 1);
	for (const key of keys) {
		checkIndex(curve, key);
		chosen[key] = 1;
	}
	return convertLines(curve, (key) => chosen[key] === 1 || chosen[key + 1] === 1);
}

// Converts the lines that start at keys for which `isChosen` returns true.
function convertLines(curve: Curve, isChosen: (key: number) => boolean): Curve {
	if (curve.kind === 'boolean') return curve;
	const sorted = widenCurve(sortCurve(curve));
	const bent = copyCurve(sorted);
	const { floats, words } = bent;
	let isChanged = false;
	for (let key = 0; key + 1 < sorted.count; key++) {
		if (!isChosen(key) || getCurveSegmentKind(sorted, key) !== 'line') continue;
		const left = key * FULL_STRIDE;
		const right = left + FULL_STRIDE;
		const slope = limitSlope(slopeAfter(sorted, key) ?? 0);
		const dx = floats[right]! - floats[left]!;
		// Unity does not evaluate very short Hermite segments exactly. Weights of a third give the same line.
		const isShort = hermiteLength(dx) !== dx;
		floats[left + 3] = slope;
		floats[right + 2] = slope;
		floats[left + 5] = THIRD;
		floats[right + 4] = THIRD;
		words[left + 6] = isShort ? words[left + 6]! | WEIGHTED_OUT : words[left + 6]! & ~WEIGHTED_OUT;
		words[right + 6] = isShort ? words[right + 6]! | WEIGHTED_IN : words[right + 6]! & ~WEIGHTED_IN;
		isChanged = true;
	}
	return isChanged ? bent : sorted;
}

/**
 * A curve with simple, sorted keys that deviates from the given curve by at most `tolerance`, in the unit of its
 * values.
 *
 * All keys and linear segments stay exactly. Other segments get keys in between; a step becomes two keys at one time.
 * Boolean curves and curves with simple keys are the same objects. A segment gets at most 4096 lines, which may not be
 * enough where a weighted segment is vertical. Throws `RangeError` unless the tolerance is above 0.
 */
export function convertToLinear(curve: Curve, tolerance: number): Curve {
	checkPositive(tolerance, 'tolerance');
	if (curve.stride !== FULL_STRIDE) return curve;
	const sorted = sortCurve(curve);
	const keys: number[] = [];
	for (let key = 0; key < sorted.count; key++) {
		const time = getKeyTime(sorted, key);
		const value = getKeyValue(sorted, key);
		keys.push(time, value);
		const end = getKeyTime(sorted, key + 1);
		if (!(end > time)) continue;
		const next = getKeyValue(sorted, key + 1);
		const kind = getCurveSegmentKind(sorted, key);
		if (kind === 'left') keys.push(end, value);
		else if (kind === 'right') keys.push(time, next);
		else if (kind === 'nan') keys.push(time, Number.NaN, end, Number.NaN);
		else if (kind !== 'line') pushLines(sorted, time, value, end, next, tolerance * MARGIN, MAX_DEPTH, keys);
	}
	const { preWrap, postWrap } = sorted;
	return createCurve(keys, { preWrap, postWrap });
}

// Adds the keys between two points of a curve that keep its lines within the tolerance.
function pushLines(
	curve: Curve,
	from: number,
	fromValue: number,
	to: number,
	toValue: number,
	tolerance: number,
	depth: number,
	keys: number[],
): void {
	const middle = Math.fround((from + to) / 2);
	if (depth === 0 || !(middle > from && middle < to)) return;
	let isStraight = true;
	for (let i = 1; i <= PROBES && isStraight; i++) {
		const s = i / (PROBES + 1);
		const value = evaluateCurve(curve, from + (to - from) * s);
		isStraight = !(Math.abs(value - (fromValue + (toValue - fromValue) * s)) > tolerance);
	}
	if (isStraight) return;
	const value = evaluateCurve(curve, middle);
	pushLines(curve, from, fromValue, middle, value, tolerance, depth - 1, keys);
	keys.push(middle, value);
	pushLines(curve, middle, value, to, toValue, tolerance, depth - 1, keys);
}
