import type { CubicTable } from './cubic-table.ts';
import type { KeyTable } from './key-table.ts';
import type { LineTable } from './line-table.ts';
import { writeDirection, writeRotation } from './normalize.ts';

// The innermost loops, where playback spends its time. Spelled out pose by pose: V8 does not unroll loops over outputs.

/** Writes the outputs of lines as they are, `value + slope × time`. */
export function writeRawLines({ values, slopes }: LineTable, t: number, out: Float32Array, base: number): void {
	const end = values.length;
	let i = 0;
	for (; i + 7 <= end; i += 7) {
		const o = base + i;
		out[o] = values[i]! + slopes[i]! * t;
		out[o + 1] = values[i + 1]! + slopes[i + 1]! * t;
		out[o + 2] = values[i + 2]! + slopes[i + 2]! * t;
		out[o + 3] = values[i + 3]! + slopes[i + 3]! * t;
		out[o + 4] = values[i + 4]! + slopes[i + 4]! * t;
		out[o + 5] = values[i + 5]! + slopes[i + 5]! * t;
		out[o + 6] = values[i + 6]! + slopes[i + 6]! * t;
	}
	for (; i < end; i++) out[base + i] = values[i]! + slopes[i]! * t;
}

/** Writes poses of lines with rotations of unit length. */
export function writeLinePoses({ values, slopes }: LineTable, t: number, out: Float32Array, base: number): void {
	for (let i = 0; i < values.length; i += 7) {
		const o = base + i;
		out[o] = values[i]! + slopes[i]! * t;
		out[o + 1] = values[i + 1]! + slopes[i + 1]! * t;
		out[o + 2] = values[i + 2]! + slopes[i + 2]! * t;
		writeRotation(
			out,
			o + 3,
			values[i + 3]! + slopes[i + 3]! * t,
			values[i + 4]! + slopes[i + 4]! * t,
			values[i + 5]! + slopes[i + 5]! * t,
			values[i + 6]! + slopes[i + 6]! * t,
		);
	}
}

/** Writes poses of cubics as they are; position and rotation each count from one time. */
export function writeCubicPoses(
	{ c0, c1, c2, c3, origins }: CubicTable,
	t: number,
	out: Float32Array,
	base: number,
): void {
	for (let i = 0; i < c0.length; i += 7) {
		const o = base + i;
		const p = t - origins[i]!;
		const r = t - origins[i + 3]!;
		out[o] = ((c3[i]! * p + c2[i]!) * p + c1[i]!) * p + c0[i]!;
		out[o + 1] = ((c3[i + 1]! * p + c2[i + 1]!) * p + c1[i + 1]!) * p + c0[i + 1]!;
		out[o + 2] = ((c3[i + 2]! * p + c2[i + 2]!) * p + c1[i + 2]!) * p + c0[i + 2]!;
		out[o + 3] = ((c3[i + 3]! * r + c2[i + 3]!) * r + c1[i + 3]!) * r + c0[i + 3]!;
		out[o + 4] = ((c3[i + 4]! * r + c2[i + 4]!) * r + c1[i + 4]!) * r + c0[i + 4]!;
		out[o + 5] = ((c3[i + 5]! * r + c2[i + 5]!) * r + c1[i + 5]!) * r + c0[i + 5]!;
		out[o + 6] = ((c3[i + 6]! * r + c2[i + 6]!) * r + c1[i + 6]!) * r + c0[i + 6]!;
	}
}

/** Writes outputs of cubics as they are, each counting from a time of its own. */
export function writeCubics({ c0, c1, c2, c3, origins }: CubicTable, t: number, out: Float32Array, base: number): void {
	for (let i = 0; i < c0.length; i++) {
		const s = t - origins[i]!;
		out[base + i] = ((c3[i]! * s + c2[i]!) * s + c1[i]!) * s + c0[i]!;
	}
}

/** Writes the rotations and directions among outputs again, at unit length. */
export function writeUnitVectors(
	table: KeyTable,
	t: number,
	out: Float32Array,
	base: number,
	rotations: Int32Array,
	directions: Int32Array,
): void {
	for (let k = 0; k < rotations.length; k++) {
		const i = rotations[k]!;
		const x = table.valueAt(i, t);
		writeRotation(out, base + i, x, table.valueAt(i + 1, t), table.valueAt(i + 2, t), table.valueAt(i + 3, t));
	}
	for (let k = 0; k < directions.length; k++) {
		const i = directions[k]!;
		writeDirection(out, base + i, table.valueAt(i, t), table.valueAt(i + 1, t), table.valueAt(i + 2, t));
	}
}
