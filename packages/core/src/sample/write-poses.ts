import type { CubicTable } from './cubic-table.ts';
import type { KeyTable } from './key-table.ts';
import type { LineTable } from './line-table.ts';
import { writeDirection, writeRotation } from './normalize.ts';

// The innermost loops. Spelled out vector by vector, because that runs several times faster than a loop over outputs.

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

/** Writes the outputs of cubics as they are. */
export function writeRawCubics(
	{ c0, c1, c2, c3, origins }: CubicTable,
	t: number,
	out: Float32Array,
	base: number,
): void {
	const end = c0.length;
	let i = 0;
	for (; i + 3 <= end; i += 3) {
		const o = base + i;
		const s0 = t - origins[i]!;
		out[o] = ((c3[i]! * s0 + c2[i]!) * s0 + c1[i]!) * s0 + c0[i]!;
		const s1 = t - origins[i + 1]!;
		out[o + 1] = ((c3[i + 1]! * s1 + c2[i + 1]!) * s1 + c1[i + 1]!) * s1 + c0[i + 1]!;
		const s2 = t - origins[i + 2]!;
		out[o + 2] = ((c3[i + 2]! * s2 + c2[i + 2]!) * s2 + c1[i + 2]!) * s2 + c0[i + 2]!;
	}
	for (; i < end; i++) {
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
