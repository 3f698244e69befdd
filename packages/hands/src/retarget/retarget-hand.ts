import {
	createCurve,
	createHandSample,
	createRecording,
	FINGER_JOINTS,
	type Finger,
	type HandCurves,
	type HandSample,
	JOINT_NAMES,
	type JointName,
	POSE_STRIDE,
	type PoseCurves,
	type Recording,
	type Side,
} from '@handreel/core';
import { listKeyTimes, measureDistance } from '@handreel/core/internal';
import { createSimdSampler } from '@handreel/core/simd';
import { type HandSkeleton, SKELETON_JOINTS } from './hand-skeleton.ts';
import { findPinchWeights } from './pinch-weights.ts';
import { poseSkeleton, readRestHand } from './pose-skeleton.ts';

/** Options of {@link retargetHand}. */
export interface RetargetOptions {
	/** The most that the tips of thumb and index finger are apart in a recorded pinch, in meters. Default 0.01. */
	readonly pinchGap?: number | undefined;
}

/** Defaults of {@link RetargetOptions}. */
const RETARGET_DEFAULTS: Readonly<Required<RetargetOptions>> = { pinchGap: 0.01 };

/** How far a fingertip is from where it was recorded. */
export interface TipError {
	/** Millimeters, over all tracked frames. */
	readonly mean: number;
	readonly max: number;
}

/** A retargeted recording. */
export interface RetargetResult {
	readonly recording: Recording;
	/** The remaining error of each fingertip. */
	readonly tipErrors: Readonly<Record<Finger, TipError>>;
	/** The largest gap between the tips of thumb and index finger in a recorded pinch, in millimeters; 0 without pinches. */
	readonly pinchGap: number;
}

const FINGERS = Object.keys(FINGER_JOINTS) as Finger[];

/**
 * Moves one hand of a recording to a hand of other proportions. The wrist and the orientation of the palm stay; bones have
 * the lengths of the skeleton; fingertips come as near to their recorded places as the joints allow, which bend by at most 34° more or
 * less than recorded; and in recorded pinches the tips of thumb and index finger meet. A recording without jumps stays one. Returns the
 * recording with the remaining errors.
 *
 * Each key time of the hand gets a key, with straight lines between them. Rotations turn with the bones, so they keep WebXR's
 * axes. Joints that the skeleton does not have become absent. Throws `TypeError` for an unknown side, a recording without
 * hands, and a skeleton or a recording that lacks joints.
 *
 * @example
 * import { readHandModel } from '@handreel/hands';
 * const skeleton = createHandSkeleton(readHandModel(bytes));
 * const { recording: moved, tipErrors } = retargetHand(recording, 'right', skeleton);
 * console.log(tipErrors.index.max, moved.duration);
 */
export function retargetHand(
	recording: Recording,
	side: Side,
	skeleton: HandSkeleton,
	options: RetargetOptions = {},
): RetargetResult {
	const { pinchGap = RETARGET_DEFAULTS.pinchGap } = options;
	if (side !== 'left' && side !== 'right') throw new TypeError(`side: '${side}' is neither 'left' nor 'right'`);
	if (!(pinchGap > 0)) throw new RangeError(`pinchGap: ${pinchGap} is not a distance above 0`);
	const hand = recording.hands?.[side];
	if (!hand) throw new TypeError('recording: it has no hands');
	const rest = readRestHand(skeleton);
	const sampler = createSimdSampler(recording);
	const sample = createHandSample();
	sampler.sampleHand(side, 0, sample);
	const missing = SKELETON_JOINTS.filter((name) => sample.present[JOINT_NAMES.indexOf(name)] !== 1);
	if (missing.length > 0) throw new TypeError(`recording: the ${side} hand has no ${missing.join(', ')}`);
	const times = listHandTimes(hand);
	const weights = findPinchWeights(hand, times, recording.duration);
	const tables = new Map(rest.joints.map((name) => [name, new Float64Array(times.length * POSE_STRIDE)]));
	const errors = new ErrorSums();
	times.forEach((time, i) => {
		sampler.sampleHand(side, time, sample);
		const before = Float32Array.from(sample.joints);
		poseSkeleton(rest, sample, weights[i]!, pinchGap);
		for (const [name, table] of tables) {
			const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
			table.set(sample.joints.subarray(at, at + POSE_STRIDE), i * POSE_STRIDE);
		}
		errors.add(before, sample);
	});
	const joints = Object.fromEntries([...tables].map(([name, table]) => [name, createPose(times, table)]));
	const moved = { ...hand, joints };
	const hands = { left: recording.hands!.left, right: recording.hands!.right, [side]: moved };
	return { recording: createRecording({ ...recording, hands }), ...errors.finish() };
}

/** The key times of all joints. */
function listHandTimes({ joints }: HandCurves): Float32Array {
	return listKeyTimes(
		Object.values(joints).flatMap(({ position, rotation }) => [...Object.values(position), ...Object.values(rotation)]),
	);
}

function createPose(times: Float32Array, table: Float64Array): PoseCurves {
	const curve = (axis: number): ReturnType<typeof createCurve> =>
		createCurve(Array.from(times).flatMap((time, i) => [time, table[i * POSE_STRIDE + axis]!]));
	return {
		position: { x: curve(0), y: curve(1), z: curve(2) },
		rotation: { x: curve(3), y: curve(4), z: curve(5), w: curve(6) },
	};
}

class ErrorSums {
	readonly #sums = new Map<Finger, { sum: number; max: number }>(FINGERS.map((name) => [name, { sum: 0, max: 0 }]));
	#count = 0;
	#gap = 0;

	add(before: Float32Array, hand: HandSample): void {
		if (!hand.tracked) return;
		this.#count++;
		for (const [finger, sums] of this.#sums) {
			const at = findTip(finger);
			const error = measureDistance(before, hand.joints, at, at) * 1000;
			sums.sum += error;
			sums.max = Math.max(sums.max, error);
		}
		if (!hand.pinching) return;
		const [thumb, index] = [findTip('thumb'), findTip('index')];
		const gap = measureDistance(hand.joints, hand.joints, thumb, index);
		this.#gap = Math.max(this.#gap, gap * 1000);
	}

	finish(): Omit<RetargetResult, 'recording'> {
		const tipErrors = Object.fromEntries(
			[...this.#sums].map(([finger, { sum, max }]) => [finger, { mean: sum / Math.max(1, this.#count), max }]),
		) as Record<Finger, TipError>;
		return { tipErrors, pinchGap: this.#gap };
	}
}

function findTip(finger: Finger): number {
	return JOINT_NAMES.indexOf(FINGER_JOINTS[finger].at(-1) as JointName) * POSE_STRIDE;
}
