import type { Candidates } from './candidates.ts';

/** The number of keys before a key on which its costs depend. */
export const FREE_ORDER = 4;

/** How the components of a rotation change: the time over which they stay alike, in seconds, and the deviation of a key. */
interface Smoothness {
	readonly length: number;
	readonly noise: number;
}

/** The typical size of a component of a unit quaternion. */
const SIZE = 0.5;
const LENGTHS = [0.15, 0.3, 0.6, 1.2];
const NOISES = [0.0003, 0.003, 0.01, 0.03];
/** The degrees of freedom of the t-distribution of errors: motion has jerks. */
const FREEDOM = 4;
/** Keys beyond this number do not count for the smoothness. */
const MAX_FITTED = 400;

/**
 * The costs of a joint's candidates if it rotates smoothly on its own, 2^(FREE_ORDER + 1) numbers per key: by the signs of the key
 * (the lowest bit) and of the keys before it. Each component of the rotation is a Gaussian process over time, so the keys before
 * a key predict it. How smooth the components are is learned from x, y, and z, which are known. `aligned` has four numbers
 * per key.
 */
export function freeCosts({ count, times }: Candidates, aligned: Float64Array): Float64Array {
	const combinations = 2 << FREE_ORDER;
	const costs = new Float64Array(count * combinations);
	const smoothness = fitSmoothness(times, aligned, count);
	const predictor = new Predictor(times, smoothness);
	for (let k = 1; k < count; k++) {
		const variance = predictor.predict(k);
		const { used, weights } = predictor;
		let known = 0;
		for (let axis = 0; axis < 3; axis++) known += predictor.error(aligned, k, axis) ** 2;
		for (let signs = 0; signs < 2 << used; signs++) {
			let error = aligned[k * 4 + 3]! * ((signs & 1) === 0 ? 1 : -1);
			for (let i = 0; i < used; i++) {
				const w = weights[i]! * aligned[(k - 1 - i) * 4 + 3]!;
				error -= ((signs >> (i + 1)) & 1) === 0 ? w : -w;
			}
			costs[k * combinations + signs] = costOf(known + error * error, variance);
		}
	}
	return costs;
}

function fitSmoothness(times: Float64Array, aligned: Float64Array, count: number): Smoothness {
	let best: Smoothness = { length: LENGTHS[0]!, noise: NOISES[0]! };
	let least = Number.POSITIVE_INFINITY;
	for (const length of LENGTHS) {
		for (const noise of NOISES) {
			const predictor = new Predictor(times, { length, noise });
			let cost = 0;
			for (let k = 1; k < Math.min(count, MAX_FITTED); k++) {
				const variance = predictor.predict(k);
				for (let axis = 0; axis < 3; axis++) {
					cost += (Math.log(variance) + predictor.error(aligned, k, axis) ** 2 / variance) / 2;
				}
			}
			if (cost < least) [best, least] = [{ length, noise }, cost];
		}
	}
	return best;
}

/** Predicts the components of a key from the keys before it. */
class Predictor {
	/** The weights of the previous key, of the key before that, and so on. */
	readonly weights = new Float64Array(FREE_ORDER);
	/** How many of the weights are used. */
	used = 0;
	readonly #times: Float64Array;
	readonly #smoothness: Smoothness;
	readonly #rows = Array.from({ length: FREE_ORDER }, () => new Float64Array(FREE_ORDER + 1));

	constructor(times: Float64Array, smoothness: Smoothness) {
		this.#times = times;
		this.#smoothness = smoothness;
	}

	/** Computes the weights for a key and returns the variance of the error. */
	predict(k: number): number {
		const [times, rows, weights] = [this.#times, this.#rows, this.weights];
		const noise = this.#smoothness.noise ** 2;
		const used = Math.min(k, FREE_ORDER);
		this.used = used;
		for (let i = 0; i < used; i++) {
			for (let j = 0; j < used; j++) rows[i]![j] = this.#covariance(times[k - 1 - i]! - times[k - 1 - j]!);
			rows[i]![i]! += noise;
			rows[i]![used] = this.#covariance(times[k]! - times[k - 1 - i]!);
		}
		// Gaussian elimination; the matrix is positive definite.
		for (let i = 0; i < used; i++) {
			for (let row = i + 1; row < used; row++) {
				const factor = rows[row]![i]! / rows[i]![i]!;
				for (let column = i; column <= used; column++) rows[row]![column]! -= factor * rows[i]![column]!;
			}
		}
		let variance = SIZE * SIZE + noise;
		for (let i = used - 1; i >= 0; i--) {
			let sum = rows[i]![used]!;
			for (let j = i + 1; j < used; j++) sum -= rows[i]![j]! * weights[j]!;
			weights[i] = sum / rows[i]![i]!;
			variance -= weights[i]! * this.#covariance(times[k]! - times[k - 1 - i]!);
		}
		return Math.max(variance, noise);
	}

	/** The difference between a component of a key and its prediction. */
	error(quaternions: Float64Array, k: number, axis: number): number {
		let error = quaternions[k * 4 + axis]!;
		for (let i = 0; i < this.used; i++) error -= this.weights[i]! * quaternions[(k - 1 - i) * 4 + axis]!;
		return error;
	}

	// The rational quadratic kernel: motion at several paces.
	#covariance(seconds: number): number {
		const square = seconds / this.#smoothness.length / 2;
		return (SIZE * SIZE) / (1 + square * square) ** 2;
	}
}

// The negative logarithm of a t-distribution in three dimensions, because unit quaternions have three.
function costOf(squaredError: number, variance: number): number {
	return ((FREEDOM + 3) / 2) * Math.log1p(squaredError / variance / FREEDOM);
}
