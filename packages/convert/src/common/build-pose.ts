import { type Curve, createCurve, type PoseCurves } from '@handreel/core';
import { alignQuaternion } from '@handreel/core/internal';

const POSE_NUMBERS = 7;

/** Bytes of memory that {@link buildPose} needs for a frame. */
export const POSE_FRAME_BYTES: number = POSE_NUMBERS * 12 + 4;

/**
 * Makes the curves of a pose from frames. `read` writes the seven floats of a frame and returns whether there is a pose; frames without one
 * get no keys. Rotations get the sign that agrees with the key before.
 */
export function buildPose(
	times: ArrayLike<number>,
	read: (frame: number, out: Float32Array, at: number) => boolean,
): PoseCurves {
	const values = new Float32Array(times.length * POSE_NUMBERS);
	const kept = new Float32Array(times.length);
	let count = 0;
	for (let frame = 0; frame < times.length; frame++) {
		const at = count * POSE_NUMBERS;
		if (!read(frame, values, at)) continue;
		if (count > 0) alignQuaternion(values, values, values, at + 3, at - 4, at + 3);
		kept[count++] = times[frame]!;
	}
	const axis = (i: number): Curve => {
		const keys = new Float32Array(2 * count);
		for (let key = 0; key < count; key++) {
			keys[2 * key] = kept[key]!;
			keys[2 * key + 1] = values[key * POSE_NUMBERS + i]!;
		}
		return createCurve(keys);
	};
	return {
		position: { x: axis(0), y: axis(1), z: axis(2) },
		rotation: { x: axis(3), y: axis(4), z: axis(5), w: axis(6) },
	};
}
