// Matrices are in column-major order.
import type { Point } from './types.ts';

export type Matrix = ArrayLike<number>;

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiply(a: Matrix, b: Matrix): number[] {
	const out: number[] = new Array(16);
	for (let column = 0; column < 16; column += 4) {
		for (let row = 0; row < 4; row++) {
			out[column + row] =
				a[row]! * b[column]! +
				a[4 + row]! * b[column + 1]! +
				a[8 + row]! * b[column + 2]! +
				a[12 + row]! * b[column + 3]!;
		}
	}
	return out;
}

export function transformPoint(m: Matrix, [x, y, z]: Point): Point {
	const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]! || 1;
	return [0, 1, 2].map((row) => (m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!) / w) as never;
}

/** The determinant of the upper left part: negative if the matrix mirrors. */
export function measureVolume(m: Matrix): number {
	return (
		m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
		m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
		m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!)
	);
}

/** Returns the inverse, by Gauss and Jordan; `null` if there is none. */
export function invert(m: Matrix): number[] | null {
	const rows = [0, 1, 2, 3].map((row) => [
		...[0, 1, 2, 3].map((column) => m[column * 4 + row]!),
		...[0, 1, 2, 3].map((column) => (row === column ? 1 : 0)),
	]);
	for (let i = 0; i < 4; i++) {
		let best = i;
		for (let row = i + 1; row < 4; row++) if (Math.abs(rows[row]![i]!) > Math.abs(rows[best]![i]!)) best = row;
		[rows[i], rows[best]] = [rows[best]!, rows[i]!];
		const pivot = rows[i]![i]!;
		if (pivot === 0) return null;
		rows[i] = rows[i]!.map((value) => value / pivot);
		for (let row = 0; row < 4; row++) {
			const factor = rows[row]![i]!;
			if (row !== i) rows[row] = rows[row]!.map((value, k) => value - factor * rows[i]![k]!);
		}
	}
	return Array.from({ length: 16 }, (_, i) => rows[i % 4]![4 + (i >> 2)]!);
}

/** Mirrors z on both sides: from a left-handed space to WebXR's, or back. */
export function mirrorMatrix(m: Matrix): number[] {
	return Array.from(m, (value, i) => (i >> 2 === 2 ? -1 : 1) * (i % 4 === 2 ? -1 : 1) * value);
}
