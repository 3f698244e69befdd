import { composePoses } from '../math/pose.ts';
import { rotateVector } from '../math/quaternion.ts';
import { normalizeVector, type WritableNumbers } from '../math/vector.ts';
import type { Side } from '../model/recording.ts';

// Parts of a hand that were not recorded. Poses are px py pz qx qy qz qw, in the space of WebXR.

const ROTATION = 3;

/** Meters from the palm to the middle of curled fingers. */
const GRIP_DEPTH = 0.03;

// Fitted to the rays that a Quest 3 reports for its hands: the mean error is 6° and 0.8 cm.

/** Where the ray of the right hand starts, in the frame of the wrist, in meters. */
const RAY_ORIGIN = [-0.022, -0.059, -0.11];
/** The direction of the right hand in the frame of the wrist. */
const RAY_DIRECTION = [0.03, -0.6, -1];
/** The part of the direction that comes from the shoulder. */
const SHOULDER_PART: number = 1 / 3;
const SHOULDER_BESIDE = 0.14;
const SHOULDER_BELOW = 0.3;
const SHOULDER_AHEAD = 0.05;

/**
 * Writes the pose of a palm and returns `out`: halfway along the middle metacarpal, with its rotation. Takes the poses of
 * `middleMetacarpal` and `middleKnuckle`, in any space.
 */
export function estimatePalm<T extends WritableNumbers>(
	metacarpal: ArrayLike<number>,
	knuckle: ArrayLike<number>,
	out: T,
	metacarpalOffset = 0,
	knuckleOffset = 0,
	outOffset = 0,
): T {
	for (let i = 0; i < ROTATION; i++) {
		out[outOffset + i] = (metacarpal[metacarpalOffset + i]! + knuckle[knuckleOffset + i]!) / 2;
	}
	for (let i = ROTATION; i < 7; i++) out[outOffset + i] = metacarpal[metacarpalOffset + i]!;
	return out;
}

/**
 * Writes the pose of a held object and returns `out`. The palm has −z toward the fingers and −y out of the palm. A grip in
 * WebXR has −z toward the thumb, +y toward the arm, and x out of the back of the right hand or into the back of the left
 * hand.
 */
export function estimateGrip<T extends WritableNumbers>(side: Side, palm: ArrayLike<number>, out: T): T {
	const half = side === 'right' ? 0.5 : -0.5;
	return composePoses(palm, [0, -GRIP_DEPTH, 0, 0.5, half, half, 0.5], out);
}

/** Returns the position of a shoulder. Shoulders turn with the head about the vertical axis, but do not tilt with it. */
export function estimateShoulder(side: Side, head: ArrayLike<number>): number[] {
	const [fx = 0, , fz = -1] = rotateVector(head, [0, 0, -1], [] as number[], ROTATION);
	const length = Math.hypot(fx, fz) || 1;
	const [x, z] = [fx / length, fz / length];
	const beside = side === 'right' ? SHOULDER_BESIDE : -SHOULDER_BESIDE;
	return [
		head[0]! - z * beside + x * SHOULDER_AHEAD,
		head[1]! - SHOULDER_BELOW,
		head[2]! + x * beside + z * SHOULDER_AHEAD,
	];
}

/**
 * Returns the pointing ray of a hand as six numbers (ox oy oz dx dy dz) from the poses of wrist and head, without the lag of
 * 45 ms that headsets add. The direction is between the line from the shoulder to the wrist and a direction that is fixed to
 * the hand. It does not have unit length.
 */
export function estimateRay(side: Side, wrist: ArrayLike<number>, head: ArrayLike<number>): number[] {
	const rotate = ([x = 0, y = 0, z = 0]: readonly number[]): number[] =>
		rotateVector(wrist, [side === 'right' ? x : -x, y, z], [] as number[], ROTATION);
	const origin = rotate(RAY_ORIGIN).map((value, i) => value + wrist[i]!);
	const arm = estimateShoulder(side, head).map((value, i) => wrist[i]! - value);
	const hand = rotate(RAY_DIRECTION);
	normalizeVector(arm, arm);
	normalizeVector(hand, hand);
	return [...origin, ...hand.map((value, i) => value * (1 - SHOULDER_PART) + arm[i]! * SHOULDER_PART)];
}
