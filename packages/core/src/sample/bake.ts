import { createRecording } from '../model/create-recording.ts';
import type { Recording, Side } from '../model/recording.ts';
import { HAND_STRIDE, JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from './frame-sample.ts';
import type { SampleOptions } from './options.ts';
import { CompiledSampler } from './sampler.ts';
import type { StateTrack } from './state-track.ts';

const FLOAT32_EPSILON = 2 ** -23;
/** Rows of 189 floats that fit into one array everywhere. */
const MAX_ROWS = Math.floor(2 ** 31 / (HAND_STRIDE * 4));

// V8 throws compiled code away when the last object of its classes is collected. Where timelines are baked one after the
// other there may be none in between, so one of nothing is kept.
let _kept: CompiledSampler | null = null;

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
	readonly head: Float32Array | null;
	/** Six floats per row. */
	readonly gaze: Float32Array | null;
	readonly hands: Readonly<Record<Side, HandTable>> | null;
}

/** What to bake into. */
export interface BakeOptions {
	/**
	 * A table of an earlier call with as many rows and the same sections, to be filled again and returned. Where many
	 * timelines are baked, getting fresh memory takes longer than sampling.
	 */
	readonly into?: FrameTable;
}

/**
 * Samples a whole timeline into typed arrays. Rows are fresh unless there is a table to bake `into`; ten minutes at
 * 60 Hz take 56 MB.
 *
 * Throws `RangeError` for a rate that is not above 0, a duration that is not finite, or a table that does not fit.
 *
 * @example bakeFrames(recording, { rate: 60 }, { space: 'webxr' }).hands?.right.joints
 */
export function bakeFrames(recording: Recording, at: BakeTimes, options: SampleOptions & BakeOptions = {}): FrameTable {
	_kept ??= new CompiledSampler(createRecording({ head: {}, hands: {}, gaze: {} }), {});
	return bakeSampler(new CompiledSampler(recording, options), recording, at, options);
}

/** {@link bakeFrames} with a sampler of the recording. */
export function bakeSampler(
	sampler: CompiledSampler,
	recording: Recording,
	at: BakeTimes,
	{ into }: BakeOptions,
): FrameTable {
	if (!('rate' in at) && !('times' in at)) throw new TypeError('at: expected { rate } or { times }');
	const times = 'rate' in at ? spreadTimes(recording.duration, at.rate) : new Float64Array(at.times);
	if (into !== undefined) checkTable(into, recording, times.length);
	const table = into ?? createTable(recording, times.length);
	table.times.set(times);
	if (table.head !== null) sampler.head.bake(times, table.head);
	if (table.gaze !== null) sampler.gaze.bake(times, table.gaze);
	if (table.hands !== null) {
		bakeHand(sampler, 'left', times, table.hands.left);
		bakeHand(sampler, 'right', times, table.hands.right);
	}
	return table;
}

function createTable({ head, gaze, hands }: Recording, rows: number): FrameTable {
	const createHand = (): HandTable => ({
		tracked: new Uint8Array(rows),
		pinching: new Uint8Array(rows),
		joints: new Float32Array(rows * HAND_STRIDE),
		present: new Uint8Array(JOINT_COUNT),
	});
	return {
		times: new Float64Array(rows),
		head: head && new Float32Array(rows * POSE_STRIDE),
		gaze: gaze && new Float32Array(rows * RAY_STRIDE),
		hands: hands && { left: createHand(), right: createHand() },
	};
}

function checkTable(into: FrameTable, recording: Recording, rows: number): void {
	for (const section of ['head', 'gaze', 'hands'] as const) {
		if ((into[section] === null) !== (recording[section] === null))
			throw new RangeError(`into: ${section} is in one of table and recording only`);
	}
	if (into.times.length !== rows) throw new RangeError(`into: ${into.times.length} rows instead of ${rows}`);
}

/** Evenly spread times from 0 to a duration. Throws `RangeError` as {@link bakeFrames} does. */
export function spreadTimes(duration: number, rate: number): Float64Array {
	if (!(rate > 0 && Number.isFinite(rate))) throw new RangeError(`rate: ${rate} is not a number above 0`);
	if (!Number.isFinite(duration)) throw new RangeError(`recording.duration: ${duration} is not finite; give times`);
	// Times in a file are float32: rounding must not lose the last frame of a recording made at this rate.
	const count = Math.floor(duration * rate * (1 + FLOAT32_EPSILON)) + 1;
	if (count > MAX_ROWS) throw new RangeError(`rate: ${count} rows are too many for a recording of ${duration} s`);
	const times = new Float64Array(count);
	for (let i = 0; i < count; i++) times[i] = i / rate;
	return times;
}

function bakeHand(sampler: CompiledSampler, side: Side, times: Float64Array, out: HandTable): void {
	const { joints, tracked, pinching } = sampler.hands[side];
	bakeState(tracked, times, out.tracked);
	bakeState(pinching, times, out.pinching);
	joints.bake(times, out.joints);
	out.present.set(joints.present);
}

function bakeState(track: StateTrack | null, times: Float64Array, out: Uint8Array): void {
	for (let i = 0; i < times.length; i++) out[i] = track?.sample(times[i]!) ? 1 : 0;
}
