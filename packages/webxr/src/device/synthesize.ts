import { createPalmPose, type Pose, placePose } from './pose.ts';
import type { HandFunction, HandView, ReplayOptions } from './replay-options.ts';

// Joint indices in the order of WebXR.
const INDEX_KNUCKLE = 6;
const MIDDLE_METACARPAL = 10;
const MIDDLE_KNUCKLE = 11;

/** Meters from the palm to the middle of curled fingers. */
const GRIP_DEPTH = 0.03;

/** Returns the function that computes the pointing ray of a hand; `null` for rays that depend on more than the hand. */
export function findPointer(pointer: ReplayOptions['pointer']): HandFunction | null {
	if (pointer === 'index') return ({ joints }) => jointPose(joints, INDEX_KNUCKLE);
	return typeof pointer === 'function' ? pointer : null;
}

/** Returns the palm of a hand that was recorded without a palm. */
export function synthesizePalm({ joints }: HandView): Pose {
	return createPalmPose(jointPose(joints, MIDDLE_METACARPAL), jointPose(joints, MIDDLE_KNUCKLE));
}

/**
 * Returns the pose of a held object. The palm has −z toward the fingers and −y out of the palm. A grip in WebXR has −z
 * toward the thumb, +y toward the arm, and x out of the back of the right hand or into the back of the left hand.
 */
export function synthesizeGrip({ side, palm }: HandView): Pose {
	const turn = side === 'right' ? [0.5, 0.5, 0.5, 0.5] : [0.5, -0.5, -0.5, 0.5];
	return placePose(palm, [0, -GRIP_DEPTH, 0, ...turn]);
}

function jointPose(joints: Float32Array, index: number): Float32Array {
	return joints.subarray(index * 7, index * 7 + 7);
}
