import { composePoses, POSE_STRIDE } from '@handreel/core';

/** A pose: px py pz qx qy qz qw, in meters, in the space of WebXR (right-handed, y up, −z forward). */
export type Pose = ArrayLike<number>;

/** The pose that changes nothing. */
export const IDENTITY: Pose = /* @__PURE__ */ Object.freeze([0, 0, 0, 0, 0, 0, 1]);

/** The index of the rotation in a pose. */
export const ROTATION = 3;

/** Returns a pose that is given relative to another pose. */
export function placePose(base: Pose, pose: Pose): number[] {
	// An array that grows takes twice as long.
	return composePoses(base, pose, [0, 0, 0, 0, 0, 0, 0]);
}

/** Writes the column-major matrix of a pose at an offset. */
export function writeMatrix<T extends Float32Array>(pose: Pose, out: T, offset: number): T {
	const x = pose[3]!;
	const y = pose[4]!;
	const z = pose[5]!;
	const w = pose[6]!;
	out[offset] = 1 - 2 * (y * y + z * z);
	out[offset + 1] = 2 * (x * y + w * z);
	out[offset + 2] = 2 * (x * z - w * y);
	out[offset + 3] = 0;
	out[offset + 4] = 2 * (x * y - w * z);
	out[offset + 5] = 1 - 2 * (x * x + z * z);
	out[offset + 6] = 2 * (y * z + w * x);
	out[offset + 7] = 0;
	out[offset + 8] = 2 * (x * z + w * y);
	out[offset + 9] = 2 * (y * z - w * x);
	out[offset + 10] = 1 - 2 * (x * x + y * y);
	out[offset + 11] = 0;
	out[offset + 12] = pose[0]!;
	out[offset + 13] = pose[1]!;
	out[offset + 14] = pose[2]!;
	out[offset + 15] = 1;
	return out;
}

/** Returns a new pose whose −z axis points along a direction and whose y axis is as close to vertical as possible. */
export function createLookPose(origin: Pose, dx: number, dy: number, dz: number): number[] {
	const length = Math.hypot(dx, dy, dz);
	if (!(length > 0)) return [origin[0]!, origin[1]!, origin[2]!, 0, 0, 0, 1];
	// Yaw about the world's y axis, then pitch about the rotated x axis.
	const yaw = Math.atan2(-dx, -dz) / 2;
	const pitch = Math.asin(Math.max(-1, Math.min(1, dy / length))) / 2;
	const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
	return [origin[0]!, origin[1]!, origin[2]!, cy * sp, sy * cp, -sy * sp, cy * cp];
}

/** Returns the pose of a palm that was not tracked: halfway along the middle metacarpal, with its rotation. */
export function createPalmPose(metacarpal: Pose, knuckle: Pose): number[] {
	return Array.from(metacarpal, (value, i) => (i < ROTATION ? (value + knuckle[i]!) / 2 : value));
}

/** Writes the pose of {@link createPalmPose} into poses. All poses are given by their offsets. Allocates nothing. */
export function writePalmPose(poses: Float32Array, metacarpal: number, knuckle: number, out: number): void {
	for (let i = 0; i < ROTATION; i++) poses[out + i] = (poses[metacarpal + i]! + poses[knuckle + i]!) / 2;
	for (let i = ROTATION; i < POSE_STRIDE; i++) poses[out + i] = poses[metacarpal + i]!;
}
