import {
	evaluateHermite,
	evaluateWeighted,
	getCurveSegmentKind,
	hermiteSlope,
	leftWeight,
	rightWeight,
} from '../curves/segment.ts';
import { solveWeighted } from '../curves/weighted.ts';
import {
	type Curve,
	FULL_STRIDE,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyTime,
	getKeyValue,
	getKeyWeightedMode,
} from '../model/curve.ts';

/** A curve as a polyline. Two vertices at one time are a jump. */
export interface FlatCurve {
	readonly times: Float64Array;
	readonly values: Float64Array;
}

/** Unity evaluates shorter Hermite segments as if they were this long, so they end with a jump. */
const SHORTEST_HERMITE = 1e-4;
/** Below this cubic term Unity solves weighted segments as quadratic segments, which is another curve. */
const CUBIC_TERM = 1e-3;
const MAX_VERTICES = 4096;

/**
 * A sorted curve as lines that deviate by at most `step`, with keys multiplied by their sign. `null` if that is not
 * possible: values that are not finite, and segments that are too steep or have unusual weights.
 */
export function flattenCurve(curve: Curve, sign: (key: number) => number, step: number): FlatCurve | null {
	const { floats, start, stride, count } = curve;
	const times: number[] = [];
	const values: number[] = [];
	const push = (time: number, value: number): void => {
		times.push(time);
		values.push(value);
	};
	for (let key = 0; key < count; key++) {
		const at = start + key * stride;
		const time = floats[at]!;
		const value = floats[at + 1]! * sign(key);
		if (!Number.isFinite(value)) return null;
		// Of several keys at one time only the first and the last play.
		const isInner = key > 0 && key + 1 < count && floats[at - stride] === time && floats[at + stride] === time;
		if (isInner) continue;
		push(time, value);
		if (stride !== FULL_STRIDE || key + 1 === count || floats[at + stride] === time) continue;
		if (!flattenSegment(curve, key, sign(key), sign(key + 1), step, push)) return null;
	}
	return { times: Float64Array.from(times), values: Float64Array.from(values) };
}

// Adds the vertices between two keys.
function flattenSegment(
	curve: Curve,
	key: number,
	sign: number,
	nextSign: number,
	step: number,
	push: (time: number, value: number) => void,
): boolean {
	const kind = getCurveSegmentKind(curve, key);
	if (kind === 'line') return true;
	const t0 = getKeyTime(curve, key);
	const t1 = getKeyTime(curve, key + 1);
	const y0 = getKeyValue(curve, key) * sign;
	const y1 = getKeyValue(curve, key + 1) * nextSign;
	if (kind === 'left') push(t1, y0);
	if (kind === 'right') push(t0, y1);
	// At the first time of a curve the first of several keys counts.
	if (kind === 'right') return t0 > getKeyTime(curve, 0);
	if (kind === 'left') return true;
	if (kind === 'nan' || !(step > 0)) return false;
	const m0 = getKeyOutTangent(curve, key) * sign;
	const m1 = getKeyInTangent(curve, key + 1) * nextSign;
	const dx = t1 - t0;
	let bend: Bend;
	let evaluate: (time: number) => number;
	if (kind === 'hermite') {
		if (dx < SHORTEST_HERMITE) return false;
		evaluate = (time) => evaluateHermite(y0, m0, y1, m1, dx, time - t0);
		bend = (from, to) => {
			const third = (to - from) / 3;
			const a = third * hermiteSlope(y0, m0, y1, m1, dx, from - t0);
			const b = third * hermiteSlope(y0, m0, y1, m1, dx, to - t0);
			const rise = (evaluate(to) - evaluate(from)) / 3;
			return Math.max(Math.abs(a - rise), Math.abs(b - rise));
		};
	} else {
		const w0 = leftWeight(getKeyOutWeight(curve, key), getKeyWeightedMode(curve, key));
		const w1 = rightWeight(getKeyInWeight(curve, key + 1), getKeyWeightedMode(curve, key + 1));
		// With other weights time would run backwards.
		if (!(w0 >= 0 && w0 <= 1 && w1 >= 0 && w1 <= 1)) return false;
		const cubicTerm = Math.abs(3 * w0 + 3 * w1 - 2);
		if (cubicTerm <= CUBIC_TERM && cubicTerm > 1e-6) return false;
		evaluate = (time) => evaluateWeighted(y0, m0, w0, y1, m1, w1, dx, time - t0);
		const x = [0, w0, 1 - w1, 1];
		const y = [y0, y0 + w0 * dx * m0, y1 - w1 * dx * m1, y1];
		const slack = cubicTerm <= CUBIC_TERM ? 1e-5 * (Math.max(...y) - Math.min(...y)) : 0;
		bend = (from, to) => {
			const u0 = solveWeighted((from - t0) / dx, w0, w1);
			const u1 = solveWeighted((to - t0) / dx, w0, w1);
			return bendWeighted(x, y, u0, u1) + slack;
		};
	}
	return flattenBetween(t0, t1, evaluate, bend, step, push);
}

/** The largest deviation of a piece of a segment from its chord, between two times. */
type Bend = (from: number, to: number) => number;

// Halves the segment until every piece is flat. Times are float32, so that they can become key times.
function flattenBetween(
	from: number,
	to: number,
	evaluate: (time: number) => number,
	bend: Bend,
	step: number,
	push: (time: number, value: number) => void,
): boolean {
	const ends = [to];
	let left = from;
	for (let made = 0; made < MAX_VERTICES; ) {
		const right = ends.at(-1)!;
		if (bend(left, right) <= step) {
			ends.pop();
			if (ends.length === 0) return true;
			push(right, evaluate(right));
			left = right;
			made++;
			continue;
		}
		const middle = Math.fround((left + right) / 2);
		if (!(middle > left && middle < right)) return false;
		ends.push(middle);
	}
	return false;
}

// The curve between two parameters is a Bézier curve. Minus its chord it is a Bézier curve whose control values are
// those minus the chord, so it lies within them.
function bendWeighted(x: readonly number[], y: readonly number[], u0: number, u1: number): number {
	const x0 = blossom(x, u0, u0, u0);
	const y0 = blossom(y, u0, u0, u0);
	const run = blossom(x, u1, u1, u1) - x0;
	const slope = run > 0 ? (blossom(y, u1, u1, u1) - y0) / run : 0;
	const off = (a: number, b: number, c: number): number =>
		Math.abs(blossom(y, a, b, c) - y0 - slope * (blossom(x, a, b, c) - x0));
	return Math.max(off(u0, u0, u1), off(u0, u1, u1), off(u1, u1, u1));
}

// De Casteljau with a separate parameter for each step.
function blossom(p: readonly number[], a: number, b: number, c: number): number {
	const mix = (left: number, right: number, u: number): number => left + (right - left) * u;
	const [p0 = 0, p1 = 0, p2 = 0, p3 = 0] = p;
	const q0 = mix(p0, p1, a);
	const q1 = mix(p1, p2, a);
	const q2 = mix(p2, p3, a);
	return mix(mix(q0, q1, b), mix(q1, q2, b), c);
}
