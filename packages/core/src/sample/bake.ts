import type { Recording, Side } from '../model/recording.ts';
import type { SampleOptions } from './options.ts';
import type { SampledPart } from './part.ts';
import { CompiledSampler } from './sampler.ts';
import { HAND_STRIDE, JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from './scratch.ts';
import type { StateTrack } from './state-track.ts';

const FLOAT32_EPSILON = 2 ** -23;
/** Rows of 189 floats that fit into one array everywhere. */
const MAX_ROWS = Math.floor(2 ** 31 / (HAND_STRIDE * 4));

/** When to bake: evenly from 0 to the duration, both included as far as the rate allows, or at given times. */
export type BakeTimes = { readonly rate: number } | { readonly times: ArrayLike<number> };

/** One hand over time, a row per frame. */
export interface HandTable {
	/** 1 where the hand was tracked. */
	readonly tracked: Uint8Array;
	/** 1 where it was pinching. */
	readonly pinching: Uint8Array;
	/** 27 poses of seven floats per row; NaN where a joint is absent. */
	readonly joints: Float32Array;
	/** One entry a joint: 1 if it has keys. */
	readonly present: Uint8Array;
}

/** A recording over time, row by row. A section that is absent is `null`. */
export interface FrameTable {
	/** Seconds, one per row. */
	readonly times: Float64Array;
	/** Seven floats per row. */
	readonly camera: Float32Array | null;
	/** Six floats per row. */
	readonly gaze: Float32Array | null;
	readonly hands: Readonly<Record<Side, HandTable>> | null;
}

/**
 * Samples a whole timeline into typed arrays. Rows are fresh; ten minutes at 60 Hz take 56 MB.
 *
 * Throws `RangeError` for a rate that is not above 0, or a duration that is not finite.
 *
 * @example bakeFrames(recording, { rate: 60 }, { space: 'webxr' }).hands?.right.joints
 */
export function bakeFrames(recording: Recording, at: BakeTimes, options: SampleOptions = {}): FrameTable {
	return bakeSampler(new CompiledSampler(recording, options), recording, at);
}

/** {@link bakeFrames} with a sampler of the recording. */
export function bakeSampler(sampler: CompiledSampler, recording: Recording, at: BakeTimes): FrameTable {
	if (!('rate' in at) && !('times' in at)) throw new TypeError('at: expected { rate } or { times }');
	const times = 'rate' in at ? spreadTimes(recording.duration, at.rate) : Float64Array.from(at.times);
	return {
		times,
		camera: recording.camera && bakePart(sampler.camera, times, POSE_STRIDE),
		gaze: recording.gaze && bakePart(sampler.gaze, times, RAY_STRIDE),
		hands: recording.hands && { left: bakeHand(sampler, 'left', times), right: bakeHand(sampler, 'right', times) },
	};
}

function spreadTimes(duration: number, rate: number): Float64Array {
	if (!(rate > 0 && Number.isFinite(rate))) throw new RangeError(`rate: ${rate} is not a number above 0`);
	if (!Number.isFinite(duration)) throw new RangeError(`recording.duration: ${duration} is not finite; give times`);
	// Times in a file are float32: rounding must not lose the last frame of a recording made at this rate.
	const count = Math.floor(duration * rate * (1 + FLOAT32_EPSILON)) + 1;
	if (count > MAX_ROWS) throw new RangeError(`rate: ${count} rows are too many for a recording of ${duration} s`);
	const times = new Float64Array(count);
	for (let i = 0; i < count; i++) times[i] = i / rate;
	return times;
}

function bakeHand(sampler: CompiledSampler, side: Side, times: Float64Array): HandTable {
	const { joints, tracked, pinching } = sampler.hands[side];
	return {
		tracked: bakeState(tracked, times),
		pinching: bakeState(pinching, times),
		joints: bakePart(joints, times, HAND_STRIDE),
		present: joints.present.slice(0, JOINT_COUNT),
	};
}

function bakePart(part: SampledPart, times: Float64Array, stride: number): Float32Array {
	const rows = new Float32Array(times.length * stride);
	part.bake(times, rows);
	return rows;
}

function bakeState(track: StateTrack | null, times: Float64Array): Uint8Array {
	const rows = new Uint8Array(times.length);
	if (track !== null) for (let i = 0; i < times.length; i++) rows[i] = track.sample(times[i]!) ? 1 : 0;
	return rows;
}
