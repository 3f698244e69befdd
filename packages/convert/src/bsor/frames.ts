import { type Curve, createCurve, type PoseCurves } from '@handreel/core';
import type { ReadBudget } from '@handreel/core/internal';
import { buildPose, POSE_FRAME_BYTES } from '../common/build-pose.ts';

/** Time, frame rate, and the poses of head, left and right hand. */
export const FRAME_BYTES = 92;
const POSES = 3;
const POSE_NUMBERS = 7;
/** The poses, and the curve of frame rates. */
const CURVE_BYTES: number = POSES * POSE_FRAME_BYTES + 8;
/** Rotations are shorter only if they were never set. */
const MIN_LENGTH = 0.5;

/** The frames of a replay as curves. */
export interface ReplayFrames {
	readonly head: PoseCurves;
	readonly left: PoseCurves;
	readonly right: PoseCurves;
	/** The frame rate of the game; `null` without frames. */
	readonly frameRate: Curve | null;
	/** How many frames have no keys. */
	readonly skipped: { readonly repeated: number; readonly broken: number };
}

/** Reads frames. The poses are in Unity's space. */
export function readFrames(bytes: Uint8Array, count: number, budget: ReadBudget): ReplayFrames {
	budget.chargeBytes((CURVE_BYTES + 8) * count);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const { kept, skipped } = chooseFrames(view, count);
	const times = Float32Array.from(kept, (frame) => view.getFloat32(frame * FRAME_BYTES, true));
	const readPose = (pose: number): PoseCurves =>
		buildPose(times, (key, out, to) => {
			const at = kept[key]! * FRAME_BYTES + 8 + pose * POSE_NUMBERS * 4;
			for (let i = 0; i < POSE_NUMBERS; i++) out[to + i] = view.getFloat32(at + 4 * i, true);
			return true;
		});
	const rates = new Float32Array(2 * kept.length);
	kept.forEach((frame, key) => {
		rates[2 * key] = times[key]!;
		rates[2 * key + 1] = view.getInt32(frame * FRAME_BYTES + 4, true);
	});
	const frameRate = kept.length === 0 ? null : createCurve(rates);
	return { head: readPose(0), left: readPose(1), right: readPose(2), frameRate, skipped };
}

// Before the song starts, many frames have time 0: the last one counts. The first may have no poses.
function chooseFrames(view: DataView, count: number): { kept: Uint32Array; skipped: ReplayFrames['skipped'] } {
	const kept = new Uint32Array(count);
	let [length, repeated, broken, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
	for (let frame = 0; frame < count; frame++) {
		const time = view.getFloat32(frame * FRAME_BYTES, true);
		if (!Number.isFinite(time) || !hasPoses(view, frame * FRAME_BYTES + 8)) {
			broken++;
			continue;
		}
		if (time <= last) repeated++;
		if (time < last) continue;
		if (time > last) length++;
		kept[length - 1] = frame;
		last = time;
	}
	return { kept: kept.subarray(0, length), skipped: { repeated, broken } };
}

function hasPoses(view: DataView, start: number): boolean {
	for (let pose = 0; pose < POSES; pose++) {
		const numbers = Array.from({ length: POSE_NUMBERS }, (_, k) =>
			view.getFloat32(start + (pose * POSE_NUMBERS + k) * 4, true),
		);
		if (!numbers.every(Number.isFinite) || Math.hypot(...numbers.slice(3)) < MIN_LENGTH) return false;
	}
	return true;
}
