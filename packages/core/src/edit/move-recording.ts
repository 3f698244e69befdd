import { transformCurves } from '../keys/transform-curves.ts';
import { readPose } from '../math/pose.ts';
import { mapVectors, replaceAxes } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';

const NO_OFFSET = [0, 0, 0, 0];

/**
 * The recording moved by a pose of seven numbers (px py pz qx qy qz qw): head, hands and gaze are rotated about the
 * origin, then shifted. Meters; the rotation need not have unit length.
 *
 * Exact up to one rounding to float32; rotations keep their length. Linear and Hermite keys stay linear and Hermite.
 * These vectors get more keys:
 *
 * - If the curves of a vector have different key times, each gets the keys of all.
 * - If their weights differ, the segments are divided until they deviate by at most about 1e-6 of the values (more
 *   where a weighted curve is vertical).
 * - If only some of them step, the vector jumps with two keys at one time.
 *
 * Curves of a vector with different wrap modes, or with different ranges while one repeats, hold their ends afterwards.
 * Vectors without keys stay empty; curves that do not change are shared. Throws `RangeError` for a pose that is not
 * seven finite numbers or has no rotation.
 *
 * @example
 * // head at (0, 0, 0) → head at (0, 1.6, 0)
 * moveRecording(recording, [0, 1.6, 0, 0, 0, 0, 1])
 */
export function moveRecording(recording: Recording, pose: ArrayLike<number>): Recording {
	const [px, py, pz, x, y, z, w] = readPose(pose);
	const offset = [px, py, pz];
	const rotation = [
		[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
		[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
		[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
	];
	// Left multiplication with the quaternion, as a matrix.
	const product = [
		[w, -z, y, x],
		[z, w, -x, y],
		[-y, x, w, z],
		[-x, -y, -z, w],
	];
	return mapVectors(recording, (curves, role) => {
		const matrix = role === 'rotation' ? product : rotation;
		const shift = role === 'position' || role === 'origin' ? offset : NO_OFFSET;
		return replaceAxes(curves, transformCurves(Object.values(curves), matrix, shift));
	});
}
