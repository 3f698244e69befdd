/** How the components of a rotation change: the time over which they stay alike, in seconds, and the deviation of a key. */
export interface Smoothness {
	readonly length: number;
	readonly noise: number;
}

/** The typical size of a component of a unit quaternion. */
const SIZE = 0.7;
const LENGTHS: readonly number[] = [0.15, 0.25, 0.4, 0.6, 0.9, 1.4];
const NOISES: readonly number[] = [0.0003, 0.003, 0.01, 0.03];
/** About this many keys are predicted to compare two kinds of smoothness. */
const FITTED_KEYS = 64;

/** Predicts the components of a rotation at a key from at most `order` keys before it, as a Gaussian process over time. */
export class KeyPredictor {
	/** The weights of the previous key, of the key before that, and so on. */
	readonly weights: Float64Array;
	/** The number of weights in use. */
	used = 0;
	readonly #order: number;
	readonly #times: Float64Array;
	readonly #scale: number;
	/** The variance of a key. */
	readonly #noise: number;
	readonly #rows: Float64Array[];

	constructor(times: Float64Array, smoothness: Smoothness, order: number) {
		this.weights = new Float64Array(order);
		this.#order = order;
		this.#times = times;
		this.#scale = 1 / (8 * smoothness.length ** 2);
		this.#noise = smoothness.noise ** 2;
		this.#rows = Array.from({ length: order }, () => new Float64Array(order + 1));
	}

	/** Computes the weights for a key and returns the variance of the prediction's error. */
	predict(key: number): number {
		const times = this.#times;
		const noise = this.#noise;
		const used = Math.min(key, this.#order);
		this.used = used;
		for (let i = 0; i < used; i++) {
			const row = this.#rows[i]!;
			const time = times[key - 1 - i]!;
			for (let j = 0; j < i; j++) row[j] = this.#rows[j]![i]!;
			row[i] = SIZE * SIZE + noise;
			for (let j = i + 1; j < used; j++) row[j] = this.#covariance(time - times[key - 1 - j]!);
			row[used] = this.#covariance(time - times[key]!);
		}
		return Math.max(noise, SIZE * SIZE + noise - this.#solve(used));
	}

	// Solves the linear equations for the weights by Gaussian elimination, and returns the variance that they explain. The matrix is
	// positive definite, so that no rows have to be exchanged.
	#solve(used: number): number {
		const [rows, weights] = [this.#rows, this.weights];
		let explained = 0;
		for (let i = 0; i < used; i++) {
			const pivot = rows[i]!;
			explained += pivot[used]! ** 2 / pivot[i]!;
			for (let below = i + 1; below < used; below++) {
				const row = rows[below]!;
				const factor = row[i]! / pivot[i]!;
				for (let column = i; column <= used; column++) row[column]! -= factor * pivot[column]!;
			}
		}
		for (let i = used - 1; i >= 0; i--) {
			let sum = rows[i]![used]!;
			for (let j = i + 1; j < used; j++) sum -= rows[i]![j]! * weights[j]!;
			weights[i] = sum / rows[i]![i]!;
		}
		return explained;
	}

	// The rational quadratic kernel with exponent 4, for motion at several paces.
	#covariance(seconds: number): number {
		const fall = 1 + seconds * seconds * this.#scale;
		const square = fall * fall;
		return (SIZE * SIZE) / (square * square);
	}
}

/** Finds the smoothness that explains x, y, and z best. `quaternions` has four numbers per key; w does not count. */
export function fitSmoothness(times: Float64Array, quaternions: Float64Array, order: number): Smoothness {
	const step = Math.ceil(times.length / FITTED_KEYS);
	let best: Smoothness = { length: LENGTHS[0]!, noise: NOISES[0]! };
	let least = Number.POSITIVE_INFINITY;
	for (const length of LENGTHS) {
		for (const noise of NOISES) {
			const predictor = new KeyPredictor(times, { length, noise }, order);
			const { weights } = predictor;
			let cost = 0;
			for (let k = 1; k < times.length; k += step) {
				const variance = predictor.predict(k);
				cost += 3 * Math.log(variance);
				for (let axis = 0; axis < 3; axis++) {
					let error = quaternions[k * 4 + axis]!;
					for (let i = 0; i < predictor.used; i++) error -= weights[i]! * quaternions[(k - 1 - i) * 4 + axis]!;
					cost += (error * error) / variance;
				}
			}
			if (cost < least) [best, least] = [{ length, noise }, cost];
		}
	}
	return best;
}
