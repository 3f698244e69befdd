import {
	evaluateHermite,
	evaluateLine,
	getSegmentKind,
	hermiteLength,
	hermiteSlope,
	leftWeight,
	rightWeight,
} from '../curves/segment.ts';
import { solveWeighted } from '../curves/weighted.ts';
import { WEIGHTED_BOTH } from '../model/curve.ts';

/** Two views of the same words. */
export interface KeyMemory {
	readonly floats: Float32Array;
	readonly words: Uint32Array;
}

const THIRD = 1 / 3;
const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;
/** Unity drops coefficients of x(u) up to this (FORMAT.md, "Evaluation"). */
const TINY = 1e-3;
/** Where a curve is vertical its slope is infinite, which would mean a step. This weight keeps it finite. */
const SMALLEST_WEIGHT = 2 ** -30;
const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127;

/**
 * Splits the segment between two full keys: fills the key `middle` (word offsets; its time is set and lies strictly
 * between theirs), and adapts the sides of `left` and `right` that face it. Both halves play like the whole. Other
 * sides, and the times and values of those keys, keep their bits.
 *
 * Exact up to the rounding of the new key to float32, with these exceptions:
 *
 * - If Unity drops a term of a half that it did not drop before, that half deviates by up to 2e-4 of its length in
 *   time. If it dropped a term before, the right half deviates by up to 2e-3 near its end.
 * - Hermite segments shorter than 1e-4 s, which Unity cuts off, reach their right key without the jump.
 * - Infinite values stay infinite or become NaN.
 */
export function splitSegment(memory: KeyMemory, left: number, middle: number, right: number): void {
	const { floats, words } = memory;
	const s = floats[middle]! - floats[left]!;
	const dx = floats[right]! - floats[left]!;
	const y0 = floats[left + 1]!;
	const y1 = floats[right + 1]!;
	const m0 = floats[left + 3]!;
	const m1 = floats[right + 2]!;
	const leftMode = words[left + 6]!;
	const rightMode = words[right + 6]!;
	switch (getSegmentKind(m0, floats[left + 5]!, leftMode, m1, floats[right + 4]!, rightMode)) {
		case 'left':
			fillKey(memory, middle, y0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
			return;
		case 'right':
			fillKey(memory, middle, y1, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
			return;
		case 'nan':
			fillKey(memory, middle, Number.NaN, Number.NaN, Number.NaN);
			return;
		case 'line':
			fillKey(memory, middle, evaluateLine(y0, y1, dx, s), 0, 0, 0, 0, WEIGHTED_BOTH);
			return;
		case 'hermite': {
			const slope = limitSlope(hermiteSlope(y0, m0, y1, m1, dx, s));
			// Unity does not evaluate very short Hermite segments exactly. Weights of a third give the same curve at any
			// length.
			const isShort = (length: number): boolean => hermiteLength(length) !== length;
			const mode = (isShort(s) ? WEIGHTED_IN : 0) | (isShort(dx - s) ? WEIGHTED_OUT : 0);
			fillKey(memory, middle, evaluateHermite(y0, m0, y1, m1, dx, s), slope, slope, THIRD, THIRD, mode);
			return;
		}
		case 'weighted':
			splitWeighted(memory, left, middle, right);
	}
}

/** Fills a key except its time. */
export function fillKey(
	{ floats, words }: KeyMemory,
	at: number,
	value: number,
	inTangent: number,
	outTangent: number,
	inWeight: number = THIRD,
	outWeight: number = THIRD,
	mode: number = 0,
): void {
	floats[at + 1] = value;
	floats[at + 2] = inTangent;
	floats[at + 3] = outTangent;
	floats[at + 4] = inWeight;
	floats[at + 5] = outWeight;
	words[at + 6] = mode;
}

// De Casteljau at the parameter u that Unity finds. Values are exact; times are without the terms that Unity drops.
function splitWeighted(memory: KeyMemory, left: number, middle: number, right: number): void {
	const { floats, words } = memory;
	const dx = floats[right]! - floats[left]!;
	const before = floats[middle]! - floats[left]!;
	const after = floats[right]! - floats[middle]!;
	const w0 = leftWeight(floats[left + 5]!, words[left + 6]!);
	const w1 = rightWeight(floats[right + 4]!, words[right + 6]!);
	const s = before / dx;
	const u = solveWeighted(s, w0, w1);
	const v = 1 - u;

	const y0 = floats[left + 1]!;
	const y3 = floats[right + 1]!;
	const rise0 = w0 * dx * floats[left + 3]!;
	const rise3 = w1 * dx * floats[right + 2]!;
	const y1 = y0 + rise0;
	const y2 = y3 - rise3;
	const y12 = v * y1 + u * y2;
	const y012 = v * (v * y0 + u * y1) + u * y12;
	const y123 = v * y12 + u * (v * y2 + u * y3);
	const value = v * y012 + u * y123;

	const leading = 3 * (w0 + w1) - 2;
	const a = Math.abs(leading) <= TINY ? 0 : leading;
	const square = 3 - 6 * w0 - 3 * w1;
	const b = a === 0 && Math.abs(square) <= TINY ? 0 : square;
	const c = 3 * w0;
	const isTame = w0 >= 0 && w0 <= 1 && w1 >= 0 && w1 <= 1;
	const first = settleWeights(a * u ** 3, b * u * u, c * u, isTame, 0);
	// Without the dropped terms x(1) is not 1. If Unity drops them in this half too, that must stay so.
	const dropped = 1 - a - b - c;
	const isDroppedAgain = a === 0 && Math.abs(dropped) <= TINY * (1 - s);
	const second = settleWeights(
		a * v ** 3,
		(3 * a * u + b) * v * v,
		((3 * a * u + 2 * b) * u + c) * v,
		isTame,
		isDroppedAgain ? dropped : 0,
	);

	const inWeight = finiteWeight(first.inWeight);
	const outWeight = finiteWeight(second.outWeight);
	fillKey(
		memory,
		middle,
		value,
		slopeOf(value - y012, inWeight * before),
		slopeOf(y123 - value, outWeight * after),
		inWeight,
		outWeight,
		WEIGHTED_BOTH,
	);
	floats[left + 3] = slopeOf(u * rise0, first.outWeight * before, floats[left + 3]);
	floats[left + 5] = first.outWeight;
	words[left + 6]! |= WEIGHTED_OUT;
	floats[right + 2] = slopeOf(v * rise3, second.inWeight * after, floats[right + 2]);
	floats[right + 4] = second.inWeight;
	words[right + 6]! |= WEIGHTED_IN;
}

// The weights for which Unity evaluates x(v) = a v³ + b v² + c v, scaled so that x(1) is 1 − `lack`. A term so small
// that Unity would drop it is added to the others, so that the ends stay and the error between them is small.
function settleWeights(
	a: number,
	b: number,
	c: number,
	isTame: boolean,
	lack: number,
): { readonly outWeight: number; readonly inWeight: number } {
	const length = a + b + c + lack;
	// A half without length in time: any weights do.
	if (!(Math.abs(length) > 0)) return { outWeight: THIRD, inWeight: THIRD };
	let second = b / length;
	let first = c / length;
	if (Math.abs(a / length) <= TINY) {
		const sum = 1 - lack / length;
		first -= a / length / 2;
		// Beyond these limits time would run backwards between the keys.
		if (isTame) first = Math.max(0, Math.min(first, 2));
		second = sum - first;
		if (Math.abs(second) <= TINY) {
			first = sum;
			second = 0;
		}
	}
	return { outWeight: first / 3, inWeight: 1 - (second + 2 * first) / 3 };
}

function finiteWeight(weight: number): number {
	return Math.abs(weight) < SMALLEST_WEIGHT ? SMALLEST_WEIGHT : weight;
}

// A given slope keeps its bits unless the new weight needs another slope.
function slopeOf(rise: number, run: number, given?: number): number {
	if (given !== undefined && (rise === 0 || Math.abs(given * run - rise) <= Math.abs(rise) * 1e-7)) return given;
	return rise === 0 ? 0 : limitSlope(rise / run);
}

/** A slope that is finite in float32, because an infinite slope would mean a step. */
export function limitSlope(slope: number): number {
	return Math.max(-LARGEST_FLOAT, Math.min(slope, LARGEST_FLOAT));
}
