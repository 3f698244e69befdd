import { composePoses, findLookRotation } from '@handreel/core/internal';

/** A pose: px py pz qx qy qz qw, in meters, in the space of WebXR (right-handed, y up, −z forward). */
export type Pose = ArrayLike<number>;

/** The pose that changes nothing. */
export const IDENTITY: Pose = /* @__PURE__ */ Object.freeze([0, 0, 0, 0, 0, 0, 1]);

/** The number of floats of a pose. */
export const POSE_SIZE = 7;

/** The index of the rotation in a pose. */
export const ROTATION = 3;

/** Returns a pose that is given relative to another pose. */
export function placePose(base: Pose, pose: Pose): number[] {
	// An array that grows takes twice as long.
	return composePoses(base, pose, [0, 0, 0, 0, 0, 0, 0]);
}

/** Returns a new pose whose −z axis points along a vector and whose y axis is as close as possible to `up`. */
export function createLookPose(origin: Pose, direction: Pose, up: Pose = [0, 1, 0]): number[] {
	return [origin[0]!, origin[1]!, origin[2]!, ...findLookRotation(direction, up, [] as number[])];
}
