import type { BitCoder } from './range-coder.ts';
import { codeInteger, INTEGER_CONTEXTS } from './symbols.ts';

// Samples of a signal with three components as steps from predictions (REEL.md, "Bounded vectors"). Every 64th sample is predicted by
// the sample 64 before, then those halfway between known samples by their neighbors, until all are known.

/** The components of a sample. */
export const SIZE = 3;
const COARSEST = 64;
const LEVELS = 7;
/** Classes of magnitudes, by the number of their bits. */
const SIZES = 14;
const FLAG_CONTEXTS: number = LEVELS * SIZES * 2 * 3;
/** Contexts of {@link codeSteps}. */
export const DYADIC_CONTEXTS: number = FLAG_CONTEXTS + 3 * SIZES * 3 * INTEGER_CONTEXTS;

/** Visits all samples in the order of the file: sample, distance of its neighbors, level. */
export function visitSamples(count: number, visit: (sample: number, distance: number, level: number) => void): void {
	for (let sample = 0; sample < count; sample += COARSEST) visit(sample, COARSEST, 0);
	for (let distance = COARSEST / 2, level = 1; distance >= 1; distance /= 2, level++) {
		for (let sample = distance; sample < count; sample += 2 * distance) visit(sample, distance, level);
	}
}

/** Numbers per sample in {@link listWeights}. */
const WEIGHTS = 4;
/** Weights of neighbors that are larger than this mean that times are too uneven for a cubic. */
const MAX_WEIGHT = 1.5;

/**
 * Returns the weights of the samples at distances −3, −1, 1 and 3 in the prediction of each sample: the cubic through them, or the
 * line between two where the ends or uneven times do not allow more, or the sample before.
 */
export function listWeights(times: Float64Array): Float64Array {
	const count = times.length;
	const weights = new Float64Array(WEIGHTS * count);
	visitSamples(count, (sample, distance, level) => {
		const at = WEIGHTS * sample;
		if (sample === 0) return;
		if (level === 0 || sample + distance >= count) {
			weights[at + 1] = 1;
			return;
		}
		const time = times[sample]!;
		const left = times[sample - distance]!;
		const right = times[sample + distance]!;
		if (sample >= 3 * distance && sample + 3 * distance < count) {
			const first = times[sample - 3 * distance]!;
			const last = times[sample + 3 * distance]!;
			const a = ((time - left) * (time - right) * (time - last)) / ((first - left) * (first - right) * (first - last));
			const b = ((time - first) * (time - right) * (time - last)) / ((left - first) * (left - right) * (left - last));
			const c = ((time - first) * (time - left) * (time - last)) / ((right - first) * (right - left) * (right - last));
			const d = ((time - first) * (time - left) * (time - right)) / ((last - first) * (last - left) * (last - right));
			if (isSmall(a) && isSmall(b) && isSmall(c) && isSmall(d)) {
				weights[at] = a;
				weights[at + 1] = b;
				weights[at + 2] = c;
				weights[at + 3] = d;
				return;
			}
		}
		const share = (time - left) / (right - left);
		weights[at + 1] = isSmall(share) ? 1 - share : 1;
		weights[at + 2] = isSmall(share) ? share : 0;
	});
	return weights;
}

function isSmall(weight: number): boolean {
	return weight >= -MAX_WEIGHT && weight <= MAX_WEIGHT;
}

/** Writes the prediction of a sample. All samples that {@link visitSamples} visits before it are known. */
export function predictSample(
	values: Float64Array,
	weights: Float64Array,
	sample: number,
	distance: number,
	out: Float64Array,
): void {
	const at = SIZE * sample;
	const step = SIZE * distance;
	const w = WEIGHTS * sample;
	const a = weights[w]!;
	const b = weights[w + 1]!;
	const c = weights[w + 2]!;
	const d = weights[w + 3]!;
	for (let i = 0; i < SIZE; i++) {
		let sum = b === 0 ? 0 : b * values[at - step + i]!;
		if (c !== 0) sum += c * values[at + step + i]!;
		if (a !== 0) sum += a * values[at - 3 * step + i]! + d * values[at + 3 * step + i]!;
		out[i] = sum;
	}
}

/** Codes the steps of all samples, in place. */
export function codeSteps(coder: BitCoder, context: number, steps: Int32Array): void {
	const count = steps.length / SIZE;
	const moved = new Uint8Array(count);
	// The mean of recent magnitudes, in sixteenths.
	let usual = 256;
	visitSamples(count, (sample, distance, level) => {
		const at = SIZE * sample;
		const isAfter = sample >= 2 * distance ? moved[sample - 2 * distance]! : 0;
		const nearby =
			level === 0 ? 0 : moved[sample - distance]! + (sample + distance < count ? moved[sample + distance]! : 0);
		const size = Math.min(32 - Math.clz32(usual), SIZES - 1);
		const flag = context + ((level * SIZES + size) * 2 + isAfter) * 3 + nearby;
		const isMoved = steps[at] !== 0 || steps[at + 1] !== 0 || steps[at + 2] !== 0;
		moved[sample] = coder.codeBit(flag, isMoved ? 1 : 0);
		let sum = 0;
		for (let c = 0; c < SIZE && moved[sample] === 1; c++) {
			const other = c === 0 ? 0 : sum === 0 ? 1 : 2;
			const group = level < 4 ? 0 : level < 6 ? 1 : 2;
			const integer = ((group * SIZES + size) * 3 + other) * INTEGER_CONTEXTS;
			steps[at + c] = codeInteger(coder, context + FLAG_CONTEXTS + integer, steps[at + c]!);
			sum += Math.abs(steps[at + c]!);
		}
		if (moved[sample] === 0) steps.fill(0, at, at + SIZE);
		usual += (Math.min(sum, 0xffff) * 16 - usual) >> 2;
	});
}

/** Returns the samples that steps lead to. */
export function followSteps(steps: Int32Array, step: number, weights: Float64Array): Float64Array {
	const count = steps.length / SIZE;
	const values = new Float64Array(steps.length);
	const prediction = new Float64Array(SIZE);
	visitSamples(count, (sample, distance) => {
		predictSample(values, weights, sample, distance, prediction);
		for (let c = 0; c < SIZE; c++) values[SIZE * sample + c] = prediction[c]! + step * steps[SIZE * sample + c]!;
	});
	return values;
}
