import type { Direction } from './conventions.ts';

/** Three rows of three numbers. */
export type Matrix = readonly (readonly number[])[];

/** The unit vector of a direction. */
export function toVector(direction: Direction): number[] {
	const sign = direction.startsWith('-') ? -1 : 1;
	return [...'xyz'].map((axis) => (direction.endsWith(axis) ? sign : 0));
}

/** The direction of the largest component of a vector. */
export function toDirection(vector: readonly number[]): Direction {
	const sizes = vector.map(Math.abs);
	const at = sizes.indexOf(Math.max(...sizes));
	return `${vector[at]! < 0 ? '-' : ''}${'xyz'[at]}` as Direction;
}

/** A matrix times a vector. */
export function apply(matrix: Matrix, vector: readonly number[]): number[] {
	return matrix.map((row) => row.reduce((sum, value, i) => sum + value * vector[i]!, 0));
}

/** The product of two matrices. */
export function multiply(a: Matrix, b: Matrix): number[][] {
	return a.map((row) => b[0]!.map((_, column) => row.reduce((sum, value, i) => sum + value * b[i]![column]!, 0)));
}

/** The inverse of a matrix of axes. */
export function transpose(matrix: Matrix): number[][] {
	return matrix[0]!.map((_, column) => matrix.map((row) => row[column]!));
}

/** The cross product of two vectors. */
export function cross(
	[ax = 0, ay = 0, az = 0]: readonly number[],
	[bx = 0, by = 0, bz = 0]: readonly number[],
): number[] {
	return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** The dot product of two vectors. */
export function dot(a: readonly number[], b: readonly number[]): number {
	return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** 1 for a rotation, −1 for a mirror. */
export function determinant([x, y, z]: Matrix): number {
	return Math.round(dot(x!, cross(y!, z!)));
}

/** The quaternion of a matrix of axes, or of its negative if it is a mirror. */
export function toQuaternion(matrix: Matrix): number[] {
	const sign = determinant(matrix);
	const m = (row: number, column: number): number => sign * matrix[row]![column]!;
	const squares = [
		1 + m(0, 0) - m(1, 1) - m(2, 2),
		1 - m(0, 0) + m(1, 1) - m(2, 2),
		1 - m(0, 0) - m(1, 1) + m(2, 2),
		1 + m(0, 0) + m(1, 1) + m(2, 2),
	];
	const [xy, xz, yz] = [m(0, 1) + m(1, 0), m(0, 2) + m(2, 0), m(1, 2) + m(2, 1)];
	const [xw, yw, zw] = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)];
	const largest = squares.indexOf(Math.max(...squares));
	const values = [
		[squares[0]!, xy, xz, xw],
		[xy, squares[1]!, yz, yw],
		[xz, yz, squares[2]!, zw],
		[xw, yw, zw, squares[3]!],
	][largest]!;
	const length = Math.hypot(...values);
	return values.map((value) => value / length);
}
