import {
	evaluateHermite,
	evaluateLine,
	evaluateWeighted,
	getCurveSegmentKind,
	hermiteSlope,
	leftWeight,
	rightWeight,
	type SegmentKind,
	weightedSlope,
} from '../curves/segment.ts';
import { type Curve, createCurve, FULL_STRIDE, WEIGHTED_BOTH } from '../model/curve.ts';
import { limitSlope } from './split-segment.ts';

/** The most that a divided segment may deviate, relative to the largest value in the sum. */
const TOLERANCE = 1e-6;
/** The most times that a segment is halved. */
const MAX_DEPTH = 8;
/**
 * Unity drops coefficients of the time of a weighted segment up to this (FORMAT.md, "Evaluation"). From {@link UNSEEN}
 * on the difference shows.
 */
const DROPPED = 1e-3;
const UNSEEN = 1e-6;

/** A segment of a curve, multiplied by its factor. */
interface Segment {
	readonly kind: SegmentKind;
	readonly y0: number;
	readonly m0: number;
	readonly w0: number;
	readonly y1: number;
	readonly m1: number;
	readonly w1: number;
}

/** A key under construction. Sides that are not set are linear. */
interface Key {
	readonly time: number;
	readonly value: number;
	inTangent: number;
	outTangent: number;
	inWeight: number;
	outWeight: number;
	mode: number;
}

/**
 * The sum of curves with full keys at the same times, each multiplied by its factor, plus an offset.
 *
 * Exact if the segments of all curves are linear or Hermite, linear or weighted with the same weights, or the same
 * steps. If only some curves step, the sum jumps with two keys at one time. Other segments become Hermite segments,
 * halved until they deviate by at most 1e-6 of the largest value at three places between their keys.
 */
export function combineSegments(curves: readonly Curve[], factors: readonly number[], offset: number): Curve {
	const [first] = curves as [Curve];
	const keys: Key[] = [];
	const sumValues = (i: number): number =>
		curves.reduce((sum, { floats, start }, k) => sum + factors[k]! * floats[start + i * FULL_STRIDE + 1]!, offset);
	const timeOf = (i: number): number => first.floats[first.start + i * FULL_STRIDE]!;
	for (let i = 0; i < first.count; i++) {
		const isJump = i > 0 && timeOf(i) === timeOf(i - 1);
		if (i > 0 && !isJump) {
			const segments = curves.map((curve, k) => readSegment(curve, i - 1, factors[k]!));
			addSegment(keys, segments, offset, timeOf(i - 1), timeOf(i));
		}
		const value = sumValues(i);
		// A segment ends with a key. A second key at that time is only needed for another value.
		if (i === 0 || isJump || Math.fround(keys.at(-1)!.value) !== Math.fround(value))
			keys.push(newKey(timeOf(i), value));
	}
	const { preWrap, postWrap } = first;
	return createCurve(
		keys.flatMap(({ time, value, inTangent, outTangent, inWeight, outWeight, mode }) => [
			time,
			value,
			inTangent,
			outTangent,
			inWeight,
			outWeight,
			mode,
		]),
		{ stride: FULL_STRIDE, preWrap, postWrap },
	);
}

function newKey(time: number, value: number): Key {
	return { time, value, inTangent: 0, outTangent: 0, inWeight: 0, outWeight: 0, mode: WEIGHTED_BOTH };
}

function readSegment(curve: Curve, key: number, factor: number): Segment {
	const { floats, words, start } = curve;
	const left = start + key * FULL_STRIDE;
	const right = left + FULL_STRIDE;
	const given = getCurveSegmentKind(curve, key);
	const isStill =
		floats[left + 1] === floats[right + 1] &&
		given !== 'nan' &&
		(given === 'line' || (floats[left + 3] === 0 && floats[right + 2] === 0));
	return {
		// A constant segment can be combined with every kind.
		kind: isStill ? 'line' : given,
		y0: floats[left + 1]! * factor,
		m0: floats[left + 3]! * factor,
		w0: leftWeight(floats[left + 5]!, words[left + 6]!),
		y1: floats[right + 1]! * factor,
		m1: floats[right + 2]! * factor,
		w1: rightWeight(floats[right + 4]!, words[right + 6]!),
	};
}

// Adds the keys of a segment up to its right end. The last key so far is at its left end.
function addSegment(keys: Key[], segments: readonly Segment[], offset: number, start: number, end: number): void {
	const dx = end - start;
	const sum = (value: (segment: Segment) => number): number =>
		segments.reduce((total, segment) => total + value(segment), offset);
	const whole = wholeTangent(segments);
	if (whole !== null) {
		const right = newKey(
			end,
			sum(({ y1 }) => y1),
		);
		addCubic(keys, right, whole, whole);
		return;
	}
	// If only some curves step, the sum jumps at one of the ends.
	const from = sum(({ kind, y0, y1 }) => (kind === 'right' ? y1 : y0));
	const to = sum(({ kind, y0, y1 }) => (kind === 'left' ? y0 : y1));
	if (Math.fround(from) !== Math.fround(keys.at(-1)!.value)) keys.push(newKey(start, from));
	const right = newKey(end, to);
	const slope = (segment: Segment, side: 'm0' | 'm1'): number =>
		isCubic(segment) ? segment[side] : evaluateSlope(segment, dx, 0);
	const cubic = segments.filter(isCubic);
	const [model] = cubic;
	if (model === undefined) keys.push(right);
	else if (isAlike(model, cubic, segments)) {
		const m0 = sum((segment) => slope(segment, 'm0')) - offset;
		const m1 = sum((segment) => slope(segment, 'm1')) - offset;
		addCubic(keys, right, m0, m1, model.kind === 'weighted' ? model : undefined);
	} else {
		const sizes = segments.flatMap(({ y0, y1 }) => [Math.abs(y0), Math.abs(y1)]);
		const tolerance = TOLERANCE * Math.max(Math.abs(offset), ...sizes);
		divide(keys, segments, offset, start, dx, 0, dx, tolerance, MAX_DEPTH);
	}
}

// The infinite tangent of a sum that is a step, NaN if it has no value, `null` for other sums.
function wholeTangent(segments: readonly Segment[]): number | null {
	if (segments.some(({ kind }) => kind === 'nan')) return Number.NaN;
	const moving = segments.filter(({ y0, y1, kind }) => y0 !== y1 || kind !== 'line');
	if (moving.length === 0) return null;
	if (moving.every(({ kind }) => kind === 'left')) return Number.POSITIVE_INFINITY;
	return moving.every(({ kind }) => kind === 'right') ? Number.NEGATIVE_INFINITY : null;
}

// Whether the sum of the segments is a segment of the model's kind.
function isAlike(model: Segment, cubic: readonly Segment[], all: readonly Segment[]): boolean {
	const { kind, w0, w1 } = model;
	if (kind === 'hermite') return cubic.every((segment) => segment.kind === kind);
	const isSame = cubic.every((segment) => segment.kind === kind && segment.w0 === w0 && segment.w1 === w1);
	return isSame && (canBeLine(model) || !all.some((segment) => segment.kind === 'line' && segment.y0 !== segment.y1));
}

function isCubic({ kind }: Segment): boolean {
	return kind === 'hermite' || kind === 'weighted';
}

// Whether these weights can express a line: time must be monotonic, and Unity must not drop a coefficient.
function canBeLine({ w0, w1 }: Segment): boolean {
	const cubic = Math.abs(3 * (w0 + w1) - 2);
	return w0 >= 0 && w0 <= 1 && w1 >= 0 && w1 <= 1 && (cubic > DROPPED || cubic < UNSEEN);
}

// Ends a Hermite segment, a weighted segment or a step (infinite slopes) with a key.
function addCubic(
	keys: Key[],
	right: Key,
	m0: number,
	m1: number,
	weights?: { readonly w0: number; readonly w1: number },
): void {
	const left = keys.at(-1)!;
	const isHeld = Math.abs(m0) === Number.POSITIVE_INFINITY && m0 === m1;
	left.outTangent = isHeld ? m0 : limitSlope(m0);
	right.inTangent = isHeld ? m1 : limitSlope(m1);
	left.outWeight = weights?.w0 ?? 1 / 3;
	right.inWeight = weights?.w1 ?? 1 / 3;
	if (weights === undefined) {
		left.mode &= ~2;
		right.mode &= ~1;
	}
	keys.push(right);
}

// Adds Hermite segments for the part [from, to] of the segments that begin at `start`, all in seconds.
function divide(
	keys: Key[],
	segments: readonly Segment[],
	offset: number,
	start: number,
	dx: number,
	from: number,
	to: number,
	tolerance: number,
	depth: number,
): void {
	const value = (s: number): number => segments.reduce((sum, segment) => sum + evaluate(segment, dx, s), offset);
	const slope = (s: number): number => segments.reduce((sum, segment) => sum + evaluateSlope(segment, dx, s), 0);
	const length = to - from;
	const [y0, m0, y1, m1] = [value(from), slope(from), value(to), slope(to)];
	// NaN compares false: dividing does not help there.
	const isOff = [0.2, 0.5, 0.8].some(
		(part) =>
			Math.abs(evaluateHermite(y0, m0, y1, m1, length, part * length) - value(from + part * length)) > tolerance,
	);
	const middle = Math.fround(start + (from + to) / 2) - start;
	if (!isOff || depth === 0 || middle <= from || middle >= to) {
		const right = newKey(start + to, y1);
		if (Number.isFinite(m0) && Number.isFinite(m1)) addCubic(keys, right, m0, m1);
		else keys.push(right);
		return;
	}
	divide(keys, segments, offset, start, dx, from, middle, tolerance, depth - 1);
	divide(keys, segments, offset, start, dx, middle, to, tolerance, depth - 1);
}

function evaluate({ kind, y0, m0, w0, y1, m1, w1 }: Segment, dx: number, s: number): number {
	if (kind === 'left') return y0;
	if (kind === 'right') return y1;
	if (kind === 'line') return evaluateLine(y0, y1, dx, s);
	return kind === 'hermite' ? evaluateHermite(y0, m0, y1, m1, dx, s) : evaluateWeighted(y0, m0, w0, y1, m1, w1, dx, s);
}

function evaluateSlope({ kind, y0, m0, w0, y1, m1, w1 }: Segment, dx: number, s: number): number {
	if (kind === 'left' || kind === 'right') return 0;
	if (kind === 'line') return (y1 - y0) / dx;
	return kind === 'hermite' ? hermiteSlope(y0, m0, y1, m1, dx, s) : weightedSlope(y0, m0, w0, y1, m1, w1, dx, s);
}
