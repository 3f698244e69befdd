import type { Channel } from './draft.ts';

/** A position, direction (x y z) or rotation (x y z w). */
export type Vector = readonly number[];

/** Samples between two keys. Only what jumps about without end needs more, and gets no more. */
const MAX_SAMPLES = 512;

/** Something that moves and is to be replaced by samples. */
export interface Motion {
	/** The value at a time of the recording, or `null` where it is not finite. `before` is the sample before it. */
	sample(time: number, before: Vector | undefined): Vector | null;
	/** How far the value at a time is from what a viewer shows at `u` between two samples, in units of the tolerance. */
	distance(time: number, left: Vector, right: Vector, u: number): number;
}

/** Samples of a motion. */
export interface Baked {
	readonly channel: Channel | null;
	/** Which samples are not at the given times. */
	readonly added: readonly number[];
	/** Given times that have no value. */
	readonly skipped: number;
	/** The largest distance found at the places that were looked at. */
	readonly worst: number;
}

/**
 * Samples a motion at given times, at which its curves have keys, and between them until a LINEAR sampler stays within
 * the tolerance. Times are those of the recording, sorted; glTF's are `offset` less, rounded, and increase strictly.
 */
export function bakeMotion(motion: Motion, keyTimes: ArrayLike<number>, offset: number, size: 3 | 4): Baked {
	const samples: Samples = { motion, offset, times: [], values: [], added: [], worst: 0, budget: 0 };
	let skipped = 0;
	for (let i = 0; i < keyTimes.length; i++) if (!addKey(samples, keyTimes[i]!)) skipped++;
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

// The samples so far.
interface Samples {
	readonly motion: Motion;
	readonly offset: number;
	readonly times: number[];
	readonly values: Vector[];
	readonly added: number[];
	worst: number;
	/** How many samples may still be added before the next key. */
	budget: number;
}

// Adds the sample at a time of the recording and what is needed before it; false where there is no value.
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
	// Where the motion jumps at the key, a sample just before it keeps the jump from becoming a slope.
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

// Adds what is needed between two samples; both are there, or will be, already.
function refine(samples: Samples, from: number, left: Vector, to: number, right: Vector): void {
	const middle = Math.fround((from + to) / 2);
	// Neighbours: the motion jumps here, and float32 times cannot say so any better.
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

// The float32 number just below one that is above 0.
function previousFloat(value: number): number {
	const below = Math.fround(value * (1 - 2 ** -24));
	// Denormals lie farther apart than that.
	return below < value ? below : value - 2 ** -149;
}
