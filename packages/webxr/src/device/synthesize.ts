import { composePoses, rotateVector, type Side } from '@handreel/core';
import { createLookPose, createPalmPose, type Pose, ROTATION } from './pose.ts';
import { type HandFunction, type HandView, REPLAY_DEFAULTS, type ReplayOptions } from './replay-options.ts';

// Joint indices in the order of WebXR.
const INDEX_KNUCKLE = 6;
const MIDDLE_METACARPAL = 10;
const MIDDLE_KNUCKLE = 11;

const SHOULDER_BELOW = 0.2;
const SHOULDER_BESIDE = 0.17;
/** Meters from the palm to the middle of curled fingers. */
const GRIP_DEPTH = 0.03;

/** Returns the function that computes the pointing ray of a hand. */
export function findPointer(pointer: ReplayOptions['pointer'] = REPLAY_DEFAULTS.pointer): HandFunction {
	if (typeof pointer === 'function') return pointer;
	if (pointer === 'index') return ({ joints }) => jointPose(joints, INDEX_KNUCKLE);
	const isHead = pointer === 'head';
	return ({ side, joints, head }) => {
		const origin = jointPose(joints, INDEX_KNUCKLE);
		const [x = 0, y = 0, z = 0] = isHead ? Array.from(head) : findShoulder(head, side);
		return createLookPose(origin, origin[0]! - x, origin[1]! - y, origin[2]! - z);
	};
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
	return composePoses(palm, [0, -GRIP_DEPTH, 0, ...turn], []);
}

// Shoulders turn with the head about the vertical axis, but do not tilt with it.
function findShoulder(head: Pose, side: Side): number[] {
	const [fx = 0, , fz = -1] = rotateVector(head, [0, 0, -1], [] as number[], ROTATION);
	const length = Math.hypot(fx, fz) || 1;
	const beside = side === 'right' ? SHOULDER_BESIDE : -SHOULDER_BESIDE;
	return [head[0]! - (fz / length) * beside, head[1]! - SHOULDER_BELOW, head[2]! + (fx / length) * beside];
}

function jointPose(joints: Float32Array, index: number): Float32Array {
	return joints.subarray(index * 7, index * 7 + 7);
}
