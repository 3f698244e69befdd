import { type Curve, FULL_STRIDE, WEIGHTED_BOTH } from '../model/curve.ts';
import {
	effectiveWrap,
	findHeldKey,
	isBackwards,
	isRepeating,
	readWrapMode,
	repeatTime,
	type WrapMode,
} from '../model/wrap-mode.ts';
import {
	evaluateHermite,
	evaluateLine,
	evaluateWeighted,
	getSegmentKind,
	hermiteSlope,
	leftWeight,
	rightWeight,
	weightedSlope,
} from './segment.ts';
import { sortCurve } from './sort.ts';

/** How a curve is evaluated. */
export interface EvaluateOptions {
	/** What curves with wrap mode Default do outside their keys. Default: they loop, as in Unity. */
	readonly defaultWrap?: WrapMode | undefined;
}

// A constant, so that a call without options allocates nothing.
const NO_OPTIONS: EvaluateOptions = {};

/**
 * Returns the value of a curve at a time in seconds, as Unity's AnimationCurve does, in float64.
 *
 * A curve without keys is 0, and a curve with one key has its value at any time. Otherwise a time that is not finite
 * yields NaN. Boolean curves hold the value of the last key. Costs a binary search; the first call for a curve looks at
 * every key to see whether they are sorted. Use {@link evaluateCurveAt} for many times, and a sampler for whole frames.
 *
 * @example evaluateCurve(createCurve([0, 1, 2, 5]), 0.5); // 2
 */
export function evaluateCurve(curve: Curve, time: number, options: EvaluateOptions = NO_OPTIONS): number {
	return evaluateScaled(sortCurve(curve), time, readWrapMode(options.defaultWrap, 'defaultWrap'), 1);
}

/**
 * Returns the velocity of a curve at a time, per second: the slope to the right of `time`. It is 0 where the curve
 * holds a value, and infinite where a weighted curve is vertical.
 */
export function evaluateCurveVelocity(curve: Curve, time: number, options: EvaluateOptions = NO_OPTIONS): number {
	return evaluateSorted(sortCurve(curve), time, readWrapMode(options.defaultWrap, 'defaultWrap'), anyKey, true, 1);
}

/**
 * Writes the values of a curve at many times into `out` and returns `out`. Sorted times cost one pass over the keys.
 * Throws `RangeError` if `out` is too short.
 */
export function evaluateCurveAt<T extends Float32Array | Float64Array>(
	curve: Curve,
	times: ArrayLike<number>,
	out: T,
	options: EvaluateOptions = NO_OPTIONS,
): T {
	if (out.length < times.length)
		throw new RangeError(`out: ${out.length} elements are too few for ${times.length} times`);
	const sorted = sortCurve(curve);
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	const hint = { key: 0 };
	for (let i = 0; i < times.length; i++) out[i] = evaluateSorted(sorted, times[i]!, defaultWrap, hint, false, 1);
	return out;
}

/** Returns the value of a sorted curve, with value and slope of the segment's right key multiplied by `rightSign`. */
export function evaluateScaled(curve: Curve, time: number, defaultWrap: number, rightSign: 1 | -1): number {
	return evaluateSorted(curve, time, defaultWrap, anyKey, false, rightSign);
}

/**
 * Returns the left key of the segment that a time falls into, or −1 where the curve holds a value. Takes a sorted
 * curve.
 */
export function findSegment(curve: Curve, time: number, defaultWrap: number): number {
	const { floats, start, stride, count, preWrap, postWrap } = curve;
	if (count < 2 || !Number.isFinite(time)) return -1;
	const first = floats[start]!;
	const last = floats[start + (count - 1) * stride]!;
	if (time >= first && time < last) return seekKey(floats, start, stride, count, time, 0);
	const mode = effectiveWrap(time >= last ? postWrap : preWrap, defaultWrap);
	if (!isRepeating(mode) || !(last > first)) return -1;
	const repeated = repeatTime(time, first, last, mode);
	return repeated >= last ? -1 : seekKey(floats, start, stride, count, repeated, 0);
}

// Where the last search ended. All calls share this guess; results do not depend on it.
const anyKey = { key: 0 };

function evaluateSorted(
	curve: Curve,
	time: number,
	defaultWrap: number,
	hint: { key: number },
	wantsSlope: boolean,
	rightSign: 1 | -1,
): number {
	const { floats, start, stride, count } = curve;
	if (count === 0) return 0;
	const firstValue = floats[start + 1]!;
	if (count === 1) return wantsSlope ? 0 : firstValue;
	const end = start + (count - 1) * stride;
	const first = floats[start]!;
	const last = floats[end]!;
	if (!Number.isFinite(time)) return Number.NaN;
	if (time >= first && time < last) return evaluateInside(curve, time, hint, wantsSlope, rightSign);

	const isAfter = time >= last;
	const wrap = isAfter ? curve.postWrap : curve.preWrap;
	const mode = effectiveWrap(wrap, defaultWrap);
	const lastValue = floats[end + 1]!;
	if (!(last > first)) {
		const held = findHeldKey(isAfter, wrap, defaultWrap);
		if (held === null) return Number.NaN;
		return wantsSlope ? 0 : held === 'last' ? lastValue : firstValue;
	}
	if (!isRepeating(mode)) return wantsSlope ? 0 : isAfter ? lastValue : firstValue;
	const repeated = repeatTime(time, first, last, mode);
	if (wantsSlope && isBackwards(time, first, last, mode)) return -slopeBefore(curve, repeated);
	// Rounding may bring a looped time to the very end.
	if (repeated >= last) return wantsSlope ? slopeBefore(curve, last) : lastValue;
	return evaluateInside(curve, repeated, hint, wantsSlope, rightSign);
}

// The slope to the left of a time after the first key.
function slopeBefore(curve: Curve, time: number): number {
	const { floats, start, stride, count } = curve;
	let key = seekKey(floats, start, stride, count, time, 0);
	while (key > 0 && floats[start + key * stride]! >= time) key--;
	return evaluateSegment(curve, key, time, true, 1);
}

function evaluateInside(
	curve: Curve,
	time: number,
	hint: { key: number },
	wantsSlope: boolean,
	rightSign: 1 | -1,
): number {
	const { floats, start, stride, count } = curve;
	// Of several keys at one time the last counts; at the first time of a curve, the first.
	if (time === floats[start] && time === floats[start + stride] && !wantsSlope) return floats[start + 1]!;
	hint.key = seekKey(floats, start, stride, count, time, hint.key);
	return evaluateSegment(curve, hint.key, time, wantsSlope, rightSign);
}

function evaluateSegment(curve: Curve, key: number, time: number, wantsSlope: boolean, rightSign: 1 | -1): number {
	const { floats, words, start, stride } = curve;
	const left = start + key * stride;
	const right = left + stride;
	const s = time - floats[left]!;
	const y0 = floats[left + 1]!;
	if (curve.kind === 'boolean') return wantsSlope ? 0 : y0;
	const y1 = floats[right + 1]! * rightSign;
	const dx = floats[right]! - floats[left]!;
	const m0 = stride === FULL_STRIDE ? floats[left + 3]! : 0;
	const inTangent = stride === FULL_STRIDE ? floats[right + 2]! : 0;
	const m1 = inTangent * rightSign;
	const outWeight = stride === FULL_STRIDE ? floats[left + 5]! : 0;
	const inWeight = stride === FULL_STRIDE ? floats[right + 4]! : 0;
	const leftMode = stride === FULL_STRIDE ? words[left + 6]! : WEIGHTED_BOTH;
	const rightMode = stride === FULL_STRIDE ? words[right + 6]! : WEIGHTED_BOTH;
	const kind = getSegmentKind(m0, outWeight, leftMode, inTangent, inWeight, rightMode);
	if (kind === 'nan') return Number.NaN;
	if (kind === 'left' || kind === 'right') return wantsSlope ? 0 : kind === 'left' ? y0 : y1;
	// A key's own value, to the bit.
	if (s === 0 && !wantsSlope) return y0;
	if (kind === 'line') return wantsSlope ? (y1 - y0) / dx : evaluateLine(y0, y1, dx, s);
	if (kind === 'hermite') {
		return wantsSlope ? hermiteSlope(y0, m0, y1, m1, dx, s) : evaluateHermite(y0, m0, y1, m1, dx, s);
	}
	const w0 = leftWeight(outWeight, leftMode);
	const w1 = rightWeight(inWeight, rightMode);
	return wantsSlope ? weightedSlope(y0, m0, w0, y1, m1, w1, dx, s) : evaluateWeighted(y0, m0, w0, y1, m1, w1, dx, s);
}

// The left key of the segment that holds a time: the last key at or before it, from 0 to the last but one. Takes at
// least two sorted keys and a guess: playback finds its key in a step or two, any other time by bisection.
function seekKey(
	floats: Float32Array,
	start: number,
	stride: number,
	count: number,
	time: number,
	guess: number,
): number {
	const last = count - 2;
	let low = Math.max(0, Math.min(guess, last));
	if (floats[start + low * stride]! <= time) {
		// Usually the same segment or the next.
		if (low === last || floats[start + (low + 1) * stride]! > time) return low;
		low++;
		if (low === last || floats[start + (low + 1) * stride]! > time) return low;
		return bisect(floats, start, stride, time, low + 1, last);
	}
	return bisect(floats, start, stride, time, 0, low);
}

// The last key in [from, to] whose time is not above `time`, or `from`.
function bisect(floats: Float32Array, start: number, stride: number, time: number, from: number, to: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (floats[start + middle * stride]! <= time) low = middle;
		else high = middle - 1;
	}
	return low;
}
