import type { Candidates } from './candidates.ts';
import { fitSmoothness, KeyPredictor } from './gaussian-process.ts';
import { ORDER } from './solve-signs.ts';

/** The degrees of freedom of the t-distribution of errors, since motion has jerks, and the dimensions of a rotation. */
const FREEDOM = 4;
const DIMENSIONS = 3;
/** The cost of flipping all four components: most sources keep the sign of a quaternion. */
const FLIP_COST = 6;
/** If x, y, and z are longer than this, squared, motion hardly reverses them within a step. */
const LONG = 0.25;

/**
 * The costs of signs by motion alone, as `solveSigns` takes them. Each component of a rotation is a Gaussian process over time, so
 * that the keys before a key predict it. How smooth the process is and how noisy the keys are is learned from x, y, and z,
 * which are known.
 */
export function motionCosts(candidates: Candidates): Float64Array {
	const { count, times, quaternions } = candidates;
	const combinations = 2 << ORDER;
	const costs = new Float64Array(count * combinations);
	const predictor = new KeyPredictor(times, fitSmoothness(times, alignVectors(candidates), ORDER), ORDER);
	const turns = compareNeighbors(candidates);
	for (let k = 1; k < count; k++) {
		const variance = predictor.predict(k);
		const { used, weights } = predictor;
		for (let signs = 0; signs < 2 << used; signs++) {
			// The error of the prediction. Each key is flipped if this continues the next key.
			let x = quaternions[k * 4]!;
			let y = quaternions[k * 4 + 1]!;
			let z = quaternions[k * 4 + 2]!;
			let w = (signs & 1) === 0 ? quaternions[k * 4 + 3]! : -quaternions[k * 4 + 3]!;
			let turn = 1;
			for (let i = 0; i < used; i++) {
				const at = (k - 1 - i) * 4;
				turn *= turns[(k - i) * 4 + ((signs >> i) & 3)]!;
				const weight = turn * weights[i]!;
				x -= weight * quaternions[at]!;
				y -= weight * quaternions[at + 1]!;
				z -= weight * quaternions[at + 2]!;
				w -= (((signs >> (i + 1)) & 1) === 0 ? weight : -weight) * quaternions[at + 3]!;
			}
			const error = (x * x + y * y + z * z + w * w) / variance;
			costs[k * combinations + signs] =
				((FREEDOM + DIMENSIONS) / 2) * Math.log1p(error / FREEDOM) + (turns[k * 4 + (signs & 3)]! < 0 ? FLIP_COST : 0);
		}
	}
	return costs;
}

// −1 if a key has to be flipped to continue the previous key, otherwise 1: four numbers per key, by the signs of both.
function compareNeighbors({ count, quaternions }: Candidates): Int8Array {
	const turns = new Int8Array(count * 4);
	for (let k = 1; k < count; k++) {
		const w = quaternions[k * 4 + 3]! * quaternions[k * 4 - 1]!;
		const rest = multiplyVectors(quaternions, k, k - 1);
		for (let signs = 0; signs < 4; signs++) {
			turns[k * 4 + signs] = rest + (signs === 0 || signs === 3 ? w : -w) < 0 ? -1 : 1;
		}
	}
	return turns;
}

// The candidates with x, y, and z flipped where this clearly continues the previous key.
function alignVectors({ count, quaternions }: Candidates): Float64Array {
	const aligned = Float64Array.from(quaternions);
	for (let k = 1; k < count; k++) {
		const shorter = Math.min(multiplyVectors(aligned, k, k), multiplyVectors(aligned, k - 1, k - 1));
		if (shorter < LONG || multiplyVectors(aligned, k, k - 1) >= 0) continue;
		for (let axis = 0; axis < 3; axis++) aligned[k * 4 + axis]! *= -1;
	}
	return aligned;
}

// The scalar product of x, y, and z of two keys.
function multiplyVectors(quaternions: Float64Array, a: number, b: number): number {
	let sum = 0;
	for (let axis = 0; axis < 3; axis++) sum += quaternions[a * 4 + axis]! * quaternions[b * 4 + axis]!;
	return sum;
}
