/** Measures the deviation of two samples. */
export type Measure = (a: Float32Array, b: Float32Array) => number;

// Rotations and directions come after a position or origin.
const OFFSET = 3;
const RADIANS_TO_DEGREES = 180 / Math.PI;
// Below this squared tangent, the rest of the series is smaller than 1e-16 of the result.
const SMALL = 1e-4;

/** The distance of two positions in meters. */
export function measureDistance(a: Float32Array, b: Float32Array): number {
	const x = difference(a[0]!, b[0]!);
	const y = difference(a[1]!, b[1]!);
	const z = difference(a[2]!, b[2]!);
	return Math.sqrt(x * x + y * y + z * z);
}

/** The angle between the rotations of two poses in degrees. q and −q are the same rotation. */
export function measureRotation(a: Float32Array, b: Float32Array): number {
	let apart = 0;
	let together = 0;
	for (let i = OFFSET; i < OFFSET + 4; i++) {
		const minus = a[i]! - b[i]!;
		const plus = a[i]! + b[i]!;
		apart += minus * minus;
		together += plus * plus;
	}
	if (apart + together < Number.POSITIVE_INFINITY) {
		return 2 * angleOf(Math.min(apart, together), Math.max(apart, together));
	}
	return 2 * Math.min(angleBetween(a, b, 4, 1), angleBetween(a, b, 4, -1));
}

/** The angle between the directions of two rays in degrees; 0 for two rays without direction. */
export function measureDirection(a: Float32Array, b: Float32Array): number {
	return angleBetween(a, b, 3, 1);
}

function angleBetween(a: Float32Array, b: Float32Array, size: number, sign: 1 | -1): number {
	let apart = 0;
	let together = 0;
	for (let i = OFFSET; i < OFFSET + size; i++) {
		const minus = difference(a[i]!, sign * b[i]!);
		const plus = a[i]! + sign * b[i]!;
		apart += minus * minus;
		together += plus * plus;
	}
	return Number.isFinite(apart) ? angleOf(apart, together) : apart;
}

// The angle from the squares of the chords |a − b| and |a + b|. Unlike the arc cosine it is precise for small angles.
function angleOf(apart: number, together: number): number {
	if (apart === 0) return 0;
	// The squared tangent of half the angle. If it is small, a few terms of the series are exact enough and much faster.
	const square = apart / together;
	const half =
		square < SMALL
			? Math.sqrt(square) * (1 - square * (1 / 3 - square * (1 / 5 - square / 7)))
			: Math.atan2(Math.sqrt(apart), Math.sqrt(together));
	return 2 * half * RADIANS_TO_DEGREES;
}

// Two NaN agree; NaN and a number are infinitely far apart.
function difference(a: number, b: number): number {
	if (Object.is(a, b) || a === b) return 0;
	const apart = a - b;
	return Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart;
}
