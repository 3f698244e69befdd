import { writeDirection, writeRotation } from './normalize.ts';
import { POSE_STRIDE } from './scratch.ts';

// The innermost loops: every output is `value + slope × time`. Spelled out pose by pose, because that runs four times
// faster than a loop over single outputs.

/** Writes poses as they are. */
export function writeRawPoses(
	values: Float64Array,
	slopes: Float64Array,
	t: number,
	out: Float32Array,
	base: number,
): void {
	for (let i = 0; i < values.length; i += POSE_STRIDE) {
		const o = base + i;
		out[o] = values[i]! + slopes[i]! * t;
		out[o + 1] = values[i + 1]! + slopes[i + 1]! * t;
		out[o + 2] = values[i + 2]! + slopes[i + 2]! * t;
		out[o + 3] = values[i + 3]! + slopes[i + 3]! * t;
		out[o + 4] = values[i + 4]! + slopes[i + 4]! * t;
		out[o + 5] = values[i + 5]! + slopes[i + 5]! * t;
		out[o + 6] = values[i + 6]! + slopes[i + 6]! * t;
	}
}

/** Writes poses with rotations of unit length. */
export function writePoses(
	values: Float64Array,
	slopes: Float64Array,
	t: number,
	out: Float32Array,
	base: number,
): void {
	for (let i = 0; i < values.length; i += POSE_STRIDE) {
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

/** Writes one ray, with a direction of unit length unless it is to be raw. */
export function writeRay(
	values: Float64Array,
	slopes: Float64Array,
	t: number,
	out: Float32Array,
	base: number,
	isRaw: boolean,
): void {
	for (let i = 0; i < values.length; i++) out[base + i] = values[i]! + slopes[i]! * t;
	if (isRaw) return;
	const x = values[3]! + slopes[3]! * t;
	const y = values[4]! + slopes[4]! * t;
	const z = values[5]! + slopes[5]! * t;
	writeDirection(out, base + 3, x, y, z);
}
