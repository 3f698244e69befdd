import type { CubicTable } from './cubic-table.ts';
import type { KeyTable } from './key-table.ts';
import type { LineTable } from './line-table.ts';

/** Shorter directions become zero, as with Unity's Vector3.Normalize. */
const SHORTEST_DIRECTION = 1e-5;

// The innermost loops, where playback spends its time. Unrolled pose by pose, because V8 does not unroll loops.

/** Writes the outputs of lines, `value + slope × time`, without normalizing. */
export function writeLines({ values, slopes }: LineTable, t: number, out: Float32Array): void {
	for (let i = 0; i < values.length; i++) out[i] = values[i]! + slopes[i]! * t;
}

/** Writes poses of lines without normalizing. */
export function writeRawLinePoses({ values, slopes }: LineTable, t: number, out: Float32Array): void {
	for (let i = 0; i < values.length; i += 7) {
		out[i] = values[i]! + slopes[i]! * t;
		out[i + 1] = values[i + 1]! + slopes[i + 1]! * t;
		out[i + 2] = values[i + 2]! + slopes[i + 2]! * t;
		out[i + 3] = values[i + 3]! + slopes[i + 3]! * t;
		out[i + 4] = values[i + 4]! + slopes[i + 4]! * t;
		out[i + 5] = values[i + 5]! + slopes[i + 5]! * t;
		out[i + 6] = values[i + 6]! + slopes[i + 6]! * t;
	}
}

/** Writes poses of lines with rotations of unit length. */
export function writeLinePoses({ values, slopes }: LineTable, t: number, out: Float32Array): void {
	for (let i = 0; i < values.length; i += 7) {
		writeRotation(
			out,
			i + 3,
			values[i + 3]! + slopes[i + 3]! * t,
			values[i + 4]! + slopes[i + 4]! * t,
			values[i + 5]! + slopes[i + 5]! * t,
			values[i + 6]! + slopes[i + 6]! * t,
		);
		out[i + 2] = values[i + 2]! + slopes[i + 2]! * t;
		out[i + 1] = values[i + 1]! + slopes[i + 1]! * t;
		out[i] = values[i]! + slopes[i]! * t;
	}
}

/** Writes poses of cubics without normalizing; position and rotation each have one origin in time. */
export function writeCubicPoses({ c0, c1, c2, c3, origins }: CubicTable, t: number, out: Float32Array): void {
	for (let i = 0; i < c0.length; i += 7) {
		const p = t - origins[i]!;
		const r = t - origins[i + 3]!;
		out[i] = ((c3[i]! * p + c2[i]!) * p + c1[i]!) * p + c0[i]!;
		out[i + 1] = ((c3[i + 1]! * p + c2[i + 1]!) * p + c1[i + 1]!) * p + c0[i + 1]!;
		out[i + 2] = ((c3[i + 2]! * p + c2[i + 2]!) * p + c1[i + 2]!) * p + c0[i + 2]!;
		out[i + 3] = ((c3[i + 3]! * r + c2[i + 3]!) * r + c1[i + 3]!) * r + c0[i + 3]!;
		out[i + 4] = ((c3[i + 4]! * r + c2[i + 4]!) * r + c1[i + 4]!) * r + c0[i + 4]!;
		out[i + 5] = ((c3[i + 5]! * r + c2[i + 5]!) * r + c1[i + 5]!) * r + c0[i + 5]!;
		out[i + 6] = ((c3[i + 6]! * r + c2[i + 6]!) * r + c1[i + 6]!) * r + c0[i + 6]!;
	}
}

/** Writes outputs of cubics without normalizing, each with its own origin in time. */
export function writeCubics({ c0, c1, c2, c3, origins }: CubicTable, t: number, out: Float32Array): void {
	for (let i = 0; i < c0.length; i++) {
		const s = t - origins[i]!;
		out[i] = ((c3[i]! * s + c2[i]!) * s + c1[i]!) * s + c0[i]!;
	}
}

/** Overwrites rotations and directions among the outputs at unit length. */
export function writeUnitVectors(
	table: KeyTable,
	t: number,
	out: Float32Array,
	rotations: Int32Array,
	directions: Int32Array,
): void {
	for (let k = 0; k < rotations.length; k++) {
		const i = rotations[k]!;
		const x = table.valueAt(i, t);
		writeRotation(out, i, x, table.valueAt(i + 1, t), table.valueAt(i + 2, t), table.valueAt(i + 3, t));
	}
	for (let k = 0; k < directions.length; k++) {
		const i = directions[k]!;
		writeDirection(out, i, table.valueAt(i, t), table.valueAt(i + 1, t), table.valueAt(i + 2, t));
	}
}

/** Writes a quaternion at unit length; an all-zero one becomes the identity. */
export function writeRotation(out: Float32Array, offset: number, x: number, y: number, z: number, w: number): void {
	const square = x * x + y * y + z * z + w * w;
	if (square === 0) {
		out[offset] = 0;
		out[offset + 1] = 0;
		out[offset + 2] = 0;
		out[offset + 3] = 1;
		return;
	}
	const scale = 1 / Math.sqrt(square);
	out[offset] = x * scale;
	out[offset + 1] = y * scale;
	out[offset + 2] = z * scale;
	out[offset + 3] = w * scale;
}

/** Writes a direction at unit length; a direction that is too short becomes zero. */
export function writeDirection(out: Float32Array, offset: number, x: number, y: number, z: number): void {
	const length = Math.sqrt(x * x + y * y + z * z);
	const scale = length < SHORTEST_DIRECTION ? 0 : 1 / length;
	out[offset] = x * scale;
	out[offset + 1] = y * scale;
	out[offset + 2] = z * scale;
}
