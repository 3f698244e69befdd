import { crossVectors, dotVectors } from '@handreel/core/internal';

/** A point: x y z. */
export type Point = [number, number, number];

/** A right-handed basis: three unit vectors. */
export type Basis = readonly [Point, Point, Point];

/**
 * Returns a basis that moves with the palm: along the middle metacarpal, out of the palm, and across. Returns `null` if the
 * points lie on a line.
 */
export function findPalmBasis(wrist: Point, index: Point, middle: Point, pinky: Point): Basis | null {
	const along = normalize(subtract(middle, wrist));
	const across = subtract(index, pinky);
	if (along === null) return null;
	const out = normalize(crossVectors(along, across, [0, 0, 0]));
	return out === null ? null : [along, out, crossVectors(along, out, [0, 0, 0])];
}

/** Returns a vector in the coordinates of a basis. */
export function toBasis([a, b, c]: Basis, vector: Point): Point {
	return [dotVectors(a, vector), dotVectors(b, vector), dotVectors(c, vector)];
}

/** Returns a vector that is given in the coordinates of a basis. */
export function fromBasis([a, b, c]: Basis, [x, y, z]: Point): Point {
	return [a[0] * x + b[0] * y + c[0] * z, a[1] * x + b[1] * y + c[1] * z, a[2] * x + b[2] * y + c[2] * z];
}

export function subtract(a: ArrayLike<number>, b: ArrayLike<number>): Point {
	return [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
}

export function add(a: Point, b: Point): Point {
	return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function scale(vector: Point, factor: number): Point {
	return [vector[0] * factor, vector[1] * factor, vector[2] * factor];
}

export function normalize(vector: Point): Point | null {
	const length = Math.hypot(...vector);
	return length > 1e-9 ? [vector[0] / length, vector[1] / length, vector[2] / length] : null;
}
