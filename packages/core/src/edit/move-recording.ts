import { transformCurves } from '../keys/transform-curves.ts';
import { readPose } from '../math/pose.ts';
import type { Curve } from '../model/curve.ts';
import { mapVectors } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';

const NO_OFFSET = [0, 0, 0, 0];

/**
 * The recording moved in space by a pose of seven floats (px py pz qx qy qz qw): head, hands and gaze are first
 * turned about the origin, then shifted, in metres. The rotation need not have unit length.
 *
 * Exact up to one rounding to float32; rotations keep the length that their keys give them. Straight and Hermite keys
 * stay what they are. A vector whose curves differ in key times gets keys in between; one whose curves differ in
 * weights gets many, and is then off by some 1e-6 of its size (more where a weighted curve stands upright); where
 * only some of its curves step, it jumps by two keys at one time. Curves of one vector that differ in wrap mode, or
 * in range while one repeats, hold their ends afterwards. A vector without keys stays without, and curves that the
 * pose leaves alone are shared.
 *
 * Throws `RangeError` for a pose that is not seven finite numbers or has no rotation.
 *
 * @example moveRecording(recording, [0, 1.6, 0, 0, 0, 0, 1]) // 1.6 m up
 */
export function moveRecording(recording: Recording, pose: ArrayLike<number>): Recording {
	const [px, py, pz, x, y, z, w] = readPose(pose);
	const offset = [px, py, pz];
	const rotation = [
		[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
		[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
		[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
	];
	// The product with a quaternion, as a map of its components.
	const product = [
		[w, -z, y, x],
		[z, w, -x, y],
		[-y, x, w, z],
		[-x, -y, -z, w],
	];
	return mapVectors(recording, (curves, role) => {
		const given = Object.values(curves) as Curve[];
		const moved = transformCurves(
			given,
			role === 'rotation' ? product : rotation,
			role === 'position' || role === 'origin' ? offset : NO_OFFSET,
		);
		if (moved.every((curve, i) => curve === given[i])) return curves;
		return Object.fromEntries(Object.keys(curves).map((axis, i) => [axis, moved[i]])) as unknown as typeof curves;
	});
}
