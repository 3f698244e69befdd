import { JOINT_NAMES, type JointName } from '../model/joints.ts';
import { MAX_AXES, MAX_BUTTONS, type Side } from '../model/recording.ts';
import type { WrapMode } from '../model/wrap-mode.ts';
import { checkSpaceName, type SpaceName } from './spaces.ts';

/** How poses and rays are sampled. */
export interface SampleOptions {
	/**
	 * The axes of all values: those of the space in `SPACES`. Default `'unity'`, as in the file. `'webxr'` is what
	 * WebXR, three.js and glTF expect.
	 */
	readonly space?: SpaceName | undefined;
	/**
	 * `true` returns the values of the curves, as MRTK plays them. By default neighboring keys of rotations are made to
	 * agree in sign, and rotations and directions have unit length.
	 */
	readonly raw?: boolean | undefined;
	/** What curves with wrap mode Default do outside their keys. Default: they loop, as in Unity. */
	readonly defaultWrap?: WrapMode | undefined;
}

/** A constant, so that a call without options allocates nothing. */
export const NO_OPTIONS: SampleOptions = {};

/** Throws `TypeError` unless a side is left or right. */
export function checkSide(side: Side): void {
	if (side !== 'left' && side !== 'right') throw new TypeError(`side: '${side}' is neither 'left' nor 'right'`);
}

/** Throws `TypeError` for an unknown space. */
export function checkOptions({ space }: SampleOptions): void {
	if (space !== undefined) checkSpaceName(space);
}

/** The number of floats of a pose: px py pz qx qy qz qw. */
export const POSE_STRIDE = 7;
/** The number of floats of a ray: ox oy oz dx dy dz. */
export const RAY_STRIDE = 6;
/** The number of joints of a hand, including `none`. */
export const JOINT_COUNT = 27;
/** The number of floats of a hand's joints. */
export const HAND_STRIDE = 189;

/** The number of joints of a WebXR hand. */
export const WEBXR_JOINT_COUNT = 25;

/** The index of the first joint after wrist and palm; WebXR has no palm. */
const FIRST_FINGER_JOINT = 3;

/** One hand at one time. Create it once with {@link createHandSample} and fill it for every frame. */
export interface HandSample {
	/** Whether the hand is tracked. Joints of an untracked hand are interpolated across the gap: check this flag. */
	tracked: boolean;
	pinching: boolean;
	/** 27 poses of seven floats in file order; NaN for absent joints. */
	readonly joints: Float32Array;
	/** 1 for joints that are present, 0 for absent joints, which have no keys in the recording. */
	readonly present: Uint8Array;
	/** Whether the pointing ray was recorded. If not, samplers fill `aim` with NaN and recorders ignore it. */
	aimPresent: boolean;
	/** The pointing ray as a pose of seven floats: it starts at the position and points forward. */
	readonly aim: Float32Array;
	/** From 0 (open) to 1; NaN if it was not recorded. */
	pinchStrength: number;
}

/** One controller at one time. */
export interface ControllerSample {
	/** Whether there is such a controller. If not, the other fields have no meaning. */
	present: boolean;
	tracked: boolean;
	/** The pose of the grip as seven floats; NaN if it was not recorded. */
	readonly grip: Float32Array;
	/** The pointing ray as a pose of seven floats; NaN if it was not recorded. */
	readonly aim: Float32Array;
	buttonCount: number;
	/** 1 for pressed buttons. Entries from `buttonCount` on have no meaning. */
	readonly pressed: Uint8Array;
	/** 1 for touched buttons. */
	readonly touched: Uint8Array;
	/** How far each button is pressed, from 0 to 1. */
	readonly values: Float32Array;
	axisCount: number;
	/** From −1 to 1. Entries from `axisCount` on have no meaning. */
	readonly axes: Float32Array;
}

/** Head, gaze, hands and controllers at one time. Create it once with {@link createFrameSample} and fill it for every frame. */
export interface FrameSample {
	/** Seconds. */
	time: number;
	/** Whether there is a head pose. If not, samplers fill `head` with NaN and recorders ignore it. */
	headPresent: boolean;
	/** The head pose as seven floats. */
	readonly head: Float32Array;
	/** Whether there is eye gaze. If not, samplers fill `gaze` with NaN and recorders ignore it. */
	gazePresent: boolean;
	/** The eye gaze as six floats. */
	readonly gaze: Float32Array;
	readonly hands: Readonly<Record<Side, HandSample>>;
	readonly controllers: Readonly<Record<Side, ControllerSample>>;
}

/** The pose of one joint, as views of the hand's `joints`: the next sample changes them. */
export interface JointPose {
	/** x y z in meters. */
	readonly position: Float32Array;
	/** x y z w. */
	readonly rotation: Float32Array;
}

/** Creates a hand to fill. */
export function createHandSample(): HandSample {
	return {
		tracked: false,
		pinching: false,
		joints: new Float32Array(HAND_STRIDE),
		present: new Uint8Array(JOINT_COUNT),
		aimPresent: false,
		aim: new Float32Array(POSE_STRIDE).fill(Number.NaN),
		pinchStrength: Number.NaN,
	};
}

/** Creates a controller to fill. */
export function createControllerSample(): ControllerSample {
	return {
		present: false,
		tracked: false,
		grip: new Float32Array(POSE_STRIDE),
		aim: new Float32Array(POSE_STRIDE),
		buttonCount: 0,
		pressed: new Uint8Array(MAX_BUTTONS),
		touched: new Uint8Array(MAX_BUTTONS),
		values: new Float32Array(MAX_BUTTONS),
		axisCount: 0,
		axes: new Float32Array(MAX_AXES),
	};
}

/** Creates a frame to fill. */
export function createFrameSample(): FrameSample {
	return {
		time: 0,
		headPresent: false,
		head: new Float32Array(POSE_STRIDE),
		gazePresent: false,
		gaze: new Float32Array(RAY_STRIDE),
		hands: { left: createHandSample(), right: createHandSample() },
		controllers: { left: createControllerSample(), right: createControllerSample() },
	};
}

/**
 * Returns the pose of a joint of a sampled hand, or `null` if the joint is absent. Allocates two views; loops over many
 * joints are faster on `hand.joints`. Throws `TypeError` for a name that is not a joint.
 *
 * @example
 * const hand = sampleHand(recording, 'right', 1.5, createHandSample());
 * const [x, y, z] = getJointPose(hand, 'indexTip')?.position ?? [];
 */
export function getJointPose(hand: HandSample, joint: JointName): JointPose | null {
	const index = JOINT_NAMES.indexOf(joint);
	if (index < 0) throw new TypeError(`joint: '${joint}' is not a joint name`);
	if (hand.present[index] === 0) return null;
	const start = index * POSE_STRIDE;
	return {
		position: hand.joints.subarray(start, start + 3),
		rotation: hand.joints.subarray(start + 3, start + POSE_STRIDE),
	};
}

/**
 * Writes 25 poses of seven floats at `outOffset`, the joints of a hand in the order of the WebXR specification, and
 * returns `out`. Sample the hand with `space: 'webxr'`. Absent joints are NaN. Throws `RangeError` if `out` is too
 * short.
 */
export function writeWebXRJoints(hand: HandSample, out: Float32Array, outOffset = 0): Float32Array {
	checkSpace(out, outOffset, WEBXR_JOINT_COUNT * POSE_STRIDE);
	const { joints } = hand;
	for (let i = 0; i < POSE_STRIDE; i++) out[outOffset + i] = joints[POSE_STRIDE + i]!;
	const shift = outOffset + POSE_STRIDE - FIRST_FINGER_JOINT * POSE_STRIDE;
	for (let i = FIRST_FINGER_JOINT * POSE_STRIDE; i < joints.length; i++) out[shift + i] = joints[i]!;
	return out;
}

/** Throws `RangeError` unless an array has room for `size` floats at an offset. */
export function checkSpace(out: Float32Array, outOffset: number, size: number): void {
	if (!(outOffset >= 0 && outOffset + size <= out.length)) {
		throw new RangeError(`out: ${size} floats at offset ${outOffset} do not fit into ${out.length}`);
	}
}
