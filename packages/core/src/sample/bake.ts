import { findFirstTime } from '../curves/first-time.ts';
import { checkPositive } from '../issue/error.ts';
import { createRecording } from '../model/create-recording.ts';
import { type ControllerCurves, type HandCurves, type Recording, SIDES, type Side } from '../model/recording.ts';
import {
	createFrameSample,
	HAND_STRIDE,
	JOINT_COUNT,
	POSE_STRIDE,
	RAY_STRIDE,
	type SampleOptions,
} from './frame-sample.ts';
import type { SampledState } from './sampled-state.ts';
import { CompiledSampler } from './sampler.ts';

const FLOAT32_EPSILON = 2 ** -23;
/** Ten hours at 60 Hz. Longer durations are mostly damage, and their frames would fill the memory. */
const MAX_COUNT = 2 ** 21;

/**
 * Lists the times of frames in seconds, evenly from 0 to a duration at a frame rate in Hz. Includes the last frame of a
 * recording made at this frame rate, although float32 may have rounded its duration down.
 *
 * Throws `RangeError` for a frame rate that is not above 0, for a duration that is not finite, and for more than
 * `maxCount` frames (default: 2,097,152).
 *
 * @example listFrameTimes(recording.duration, 60) // 0, 1/60, 2/60, …
 */
export function listFrameTimes(duration: number, frameRate: number, maxCount: number = MAX_COUNT): Float64Array {
	checkPositive(frameRate, 'frameRate');
	if (!Number.isFinite(duration)) throw new RangeError(`recording.duration: ${duration} is not finite; pass times`);
	const count = Math.floor(duration * frameRate * (1 + FLOAT32_EPSILON)) + 1;
	if (count > maxCount) {
		throw new RangeError(`frameRate: a recording of ${duration} s would take ${count} rows, too many`);
	}
	const times = new Float64Array(count);
	for (let i = 0; i < count; i++) times[i] = i / frameRate;
	return times;
}

/**
 * Lists the times of frames like {@link listFrameTimes}, from the first key on if a recording has keys before 0. Frames
 * after 0 are the same.
 *
 * @example listEvenTimes(recording, 60) // …, −1/60, 0, 1/60, …
 */
export function listEvenTimes(recording: Recording, frameRate: number, maxCount: number = MAX_COUNT): Float64Array {
	const times = listFrameTimes(recording.duration, frameRate, maxCount);
	const before = Math.floor(-Math.min(0, findFirstTime(recording)) * frameRate * (1 + FLOAT32_EPSILON));
	if (!(before > 0)) return times;
	if (before + times.length > maxCount) {
		throw new RangeError(`frameRate: the times before 0 s would take ${before} rows, too many`);
	}
	const all = new Float64Array(before + times.length);
	for (let i = 0; i < before; i++) all[i] = (i - before) / frameRate;
	all.set(times, before);
	return all;
}

/** The number of rows of 189 floats that fit into one array in every engine. */
export const MAX_ROWS: number = Math.floor(2 ** 31 / (HAND_STRIDE * 4));

// V8 discards compiled code when the last object of its classes is collected. Between two calls there may be none, so
// an empty sampler is kept.
let _kept: CompiledSampler | null = null;

/** When to sample: evenly from 0, or from the first key if it is earlier, to the duration at a frame rate in Hz, or at given times in seconds. */
export type BakeTimes = { readonly frameRate: number } | { readonly times: ArrayLike<number> };

/** One hand over time, a row per frame. */
export interface HandTable {
	/** 1 in rows where the hand is tracked. */
	readonly tracked: Uint8Array;
	/** 1 in rows where it is pinching. */
	readonly pinching: Uint8Array;
	/** 27 poses of seven floats per row; NaN for absent joints. */
	readonly joints: Float32Array;
	/** One entry per joint: 1 if it has keys. */
	readonly present: Uint8Array;
	/** The pointing ray, seven floats per row; `null` if it was not recorded. */
	readonly aim: Float32Array | null;
	/** One entry per row; `null` if it was not recorded. */
	readonly pinchStrength: Float32Array | null;
}

/** One controller over time, a row per frame. */
export interface ControllerTable {
	/** 1 in rows where the controller is tracked. */
	readonly tracked: Uint8Array;
	/** Seven floats per row. */
	readonly grip: Float32Array;
	/** Seven floats per row. */
	readonly aim: Float32Array;
	readonly buttonCount: number;
	/** An entry per button in each row. */
	readonly pressed: Uint8Array;
	/** An entry per button in each row. */
	readonly touched: Uint8Array;
	/** An entry per button in each row. */
	readonly values: Float32Array;
	readonly axisCount: number;
	/** An entry per axis in each row. */
	readonly axes: Float32Array;
}

/** A recording over time, a row per frame. An absent section is `null`. */
export interface FrameTable {
	/** Seconds, one per row. */
	readonly times: Float64Array;
	/** Seven floats per row. */
	readonly head: Float32Array | null;
	/** Six floats per row. */
	readonly gaze: Float32Array | null;
	readonly hands: Readonly<Record<Side, HandTable>> | null;
	readonly controllers: Readonly<Record<Side, ControllerTable | null>> | null;
}

/** When to sample, and into which table. */
export type TableOptions = BakeTimes & {
	/**
	 * A table of an earlier call with as many rows and the same sections, to be filled again and returned. Saves the
	 * allocation, which takes longer than sampling where many recordings are baked.
	 */
	readonly into?: FrameTable | undefined;
};

/** When and how a recording is baked. */
export type BakeOptions = TableOptions & SampleOptions;

/**
 * Samples a whole recording into a table of typed arrays, a row per frame.
 *
 * The table is fresh unless there is a table to bake `into`; ten minutes at 60 Hz take 56 MB. `bakeFramesSimd` of
 * `@handreel/core/simd` does the same faster. Throws `RangeError` for a frame rate that is not above 0, for a duration
 * that is not finite, for more rows than fit into an array, and for a table that does not fit.
 *
 * @example
 * const { times, hands } = bakeFrames(recording, { frameRate: 60, space: 'webxr' });
 */
export function bakeFrames(recording: Recording, options: BakeOptions): FrameTable {
	_kept ??= new CompiledSampler(createRecording({ head: {}, hands: {}, gaze: {} }), {});
	return bakeSampler(new CompiledSampler(recording, options), recording, options);
}

/** {@link bakeFrames} with a sampler of the recording. */
export function bakeSampler(sampler: CompiledSampler, recording: Recording, options: TableOptions): FrameTable {
	const times = listTimes(recording, options);
	const { into } = options;
	if (into !== undefined) checkTable(into, recording, times.length);
	const table = into ?? createTable(recording, times.length);
	table.times.set(times);
	if (table.head !== null) sampler.head.bake(times, table.head);
	if (table.gaze !== null) sampler.gaze.bake(times, table.gaze);
	if (table.hands !== null) {
		for (const side of SIDES) bakeHand(sampler, side, times, table.hands[side]);
	}
	if (sampler.extras !== null) bakeExtras(sampler, times, table);
	return table;
}

function listTimes(recording: Recording, options: BakeTimes): Float64Array {
	if ('times' in options && options.times !== undefined) {
		const { length } = options.times;
		if (length > MAX_ROWS) throw new RangeError(`times: ${length} rows are too many; at most ${MAX_ROWS} fit`);
		return new Float64Array(options.times);
	}
	if ('frameRate' in options && options.frameRate !== undefined) {
		return listEvenTimes(recording, options.frameRate, MAX_ROWS);
	}
	throw new TypeError('options: expected frameRate or times');
}

function createTable({ head, gaze, hands, controllers }: Recording, rows: number): FrameTable {
	const createHand = ({ aim, pinchStrength }: HandCurves): HandTable => ({
		tracked: new Uint8Array(rows),
		pinching: new Uint8Array(rows),
		joints: new Float32Array(rows * HAND_STRIDE),
		present: new Uint8Array(JOINT_COUNT),
		aim: aim && new Float32Array(rows * POSE_STRIDE),
		pinchStrength: pinchStrength && new Float32Array(rows),
	});
	const createController = (controller: ControllerCurves | null): ControllerTable | null =>
		controller && {
			tracked: new Uint8Array(rows),
			grip: new Float32Array(rows * POSE_STRIDE),
			aim: new Float32Array(rows * POSE_STRIDE),
			buttonCount: controller.buttons.length,
			pressed: new Uint8Array(rows * controller.buttons.length),
			touched: new Uint8Array(rows * controller.buttons.length),
			values: new Float32Array(rows * controller.buttons.length),
			axisCount: controller.axes.length,
			axes: new Float32Array(rows * controller.axes.length),
		};
	return {
		times: new Float64Array(rows),
		head: head && new Float32Array(rows * POSE_STRIDE),
		gaze: gaze && new Float32Array(rows * RAY_STRIDE),
		hands: hands && { left: createHand(hands.left), right: createHand(hands.right) },
		controllers: controllers && {
			left: createController(controllers.left),
			right: createController(controllers.right),
		},
	};
}

function checkTable(into: FrameTable, recording: Recording, rows: number): void {
	for (const section of ['head', 'hands', 'gaze', 'controllers'] as const) {
		if ((into[section] === null) !== (recording[section] === null))
			throw new RangeError(`into: only one of table and recording has ${section}`);
	}
	for (const side of SIDES) {
		for (const name of ['aim', 'pinchStrength'] as const) {
			if (((into.hands?.[side][name] ?? null) === null) !== ((recording.hands?.[side][name] ?? null) === null))
				throw new RangeError(`into: only one of table and recording has hands.${side}.${name}`);
		}
		const { buttonCount = 0, axisCount = 0 } = into.controllers?.[side] ?? {};
		const { buttons = [], axes = [] } = recording.controllers?.[side] ?? {};
		if (buttonCount !== buttons.length || axisCount !== axes.length)
			throw new RangeError(`into: the ${side} controller has other buttons or axes`);
	}
	if (into.times.length !== rows) throw new RangeError(`into: expected ${rows} rows, got ${into.times.length}`);
}

function bakeHand(sampler: CompiledSampler, side: Side, times: Float64Array, out: HandTable): void {
	const { joints, tracked, pinching } = sampler.hands[side];
	bakeState(tracked, times, out.tracked);
	bakeState(pinching, times, out.pinching);
	joints.bake(times, out.joints);
	out.present.set(joints.present);
}

function bakeState(state: SampledState | null, times: Float64Array, out: Uint8Array): void {
	for (let i = 0; i < times.length; i++) out[i] = state?.sample(times[i]!) ? 1 : 0;
}

// Few recordings have these, so they are sampled frame by frame.
function bakeExtras(sampler: CompiledSampler, times: Float64Array, { hands, controllers }: FrameTable): void {
	const frame = createFrameSample();
	for (let i = 0; i < times.length; i++) {
		sampler.sampleExtras(times[i]!, frame);
		for (const side of SIDES) {
			const { aim, pinchStrength } = frame.hands[side];
			hands?.[side].aim?.set(aim, i * POSE_STRIDE);
			if (hands?.[side].pinchStrength) hands[side].pinchStrength[i] = pinchStrength;
			const table = controllers?.[side];
			if (!table) continue;
			const { buttonCount, axisCount } = table;
			const sample = frame.controllers[side];
			table.tracked[i] = sample.tracked ? 1 : 0;
			table.grip.set(sample.grip, i * POSE_STRIDE);
			table.aim.set(sample.aim, i * POSE_STRIDE);
			table.pressed.set(sample.pressed.subarray(0, buttonCount), i * buttonCount);
			table.touched.set(sample.touched.subarray(0, buttonCount), i * buttonCount);
			table.values.set(sample.values.subarray(0, buttonCount), i * buttonCount);
			table.axes.set(sample.axes.subarray(0, axisCount), i * axisCount);
		}
	}
}
