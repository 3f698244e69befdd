import { estimatePalm, JOINTS, type JointRadii } from '@handreel/core';
import { POSE_SIZE, type Pose } from './pose.ts';
import type { HandFunction, HandView, ReplayOptions } from './replay-options.ts';

// Where joints start, in the order of WebXR.
const INDEX_KNUCKLE = 6 * POSE_SIZE;
const MIDDLE_METACARPAL = 10 * POSE_SIZE;
const MIDDLE_KNUCKLE = 11 * POSE_SIZE;

/** Returns the function that computes the pointing ray of a hand; `null` for rays that depend on more than the hand. */
export function findPointer(pointer: ReplayOptions['pointer']): HandFunction | null {
	if (pointer === 'index') return ({ joints }) => joints.slice(INDEX_KNUCKLE, INDEX_KNUCKLE + POSE_SIZE);
	return typeof pointer === 'function' ? pointer : null;
}

/** Returns the palm of a hand that was recorded without a palm. */
export function synthesizePalm({ joints }: HandView): Pose {
	return estimatePalm(joints, joints, [] as number[], MIDDLE_METACARPAL, MIDDLE_KNUCKLE);
}

/** Lists the radii of the 25 joints in the order of WebXR: the recorded radii, or those of an average hand. */
export function listRadii(recorded: JointRadii | null): number[] {
	return JOINTS.filter(({ webxr }) => webxr !== null).map(({ name, radius }) => recorded?.[name] ?? radius);
}
