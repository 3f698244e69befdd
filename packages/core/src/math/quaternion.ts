import { dotVectors, normalizeVector, type WritableNumbers } from './vector.ts';

// Quaternions are x y z w. All functions take flat arrays, with offsets last, and compute in float64. `out` may be an
// argument.

/** Quaternions that are not longer than this have no rotation. */
const SHORTEST = 1e-9;
/** Unit vectors whose dot product is above −1 by less than this are opposite. It is 4e-8 radians. */
const OPPOSITE = 1e-15;
/** Below this sine a great arc is a straight line. */
const TINY_SINE = 1e-6;

/** Writes the rotation `a` after the rotation `b` and returns `out`. */
export function multiplyQuaternions<T extends WritableNumbers>(
	a: ArrayLike<number>,
	b: ArrayLike<number>,
	out: T,
	aOffset = 0,
	bOffset = 0,
	outOffset = 0,
): T {
	const ax = a[aOffset]!;
	const ay = a[aOffset + 1]!;
	const az = a[aOffset + 2]!;
	const aw = a[aOffset + 3]!;
	const bx = b[bOffset]!;
	const by = b[bOffset + 1]!;
	const bz = b[bOffset + 2]!;
	const bw = b[bOffset + 3]!;
	out[outOffset] = aw * bx + ax * bw + ay * bz - az * by;
	out[outOffset + 1] = aw * by - ax * bz + ay * bw + az * bx;
	out[outOffset + 2] = aw * bz + ax * by - ay * bx + az * bw;
	out[outOffset + 3] = aw * bw - ax * bx - ay * by - az * bz;
	return out;
}

/** Writes the inverse of a unit quaternion and returns `out`. */
export function invertQuaternion<T extends WritableNumbers>(
	quaternion: ArrayLike<number>,
	out: T,
	offset = 0,
	outOffset = 0,
): T {
	out[outOffset] = -quaternion[offset]!;
	out[outOffset + 1] = -quaternion[offset + 1]!;
	out[outOffset + 2] = -quaternion[offset + 2]!;
	out[outOffset + 3] = quaternion[offset + 3]!;
	return out;
}

/** Writes a quaternion at unit length and returns `out`. A quaternion of length 0 or NaN becomes the identity. */
export function normalizeQuaternion<T extends WritableNumbers>(
	quaternion: ArrayLike<number>,
	out: T,
	offset = 0,
	outOffset = 0,
): T {
	const x = quaternion[offset]!;
	const y = quaternion[offset + 1]!;
	const z = quaternion[offset + 2]!;
	const w = quaternion[offset + 3]!;
	const length = Math.sqrt(x * x + y * y + z * z + w * w);
	const isRotation = length > SHORTEST;
	out[outOffset] = isRotation ? x / length : 0;
	out[outOffset + 1] = isRotation ? y / length : 0;
	out[outOffset + 2] = isRotation ? z / length : 0;
	out[outOffset + 3] = isRotation ? w / length : 1;
	return out;
}

/**
 * Writes a quaternion or its negative, which is the same rotation, so that its sign agrees with a reference. Returns
 * `out`.
 */
export function alignQuaternion<T extends WritableNumbers>(
	quaternion: ArrayLike<number>,
	reference: ArrayLike<number>,
	out: T,
	offset = 0,
	referenceOffset = 0,
	outOffset = 0,
): T {
	const sign = dotQuaternions(quaternion, reference, offset, referenceOffset) < 0 ? -1 : 1;
	for (let i = 0; i < 4; i++) out[outOffset + i] = sign * quaternion[offset + i]!;
	return out;
}

/** Writes a vector (x y z) rotated by a unit quaternion and returns `out`. */
export function rotateVector<T extends WritableNumbers>(
	quaternion: ArrayLike<number>,
	vector: ArrayLike<number>,
	out: T,
	offset = 0,
	vectorOffset = 0,
	outOffset = 0,
): T {
	const x = quaternion[offset]!;
	const y = quaternion[offset + 1]!;
	const z = quaternion[offset + 2]!;
	const w = quaternion[offset + 3]!;
	const vx = vector[vectorOffset]!;
	const vy = vector[vectorOffset + 1]!;
	const vz = vector[vectorOffset + 2]!;
	const tx = 2 * (y * vz - z * vy);
	const ty = 2 * (z * vx - x * vz);
	const tz = 2 * (x * vy - y * vx);
	out[outOffset] = vx + w * tx + y * tz - z * ty;
	out[outOffset + 1] = vy + w * ty + z * tx - x * tz;
	out[outOffset + 2] = vz + w * tz + x * ty - y * tx;
	return out;
}

/**
 * Writes the rotation at a fraction of the way from one unit quaternion to another, at constant speed and the shorter
 * way round, and returns `out`. Fraction 0 is `a`, fraction 1 is `b` or its negative.
 */
export function slerpQuaternions<T extends WritableNumbers>(
	a: ArrayLike<number>,
	b: ArrayLike<number>,
	fraction: number,
	out: T,
	aOffset = 0,
	bOffset = 0,
	outOffset = 0,
): T {
	const sign = dotQuaternions(a, b, aOffset, bOffset) < 0 ? -1 : 1;
	const half = angleBetweenQuaternions(a, b, aOffset, bOffset) / 2;
	const sine = Math.sin(half);
	const left = sine < TINY_SINE ? 1 - fraction : Math.sin((1 - fraction) * half) / sine;
	const right = sign * (sine < TINY_SINE ? fraction : Math.sin(fraction * half) / sine);
	for (let i = 0; i < 4; i++) out[outOffset + i] = left * a[aOffset + i]! + right * b[bOffset + i]!;
	return out;
}

/**
 * Writes the shortest rotation from one unit vector to another and returns `out`. For opposite vectors it is a half
 * turn about some axis across.
 */
export function findShortestRotation<T extends WritableNumbers>(
	from: ArrayLike<number>,
	to: ArrayLike<number>,
	out: T,
	fromOffset = 0,
	toOffset = 0,
	outOffset = 0,
): T {
	const ax = from[fromOffset]!;
	const ay = from[fromOffset + 1]!;
	const az = from[fromOffset + 2]!;
	const bx = to[toOffset]!;
	const by = to[toOffset + 1]!;
	const bz = to[toOffset + 2]!;
	const w = 1 + ax * bx + ay * by + az * bz;
	if (w < OPPOSITE) {
		// The axis across that is nearest to the axis of the smallest component.
		const axis = Math.abs(ax) <= Math.min(Math.abs(ay), Math.abs(az)) ? 0 : Math.abs(ay) <= Math.abs(az) ? 1 : 2;
		const along = from[fromOffset + axis]!;
		out[outOffset] = (axis === 0 ? 1 : 0) - along * ax;
		out[outOffset + 1] = (axis === 1 ? 1 : 0) - along * ay;
		out[outOffset + 2] = (axis === 2 ? 1 : 0) - along * az;
		out[outOffset + 3] = 0;
	} else {
		out[outOffset] = ay * bz - az * by;
		out[outOffset + 1] = az * bx - ax * bz;
		out[outOffset + 2] = ax * by - ay * bx;
		out[outOffset + 3] = w;
	}
	return normalizeQuaternion(out, out, outOffset, outOffset);
}

/**
 * Writes the rotation whose −z axis points along a vector of any length and whose y axis is as near as possible to `up`, and
 * returns `out`. The result for a vector of length 0 or NaN is −z itself.
 */
export function findLookRotation<T extends WritableNumbers>(
	direction: ArrayLike<number>,
	up: ArrayLike<number>,
	out: T,
	outOffset = 0,
): T {
	const unit: number[] = [];
	normalizeVector(direction, unit);
	const base = findShortestRotation([0, 0, -1], unit, [] as number[]);
	const measureUp = (axis: readonly number[]): number => dotVectors(up, rotateVector(base, axis, [] as number[]));
	const half = Math.atan2(-measureUp([1, 0, 0]), measureUp([0, 1, 0])) / 2;
	return multiplyQuaternions(base, [0, 0, Math.sin(half), Math.cos(half)], out, 0, 0, outOffset);
}

/** Returns the angle of a unit quaternion's rotation, from 0 to π. */
export function getRotationAngle(quaternion: ArrayLike<number>, offset = 0): number {
	const x = quaternion[offset]!;
	const y = quaternion[offset + 1]!;
	const z = quaternion[offset + 2]!;
	return 2 * Math.atan2(Math.sqrt(x * x + y * y + z * z), Math.abs(quaternion[offset + 3]!));
}

/**
 * Returns the angle between the rotations of two unit quaternions, from 0 to π. Signs do not matter, and small angles
 * are exact.
 */
export function angleBetweenQuaternions(a: ArrayLike<number>, b: ArrayLike<number>, aOffset = 0, bOffset = 0): number {
	let sum = 0;
	let difference = 0;
	for (let i = 0; i < 4; i++) {
		sum += (a[aOffset + i]! + b[bOffset + i]!) ** 2;
		difference += (a[aOffset + i]! - b[bOffset + i]!) ** 2;
	}
	return 4 * Math.atan2(Math.sqrt(Math.min(sum, difference)), Math.sqrt(Math.max(sum, difference)));
}

/** Returns the dot product of two quaternions: below 0 if their signs differ. */
export function dotQuaternions(a: ArrayLike<number>, b: ArrayLike<number>, aOffset = 0, bOffset = 0): number {
	// Reels depend on this order of operations.
	return (
		a[aOffset]! * b[bOffset]! +
		a[aOffset + 1]! * b[bOffset + 1]! +
		a[aOffset + 2]! * b[bOffset + 2]! +
		a[aOffset + 3]! * b[bOffset + 3]!
	);
}
