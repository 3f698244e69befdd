/** An array of numbers that functions write to. */
export type WritableNumbers = number[] | Float32Array | Float64Array;

/** Vectors that are not longer than this have no direction. */
const SHORTEST = 1e-9;

/**
 * Scales a vector (x y z) to unit length and returns the length that it had. A vector without direction is copied
 * unchanged; one that is not finite as well, and yields NaN. `out` may be the vector itself.
 */
export function normalizeVector(vector: ArrayLike<number>, out: WritableNumbers, offset = 0, outOffset = 0): number {
	const x = vector[offset]!;
	const y = vector[offset + 1]!;
	const z = vector[offset + 2]!;
	const length = Math.sqrt(x * x + y * y + z * z);
	const divisor = length > SHORTEST && length < Number.POSITIVE_INFINITY ? length : 1;
	out[outOffset] = x / divisor;
	out[outOffset + 1] = y / divisor;
	out[outOffset + 2] = z / divisor;
	return Number.isFinite(length) ? length : Number.NaN;
}

/** Returns the distance between two points (x y z). */
export function measureDistance(a: ArrayLike<number>, b: ArrayLike<number>, aOffset = 0, bOffset = 0): number {
	return Math.hypot(a[aOffset]! - b[bOffset]!, a[aOffset + 1]! - b[bOffset + 1]!, a[aOffset + 2]! - b[bOffset + 2]!);
}

/** Returns the dot product of two vectors (x y z). */
export function dotVectors(a: ArrayLike<number>, b: ArrayLike<number>, aOffset = 0, bOffset = 0): number {
	return a[aOffset]! * b[bOffset]! + a[aOffset + 1]! * b[bOffset + 1]! + a[aOffset + 2]! * b[bOffset + 2]!;
}

/** Writes the cross product of two vectors (x y z) and returns `out`, which may be an argument. */
export function crossVectors<T extends WritableNumbers>(
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
	const bx = b[bOffset]!;
	const by = b[bOffset + 1]!;
	const bz = b[bOffset + 2]!;
	out[outOffset] = ay * bz - az * by;
	out[outOffset + 1] = az * bx - ax * bz;
	out[outOffset + 2] = ax * by - ay * bx;
	return out;
}

/** Returns the angle between two vectors (x y z) of any length, from 0 to π. Exact for small angles. */
export function angleBetweenVectors(a: ArrayLike<number>, b: ArrayLike<number>, aOffset = 0, bOffset = 0): number {
	const ax = a[aOffset]!;
	const ay = a[aOffset + 1]!;
	const az = a[aOffset + 2]!;
	const bx = b[bOffset]!;
	const by = b[bOffset + 1]!;
	const bz = b[bOffset + 2]!;
	const dot = ax * bx + ay * by + az * bz;
	const x = ay * bz - az * by;
	const y = az * bx - ax * bz;
	const z = ax * by - ay * bx;
	return Math.atan2(Math.sqrt(x * x + y * y + z * z), dot);
}
