import { SIMPLE_STRIDE } from '../model/curve.ts';

/** Numbers per vertex or key. Vectors of three have a zero at the end. */
export const WIDTH = 4;

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const STRIDE: number = SIMPLE_STRIDE;

/**
 * The components of a vector as simple keys at the same times, with time and value interleaved. Vectors of three have a
 * `ws` of zeros, also as times.
 */
export interface Vertices {
	readonly xs: Float32Array;
	readonly ys: Float32Array;
	readonly zs: Float32Array;
	readonly ws: Float32Array;
	/** Keys per component. */
	readonly count: number;
}

/** The first components, as many as `size`. */
export function listComponents({ xs, ys, zs, ws }: Vertices, size: number): readonly Float32Array[] {
	return [xs, ys, zs, ws].slice(0, size);
}

/** The time of a key in seconds. */
export function readTime({ xs }: Vertices, key: number): number {
	return xs[key * STRIDE]!;
}

/** Writes the values of a key. */
export function readValues({ xs, ys, zs, ws }: Vertices, key: number, out: Float64Array): void {
	const at = key * STRIDE + 1;
	out[0] = xs[at]!;
	out[1] = ys[at]!;
	out[2] = zs[at]!;
	out[3] = ws[at]!;
}

/** The same keys row by row, for repeated access. */
export interface Rows {
	readonly times: Float64Array;
	/** {@link WIDTH} numbers per key. */
	readonly rows: Float64Array;
}

/** Copies keys row by row. */
export function copyRows(vertices: Vertices): Rows {
	const { count } = vertices;
	const times = new Float64Array(count);
	const rows = new Float64Array(count * WIDTH);
	for (let key = 0; key < count; key++) {
		times[key] = readTime(vertices, key);
		readValues(vertices, key, rows.subarray(key * WIDTH, (key + 1) * WIDTH));
	}
	return { times, rows };
}

/** Whether all keys have the same values. */
export function isStill({ xs, ys, zs, ws, count }: Vertices): boolean {
	const end = count * STRIDE;
	for (const component of [xs, ys, zs, ws])
		for (let at = STRIDE + 1; at < end; at += STRIDE) if (component[at] !== component[1]) return false;
	return true;
}

/** Rounds a number to float32, or to a multiple of a power of two. */
export function roundTo(value: number, grid: number): number {
	return grid === 0 ? Math.fround(value) : Math.fround(Math.round(value / grid) * grid);
}
