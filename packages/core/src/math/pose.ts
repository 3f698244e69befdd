import { multiplyQuaternions, rotateVector, slerpQuaternions } from './quaternion.ts';
import type { WritableNumbers } from './vector.ts';

// A pose is px py pz qx qy qz qw.

const POSE_NUMBERS = 7;
const ROTATION = 3;

/** Seven numbers of a pose. */
export type PoseNumbers = [number, number, number, number, number, number, number];

/**
 * Writes a pose `b`, given in the space of a pose `a`, in the space that `a` is given in. Returns `out`, which may be
 * one of them.
 */
export function composePoses<T extends WritableNumbers>(
	a: ArrayLike<number>,
	b: ArrayLike<number>,
	out: T,
	aOffset = 0,
	bOffset = 0,
	outOffset = 0,
): T {
	const px = a[aOffset]!;
	const py = a[aOffset + 1]!;
	const pz = a[aOffset + 2]!;
	rotateVector(a, b, out, aOffset + ROTATION, bOffset, outOffset);
	out[outOffset]! += px;
	out[outOffset + 1]! += py;
	out[outOffset + 2]! += pz;
	return multiplyQuaternions(a, b, out, aOffset + ROTATION, bOffset + ROTATION, outOffset + ROTATION);
}

/** Writes the matrix of a pose, 16 numbers in column-major order, and returns `out`. Allocates nothing. */
export function writePoseMatrix<T extends WritableNumbers>(
	pose: ArrayLike<number>,
	out: T,
	offset = 0,
	outOffset = 0,
): T {
	const x = pose[offset + 3]!;
	const y = pose[offset + 4]!;
	const z = pose[offset + 5]!;
	const w = pose[offset + 6]!;
	out[outOffset] = 1 - 2 * (y * y + z * z);
	out[outOffset + 1] = 2 * (x * y + w * z);
	out[outOffset + 2] = 2 * (x * z - w * y);
	out[outOffset + 3] = 0;
	out[outOffset + 4] = 2 * (x * y - w * z);
	out[outOffset + 5] = 1 - 2 * (x * x + z * z);
	out[outOffset + 6] = 2 * (y * z + w * x);
	out[outOffset + 7] = 0;
	out[outOffset + 8] = 2 * (x * z + w * y);
	out[outOffset + 9] = 2 * (y * z - w * x);
	out[outOffset + 10] = 1 - 2 * (x * x + y * y);
	out[outOffset + 11] = 0;
	out[outOffset + 12] = pose[offset]!;
	out[outOffset + 13] = pose[offset + 1]!;
	out[outOffset + 14] = pose[offset + 2]!;
	out[outOffset + 15] = 1;
	return out;
}

/**
 * Returns the inverse of a pose in float64: composed with the pose it changes nothing. The rotation need not have unit
 * length. Throws `RangeError` unless the pose is seven finite numbers with a rotation.
 */
export function invertPose(pose: ArrayLike<number>): Float64Array {
	const [px, py, pz, x, y, z, w] = readPose(pose);
	// −p turned backwards: v + 2w (q × v) + 2 q × (q × v) with q negated.
	const [cx, cy, cz] = [y * pz - z * py, z * px - x * pz, x * py - y * px];
	return Float64Array.of(
		-(px - 2 * w * cx + 2 * (y * cz - z * cy)) + 0,
		-(py - 2 * w * cy + 2 * (z * cx - x * cz)) + 0,
		-(pz - 2 * w * cz + 2 * (x * cy - y * cx)) + 0,
		-x + 0,
		-y + 0,
		-z + 0,
		w,
	);
}

/**
 * Returns the numbers of a pose with its rotation at unit length and w not below 0. Throws `RangeError` unless the pose
 * is seven finite numbers with a rotation.
 */
export function readPose(pose: ArrayLike<number>): PoseNumbers {
	const [px, py, pz, x, y, z, w] = Array.from(pose, Number) as PoseNumbers;
	if (pose.length !== POSE_NUMBERS || ![px, py, pz, x, y, z, w].every(Number.isFinite)) {
		throw new RangeError(`pose: expected seven finite numbers, got [${Array.from(pose).join(', ')}]`);
	}
	const length = Math.hypot(x, y, z, w);
	if (length === 0) throw new RangeError('pose: the rotation must not be all zeros');
	const scale = (w < 0 ? -1 : 1) / length;
	return [px, py, pz, x * scale, y * scale, z * scale, w * scale];
}

/**
 * Writes the pose at a fraction of the way from one pose to another and returns `out`: positions move in a line, rotations
 * turn at constant speed.
 */
export function blendPoses<T extends WritableNumbers>(
	a: ArrayLike<number>,
	b: ArrayLike<number>,
	fraction: number,
	out: T,
	aOffset = 0,
	bOffset = 0,
	outOffset = 0,
): T {
	for (let i = 0; i < 3; i++) {
		const from = a[aOffset + i]!;
		out[outOffset + i] = from + (b[bOffset + i]! - from) * fraction;
	}
	return slerpQuaternions(a, b, fraction, out, aOffset + 3, bOffset + 3, outOffset + 3);
}
