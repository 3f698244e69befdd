import type { BlockCurve } from './block-curve.ts';
import { codeSteps, DYADIC_CONTEXTS, followSteps, SIZE } from './dyadic.ts';
import type { DensePose } from './pose-frame.ts';
import type { BitCoder } from './range-coder.ts';
import { RECENT_CONTEXTS, type RecentWords } from './recent-words.ts';
import { fromSample, type SignalFrame } from './signal.ts';
import { codeTree } from './symbols.ts';

// A vector with an error below a tolerance (REEL.md, "Bounded vectors").

/** A vector as it is stored. */
export interface BoundedVector {
	/** 0: the world; n: reference n − 1. */
	reference: number;
	/** Of a rotation, the mean in steps of a quarter. */
	readonly mean: Int32Array;
	/** The size of a step is this number times 2⁻²⁰ meters, radians or units. */
	step: number;
	/** Three per key. */
	steps: Int32Array;
}

/** The unit of steps. */
export const STEP_UNIT: number = 2 ** -20;
const NAN_WORD = 0x7fc0_0000;
const MEAN_SCALE = 4;
const MEAN_BITS = 4;
const MEAN_CONTEXTS: number = 2 ** MEAN_BITS;
const MEAN_AT = 2;
const STEP_AT: number = MEAN_AT + 4 * MEAN_CONTEXTS;
const STEPS_AT: number = STEP_AT + RECENT_CONTEXTS;
const ROLE_CONTEXTS: number = STEPS_AT + DYADIC_CONTEXTS;
/** Contexts of {@link codeBoundedVector}. */
export const BOUNDED_CONTEXTS: number = 3 * ROLE_CONTEXTS;

/** Codes a stored vector of `count` keys. `role`: 0 plain, 1 rotation, 2 direction. `recent`: the steps of the block. */
export function codeBoundedVector(
	coder: BitCoder,
	context: number,
	role: number,
	count: number,
	recent: RecentWords,
	vector: BoundedVector,
): void {
	const base = context + role * ROLE_CONTEXTS;
	const reference = coder.codeBit(base, vector.reference > 0 ? 1 : 0);
	vector.reference = reference === 0 ? 0 : 1 + coder.codeBit(base + 1, vector.reference - 1);
	for (let c = 0; c < 4 && role === 1; c++) {
		vector.mean[c] = codeTree(coder, base + MEAN_AT + c * MEAN_CONTEXTS, MEAN_BITS, vector.mean[c]! + 8) - 8;
	}
	const step = recent.code(coder, base + STEP_AT, vector.step);
	vector.step = step ?? coder.codeBits(24, vector.step);
	if (step === null) recent.add(vector.step);
	if (coder.isReading) vector.steps = new Int32Array(SIZE * count);
	codeSteps(coder, base + STEPS_AT, vector.steps);
}

/** Returns what a stored vector is relative to. */
export function createFrame(vector: BoundedVector, references: readonly DensePose[]): SignalFrame {
	const mean = Float64Array.from(vector.mean, (value) => value / MEAN_SCALE);
	const [x = 0, y = 0, z = 0, w = 0] = mean;
	const length = Math.sqrt(x * x + y * y + z * z + w * w);
	if (length === 0) mean[3] = 1;
	else for (let c = 0; c < 4; c++) mean[c] = mean[c]! / length;
	return { reference: references[vector.reference - 1] ?? null, mean };
}

/** Writes the values of a stored vector to its keys. */
export function writeBoundedKeys(
	vector: BoundedVector,
	frame: SignalFrame,
	curves: readonly BlockCurve[],
	isRotation: boolean,
	weights: Float64Array,
): void {
	const samples = followSteps(vector.steps, vector.step * STEP_UNIT, weights);
	const [{ frames, stride }] = curves as [BlockCurve];
	const floats = curves.map(({ words }) => new Float32Array(words.buffer, words.byteOffset, words.length));
	const here = new Float64Array(4);
	for (let key = 0; key < frames.length; key++) {
		const at = key * stride + 1;
		fromSample(samples, SIZE * key, frame, frames[key]!, isRotation, here);
		let sign = 1;
		if (isRotation && key > 0) {
			let dot = 0;
			for (let c = 0; c < 4; c++) dot += here[c]! * floats[c]![at - stride]!;
			if (dot < 0) sign = -1;
		}
		for (let c = 0; c < floats.length; c++) {
			floats[c]![at] = sign * here[c]!;
			// Engines are free to store other bits for NaN.
			if (Number.isNaN(here[c])) curves[c]!.words[at] = NAN_WORD;
		}
	}
}
