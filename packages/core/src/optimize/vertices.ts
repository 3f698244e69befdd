import { SIMPLE_STRIDE } from '../model/curve.ts';

/** Numbers a vertex or key; vectors of three have a zero at the end. */
export const WIDTH = 4;

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const STRIDE: number = SIMPLE_STRIDE;

/**
 * The components of a vector as simple keys at the same times: time and value of each in turn. Vectors of three have
 * a `ws` of zeros, times too.
 */
export interface Runs {
	readonly xs: Float32Array;
	readonly ys: Float32Array;
	readonly zs: Float32Array;
	readonly ws: Float32Array;
	/** Keys of each one. */
	readonly count: number;
}

/** The first so many components. */
export function listRuns({ xs, ys, zs, ws }: Runs, size: number): readonly Float32Array[] {
	return [xs, ys, zs, ws].slice(0, size);
}

/** The time of a key. */
export function readTime({ xs }: Runs, key: number): number {
	return xs[key * STRIDE]!;
}

/** Writes the values of a key. */
export function readValues({ xs, ys, zs, ws }: Runs, key: number, out: Float64Array): void {
	const at = key * STRIDE + 1;
	out[0] = xs[at]!;
	out[1] = ys[at]!;
	out[2] = zs[at]!;
	out[3] = ws[at]!;
}

/** The same keys side by side, for those who often come back to them. */
export interface Rows {
	readonly times: Float64Array;
	/** {@link WIDTH} numbers a key. */
	readonly rows: Float64Array;
}

/** Copies keys side by side. */
export function copyRows(runs: Runs): Rows {
	const { count } = runs;
	const times = new Float64Array(count);
	const rows = new Float64Array(count * WIDTH);
	for (let key = 0; key < count; key++) {
		times[key] = readTime(runs, key);
		readValues(runs, key, rows.subarray(key * WIDTH, (key + 1) * WIDTH));
	}
	return { times, rows };
}

/** Whether all keys have the same values. */
export function isStill({ xs, ys, zs, ws, count }: Runs): boolean {
	const end = count * STRIDE;
	for (const run of [xs, ys, zs, ws])
		for (let at = STRIDE + 1; at < end; at += STRIDE) if (run[at] !== run[1]) return false;
	return true;
}

/** A number rounded to float32, or to a multiple of a power of two. */
export function roundTo(value: number, grid: number): number {
	return grid === 0 ? Math.fround(value) : Math.fround(Math.round(value / grid) * grid);
}
