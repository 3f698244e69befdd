import type { Channel } from './draft.ts';

/** A position, direction (x y z) or rotation (x y z w). */
export type Vector = readonly number[];

/** The most samples between two keys. Only curves that oscillate wildly need more. */
const MAX_SAMPLES = 512;

/** A moving value that samples replace. */
export interface Motion {
	/** Returns the value at a time of the recording, or `null` if it is not finite. `before` is the previous sample. */
	sample(time: number, before: Vector | undefined): Vector | null;
	/** Returns the error of a viewer at the fraction `u` between two samples, as a multiple of the tolerance. */
	distance(time: number, left: Vector, right: Vector, u: number): number;
}

/** Samples of a motion. */
export interface Baked {
	readonly channel: Channel | null;
	/** The indices of samples that are not at the given times. */
	readonly added: readonly number[];
	/** The number of given times without a value. */
	readonly skipped: number;
	/** The largest error found, as a multiple of the tolerance. */
	readonly worst: number;
}

/**
 * Samples a motion at the times of its keys, and between them until a LINEAR sampler stays within the tolerance. The given
 * times are sorted times of the recording. The times of glTF are smaller by `offset`, rounded, and strictly increasing.
 * Gives up, without a channel, if the error exceeds `maxError` times the tolerance.
 */
export function bakeMotion(
	motion: Motion,
	keyTimes: ArrayLike<number>,
	offset: number,
	size: 3 | 4,
	maxError: number = Number.POSITIVE_INFINITY,
): Baked {
	const samples: Samples = { motion, offset, times: [], values: [], added: [], worst: 0, budget: 0 };
	let skipped = 0;
	for (let i = 0; i < keyTimes.length; i++) {
		if (!addKey(samples, keyTimes[i]!)) skipped++;
		if (samples.worst > maxError) return { channel: null, added: [], skipped, worst: samples.worst };
	}
	const { times, values, added, worst } = samples;
	if (times.length === 0) return { channel: null, added, skipped, worst };
	const floats = new Float32Array(times.length * size);
	for (let i = 0; i < values.length; i++) floats.set(values[i]!, i * size);
	return {
		channel: { interpolation: 'LINEAR', times: Float32Array.from(times), values: floats },
		added,
		skipped,
		worst,
	};
}

interface Samples {
	readonly motion: Motion;
	readonly offset: number;
	readonly times: number[];
	readonly values: Vector[];
	readonly added: number[];
	worst: number;
	/** The number of samples that may still be added before the next key. */
	budget: number;
}

// Adds the sample at a time of the recording, and the samples needed before it. Returns false if there is no value.
function addKey(samples: Samples, keyTime: number): boolean {
	const { motion, offset, times, values, added } = samples;
	const time = Math.fround(keyTime - offset);
	const from = times.at(-1);
	const left = values.at(-1);
	const value = Number.isFinite(time) ? motion.sample(keyTime, left) : null;
	if (value === null) return false;
	if (from !== undefined && time <= from) {
		// Rounding brought two keys together: the later one counts.
		values[values.length - 1] = value;
		return true;
	}
	samples.budget = MAX_SAMPLES;
	// If the motion jumps at the key, a sample just before it keeps the jump from becoming a slope.
	const almost = time > 0 ? previousFloat(time) : -1;
	const end = almost > (from ?? -1) ? motion.sample(almost + offset, left) : null;
	const jumps = end !== null && motion.distance(keyTime, end, end, 0) > 1;
	if (from !== undefined && left !== undefined) {
		if (jumps) refine(samples, from, left, almost, end);
		else refine(samples, from, left, time, value);
	}
	if (jumps) {
		added.push(times.length);
		times.push(almost);
		values.push(end);
	}
	times.push(time);
	values.push(jumps ? (motion.sample(keyTime, end) ?? value) : value);
	return true;
}

// Adds the samples needed between two samples.
function refine(samples: Samples, from: number, left: Vector, to: number, right: Vector): void {
	const middle = Math.fround((from + to) / 2);
	// Neighboring float32 numbers: the motion jumps here.
	if (!(middle > from && middle < to)) return;
	const { motion, offset, times, values, added } = samples;
	let distance = 0;
	for (let u = 0.25; u < 1; u += 0.25) {
		distance = Math.max(distance, motion.distance(from + (to - from) * u + offset, left, right, u));
	}
	const value = distance > 1 && samples.budget > 0 ? motion.sample(middle + offset, left) : null;
	if (value === null) {
		samples.worst = Math.max(samples.worst, distance);
		return;
	}
	samples.budget--;
	refine(samples, from, left, middle, value);
	added.push(times.length);
	times.push(middle);
	values.push(value);
	refine(samples, middle, value, to, right);
}

// Returns the largest float32 number below a positive one.
function previousFloat(value: number): number {
	const below = Math.fround(value * (1 - 2 ** -24));
	// Denormals are farther apart.
	return below < value ? below : value - 2 ** -149;
}
