import { type Curve, FULL_STRIDE } from '../model/curve.ts';
import { bernstein, bernsteinSlope, solveWeighted } from './weighted.ts';

// One segment between two neighboring keys, as Unity evaluates it (FORMAT.md, "Evaluation"), in float64. `s` is the
// time since the left key, `dx` the time between the keys.

/** The minimum length of Hermite segments in seconds, as in Unity. */
const SHORTEST = 1e-4;
/** The weight of a side without weight, in Unity's precision. */
const THIRD = Math.fround(1 / 3);
const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/** The shape of a segment: a step to the left or right value, NaN, a line, a Hermite or a weighted Bézier segment. */
export type SegmentKind = 'left' | 'right' | 'nan' | 'line' | 'hermite' | 'weighted';

/**
 * Returns the kind of a segment from the fields of its two keys. Infinite tangents make a step; a NaN
 * tangent makes the whole segment NaN; weights of 0 on both sides make a line.
 */
export function getSegmentKind(
	outTangent: number,
	outWeight: number,
	leftMode: number,
	inTangent: number,
	inWeight: number,
	rightMode: number,
): SegmentKind {
	if (outTangent === Number.POSITIVE_INFINITY || inTangent === Number.POSITIVE_INFINITY) return 'left';
	if (outTangent === Number.NEGATIVE_INFINITY || inTangent === Number.NEGATIVE_INFINITY) return 'right';
	if (Number.isNaN(outTangent) || Number.isNaN(inTangent)) return 'nan';
	const isOut = (leftMode & WEIGHTED_OUT) !== 0;
	const isIn = (rightMode & WEIGHTED_IN) !== 0;
	if (!isOut && !isIn) return 'hermite';
	return isOut && isIn && outWeight === 0 && inWeight === 0 ? 'line' : 'weighted';
}

/** Returns the kind of the segment after a key. Takes a curve with full keys. */
export function getCurveSegmentKind({ floats, words, start }: Curve, key: number): SegmentKind {
	const left = start + key * FULL_STRIDE;
	const right = left + FULL_STRIDE;
	return getSegmentKind(
		floats[left + 3]!,
		floats[left + 5]!,
		words[left + 6]!,
		floats[right + 2]!,
		floats[right + 4]!,
		words[right + 6]!,
	);
}

/** Returns the weight of the left side of a segment: the key's weight if its mode uses it, otherwise 1/3. */
export function leftWeight(outWeight: number, leftMode: number): number {
	return (leftMode & WEIGHTED_OUT) !== 0 ? outWeight : THIRD;
}

/** Returns the weight of the right side of a segment. */
export function rightWeight(inWeight: number, rightMode: number): number {
	return (rightMode & WEIGHTED_IN) !== 0 ? inWeight : THIRD;
}

/** Returns the length that a Hermite segment counts as, in seconds. */
export function hermiteLength(dx: number): number {
	return Math.max(dx, SHORTEST);
}

/** Evaluates a straight line. */
export function evaluateLine(y0: number, y1: number, dx: number, s: number): number {
	return y0 + (y1 - y0) * (s / dx);
}

/** Evaluates a Hermite segment with slopes per second. */
export function evaluateHermite(y0: number, m0: number, y1: number, m1: number, dx: number, s: number): number {
	const length = hermiteLength(dx);
	const t = s / length;
	const t2 = t * t;
	const t3 = t2 * t;
	return (
		(2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * (m0 * length) + (t3 - t2) * (m1 * length) + (3 * t2 - 2 * t3) * y1
	);
}

/** Returns the slope of a Hermite segment per second. */
export function hermiteSlope(y0: number, m0: number, y1: number, m1: number, dx: number, s: number): number {
	const length = hermiteLength(dx);
	const t = s / length;
	const t2 = t * t;
	return ((6 * t2 - 6 * t) * (y0 - y1)) / length + (3 * t2 - 4 * t + 1) * m0 + (3 * t2 - 2 * t) * m1;
}

/** Evaluates a weighted Bézier segment, with weights from {@link leftWeight} and {@link rightWeight}. */
export function evaluateWeighted(
	y0: number,
	m0: number,
	outWeight: number,
	y1: number,
	m1: number,
	inWeight: number,
	dx: number,
	s: number,
): number {
	const u = solveWeighted(s / dx, outWeight, inWeight);
	return bernstein(u, y0, y0 + outWeight * dx * m0, y1 - inWeight * dx * m1, y1);
}

/** Returns the slope of a weighted segment per second; infinite where the curve is vertical. */
export function weightedSlope(
	y0: number,
	m0: number,
	outWeight: number,
	y1: number,
	m1: number,
	inWeight: number,
	dx: number,
	s: number,
): number {
	const u = solveWeighted(s / dx, outWeight, inWeight);
	const before = y0 + outWeight * dx * m0;
	const after = y1 - inWeight * dx * m1;
	const rise = bernsteinSlope(u, y0, before, after, y1);
	const run = bernsteinSlope(u, 0, outWeight, 1 - inWeight, 1) * dx;
	if (rise !== 0 || run !== 0) return rise / run;
	// A weight of 0 puts a control point onto its key: the slope there is that toward the other control point.
	return u < 0.5 ? (after - y0) / ((1 - inWeight) * dx) : (y1 - before) / ((1 - outWeight) * dx);
}
