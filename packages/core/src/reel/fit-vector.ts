import { FULL_STRIDE, WEIGHTED_BOTH } from '../model/curve.ts';
import type { BlockCurve } from './block-curve.ts';
import { type BoundedVector, createFrame, STEP_UNIT } from './bounded-vector.ts';
import { codeSteps, DYADIC_CONTEXTS, predictSample, SIZE, visitSamples } from './dyadic.ts';
import type { DensePose } from './pose-frame.ts';
import { RangeEncoder } from './range-coder.ts';
import { toSample } from './signal.ts';
import { smoothSignal } from './smooth-signal.ts';
import type { Timing } from './timing.ts';

// Finds the steps of a vector. Encoders are free in how they do this: a better search yields smaller files of the same
// format.

/** A way to find steps. */
export interface Trial {
	/** The size of a step, and the distance of the smoothed signal from the samples, as shares of the tolerance. */
	readonly step: number;
	readonly smooth: number;
	/** From the finest level on, how far from the smoothed signal a prediction may be without a step. */
	readonly slack: readonly number[];
	/** From the finest level on, how far from a sample smaller steps may lead, as shares of the tolerance. */
	readonly shrink: readonly number[];
}

const FINE: Trial = { step: 0.62, smooth: 0.62, slack: [10, 0.75, 0.6, 0.5], shrink: [1, 0.75] };
const COARSE: Trial = {
	step: 0.9,
	smooth: 0.5,
	slack: [10, 1, 1, 1, 1, 1, 1],
	shrink: [1, 0.75, 0.6, 0.5, 0.5, 0.5, 0.5],
};

/** How vectors are fitted. */
export interface Strategy {
	/** For vectors that others are relative to. */
	readonly references: readonly Trial[];
	/** For all other vectors. */
	readonly leaves: readonly Trial[];
}

/** With the noise of a tracker, references that move smoothly make the other vectors cheaper; without, they do not. */
export const STRATEGIES: readonly Strategy[] = [
	{ references: [FINE], leaves: [FINE, COARSE] },
	{ references: [FINE, COARSE], leaves: [FINE, COARSE] },
];
/** The share of the tolerance that is used; the rest is for rounding. */
const USED_SHARE = 0.998;
/** How far rotations may turn from their mean, as the cosine of half the angle. */
const LOWEST_W = -0.9;
const IDENTITY: readonly number[] = [0, 0, 0, 1];
/** Samples on either side that tell how much a signal bends. */
const REACH = 4;
const FEWEST_KEYS = 2;
/** Tolerances that steps can express. */
const FINEST: number = 16 * STEP_UNIT;
const COARSEST = 8;
const FINEST_LEVEL = 6;

/** Returns the steps of a vector, or `null` if it must be stored exactly. */
export function fitVector(
	curves: readonly BlockCurve[],
	isRotation: boolean,
	references: readonly DensePose[],
	{ times, weights }: Pick<Timing, 'times' | 'weights'>,
	tolerance: number,
	trials: readonly Trial[],
): BoundedVector | null {
	if (!(tolerance >= FINEST && tolerance < COARSEST)) return null;
	const values = readValues(curves, isRotation);
	if (values === null) return null;
	const { frames } = curves[0]!;
	let best: { vector: BoundedVector; samples: Float64Array } | null = null;
	let lowest = Number.POSITIVE_INFINITY;
	for (let reference = 0; reference <= references.length; reference++) {
		const vector: BoundedVector = { reference, mean: new Int32Array(4), step: 0, steps: new Int32Array(0) };
		const samples = toSamples(values, frames, vector, references, isRotation);
		if (samples === null) continue;
		const cost = measureBends(samples, tolerance);
		if (cost < lowest) {
			lowest = cost;
			best = { vector, samples };
		}
	}
	if (best === null) return null;
	let found: BoundedVector | null = null;
	lowest = Number.POSITIVE_INFINITY;
	for (const trial of trials) {
		const step = Math.floor((trial.step * tolerance) / STEP_UNIT);
		const smooth = smoothSignal(best.samples, times, trial.smooth * tolerance);
		const steps = findSteps(best.samples, smooth, tolerance * USED_SHARE, step * STEP_UNIT, trial, weights);
		const cost = steps === null ? lowest : measureSteps(steps);
		if (steps === null || cost >= lowest) continue;
		lowest = cost;
		found = { ...best.vector, step, steps };
	}
	return found;
}

// How many bytes steps take by themselves.
function measureSteps(steps: Int32Array): number {
	const coder = new RangeEncoder(DYADIC_CONTEXTS);
	codeSteps(coder, 0, steps);
	return coder.finish().length;
}

// Components of all keys, four per key; `null` if they are not straight lines or are not finite.
function readValues(curves: readonly BlockCurve[], isRotation: boolean): Float64Array | null {
	const [{ frames, stride }] = curves as [BlockCurve];
	if (frames.length < FEWEST_KEYS) return null;
	const values = new Float64Array(4 * frames.length);
	for (let c = 0; c < curves.length; c++) {
		const { words } = curves[c]!;
		const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
		for (let key = 0; key < frames.length; key++) {
			const at = key * stride;
			const value = floats[at + 1]!;
			if (!Number.isFinite(value) || (key > 0 && words[at] === words[at - stride])) return null;
			if (stride === FULL_STRIDE && !isLine(words, at)) return null;
			values[4 * key + c] = value;
		}
	}
	if (!isRotation) return values;
	for (let at = 0; at < values.length; at += 4) {
		const length = Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!);
		if (!(length > 0.9 && length < 1.1)) return null;
		for (let c = 0; c < 4; c++) values[at + c]! /= length;
	}
	return values;
}

function isLine(words: Uint32Array, at: number): boolean {
	const rest = words[at + 2]! | words[at + 3]! | words[at + 4]! | words[at + 5]!;
	return rest === 0 && words[at + 6] === WEIGHTED_BOTH;
}

// Sets the mean of a vector and returns its samples; `null` if they are not finite.
function toSamples(
	values: Float64Array,
	frames: Int32Array,
	vector: BoundedVector,
	references: readonly DensePose[],
	isRotation: boolean,
): Float64Array | null {
	const samples = new Float64Array(SIZE * frames.length);
	const near = new Float64Array(4);
	// Signs follow the motion as long as it stays in reach of the projection.
	const project = (isFollowing: boolean, sums: Float64Array | null): boolean => {
		const frame = createFrame(vector, references);
		near.set(IDENTITY);
		for (let key = 0; key < frames.length; key++) {
			if (!isFollowing) near.set(IDENTITY);
			toSample(values.subarray(4 * key, 4 * key + 4), frame, frames[key]!, isRotation, samples, SIZE * key, near);
			if (sums !== null) for (let c = 0; c < 4; c++) sums[c]! += near[c]!;
			else if (isRotation && near[3]! < LOWEST_W) return false;
		}
		return samples.every(Number.isFinite);
	};
	if (isRotation) {
		vector.mean.set(IDENTITY);
		const sums = new Float64Array(4);
		project(true, sums);
		const length = Math.hypot(...sums);
		if (!(length > 0)) return null;
		for (let c = 0; c < 4; c++) vector.mean[c] = Math.round((4 * sums[c]!) / length);
	}
	return project(true, null) || project(false, null) ? samples : null;
}

// Second differences tell how much a signal costs.
function measureBends(samples: Float64Array, tolerance: number): number {
	const count = samples.length / SIZE;
	const reach = Math.min(REACH, Math.floor((count - 1) / 2));
	let cost = 0;
	for (let i = reach; i + reach < count; i++) {
		let sum = 0;
		for (let c = 0; c < SIZE; c++) {
			const at = SIZE * i + c;
			sum += (samples[at - SIZE * reach]! - 2 * samples[at]! + samples[at + SIZE * reach]!) ** 2;
		}
		cost += Math.log2(1 + Math.sqrt(sum) / tolerance);
	}
	return cost;
}

// The steps that lead to within the tolerance of every sample, or `null`.
function findSteps(
	samples: Float64Array,
	smooth: Float64Array,
	tolerance: number,
	size: number,
	{ slack: slacks, shrink }: Trial,
	weights: Float64Array,
): Int32Array | null {
	const count = samples.length / SIZE;
	const steps = new Int32Array(samples.length);
	const values = new Float64Array(samples.length);
	const prediction = new Float64Array(SIZE);
	let isWithin = true;
	// Small steps take fewer bits. Samples that predict others have to stay closer to the signal.
	const shrinkSteps = (radius: number, at: number): void => {
		for (let c = 0; c < SIZE; c++) {
			for (let step = steps[at + c]!; step !== 0; step -= Math.sign(step)) {
				values[at + c] = prediction[c]! + size * (step - Math.sign(step));
				if (!isNear(values, at, samples, at, radius)) {
					values[at + c] = prediction[c]! + size * step;
					break;
				}
				steps[at + c] = step - Math.sign(step);
			}
		}
	};
	visitSamples(count, (sample, distance, level) => {
		const at = SIZE * sample;
		predictSample(values, weights, sample, distance, prediction);
		const slack = slacks[FINEST_LEVEL - level] ?? 0;
		const isFree =
			slack > 0 &&
			isNear(prediction, 0, smooth, at, slack * tolerance) &&
			isNear(prediction, 0, samples, at, tolerance);
		for (const target of isFree ? [null] : [smooth, samples]) {
			for (let c = 0; c < SIZE; c++) {
				steps[at + c] = target === null ? 0 : Math.round((target[at + c]! - prediction[c]!) / size);
				values[at + c] = prediction[c]! + size * steps[at + c]!;
			}
			if (!isNear(values, at, samples, at, tolerance)) continue;
			const reach = shrink[FINEST_LEVEL - level] ?? 0;
			if (target !== null && reach > 0) shrinkSteps(reach * tolerance, at);
			return;
		}
		isWithin = false;
	});
	return isWithin ? steps : null;
}

function isNear(a: Float64Array, atA: number, b: Float64Array, atB: number, radius: number): boolean {
	let sum = 0;
	for (let c = 0; c < SIZE; c++) sum += (a[atA + c]! - b[atB + c]!) ** 2;
	return sum <= radius * radius;
}
