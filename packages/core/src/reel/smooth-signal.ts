import { SIZE } from './dyadic.ts';

// The smoothest signal near a signal: it takes the fewest steps. Encoders are free in how they find steps, so this is not part of
// the format.

/** Passes over the signal; each pulls it closer where it is too far away. */
const PASSES = 14;
const FIRST_WEIGHT = 2e-5;
const MAX_WEIGHT = 1e4;

/** Returns a smooth signal at a distance of at most `radius` from the samples, except where it would have to bend too much. */
export function smoothSignal(samples: Float64Array, times: Float64Array, radius: number): Float64Array {
	const count = samples.length / SIZE;
	if (count < 8) return samples.slice();
	const weights = new Float64Array(count).fill(FIRST_WEIGHT);
	const differences = listDifferences(times);
	let smooth = samples;
	for (let pass = 0; pass < PASSES; pass++) {
		smooth = solve(samples, weights, differences);
		let isClose = true;
		for (let i = 0; i < count; i++) {
			const off = distance(samples, smooth, i) / radius;
			if (off > 1) {
				isClose = false;
				weights[i] = Math.min(MAX_WEIGHT, weights[i]! * Math.min(off * off * off, 64));
			} else if (off < 0.5) weights[i] = Math.max(FIRST_WEIGHT, weights[i]! * 0.8);
		}
		if (isClose) break;
	}
	return smooth;
}

function distance(a: Float64Array, b: Float64Array, sample: number): number {
	let sum = 0;
	for (let at = SIZE * sample, end = at + SIZE; at < end; at++) sum += (a[at]! - b[at]!) ** 2;
	return Math.sqrt(sum);
}

const BAND = 4;
const MAX_DIFFERENCE = 40;

// The coefficients of each third difference over uneven times; −1, 3, −3, 1 if they are even.
function listDifferences(times: Float64Array): Float64Array {
	const count = times.length;
	const differences = new Float64Array(BAND * count);
	const usual = Float64Array.from({ length: count - 1 }, (_, i) => times[i + 1]! - times[i]!).sort()[count >> 1] ?? 1;
	for (let i = 0; i + 3 < count; i++) {
		for (let j = 0; j < BAND; j++) {
			let product = 6;
			for (let k = 0; k < BAND; k++) if (k !== j) product *= usual / (times[i + j]! - times[i + k]!);
			differences[BAND * i + j] = Math.min(Math.max(product, -MAX_DIFFERENCE), MAX_DIFFERENCE);
		}
	}
	return differences;
}

// Least squares: weights × (signal − samples)² + (third differences)², by a banded Cholesky factorization.
function solve(samples: Float64Array, weights: Float64Array, differences: Float64Array): Float64Array {
	const count = weights.length;
	const band = new Float64Array(BAND * count);
	for (let i = 0; i < count; i++) band[BAND * i] = weights[i]!;
	for (let i = 0; i + 3 < count; i++) {
		for (let j = 0; j < BAND; j++) {
			for (let k = 0; k <= j; k++)
				band[BAND * (i + j) + j - k]! += differences[BAND * i + j]! * differences[BAND * i + k]!;
		}
	}
	const out = new Float64Array(samples.length);
	for (let i = 0; i < count; i++) {
		for (let c = 0; c < SIZE; c++) out[SIZE * i + c] = weights[i]! * samples[SIZE * i + c]!;
	}
	for (let i = 0; i < count; i++) {
		for (let j = Math.min(3, i); j >= 0; j--) {
			let sum = band[BAND * i + j]!;
			const column = i - j;
			for (let k = j + 1; k <= Math.min(3, i); k++) {
				if (k - j <= 3) sum -= band[BAND * i + k]! * band[BAND * column + k - j]!;
			}
			band[BAND * i + j] = j === 0 ? Math.sqrt(Math.max(sum, 1e-12)) : sum / band[BAND * column]!;
		}
		for (let c = 0; c < SIZE; c++) {
			let sum = out[SIZE * i + c]!;
			for (let j = 1; j <= Math.min(3, i); j++) sum -= band[BAND * i + j]! * out[SIZE * (i - j) + c]!;
			out[SIZE * i + c] = sum / band[BAND * i]!;
		}
	}
	for (let i = count - 1; i >= 0; i--) {
		for (let c = 0; c < SIZE; c++) {
			let sum = out[SIZE * i + c]!;
			for (let j = 1; j <= 3 && i + j < count; j++) sum -= band[BAND * (i + j) + j]! * out[SIZE * (i + j) + c]!;
			out[SIZE * i + c] = sum / band[BAND * i]!;
		}
	}
	return out;
}
