import {
	type ControllerSample,
	type ControllerTable,
	type FrameSample,
	type HandSample,
	POSE_STRIDE,
	RAY_STRIDE,
	SIDES,
	type TimeSpan,
} from '@handreel/core';
import { blendPoses } from '@handreel/core/internal';
import type { BakedRecording } from '../worker/protocol.ts';

/** A recording as the 3D view draws it: poses from the baked table, states from the summary. */
export type SceneRecording = BakedRecording;

/** Samples a recording at a time by interpolating between the rows of its table. */
export function sampleTable(recording: SceneRecording, time: number, out: FrameSample): FrameSample {
	const { table, tableFrameRate, start, summary } = recording;
	const last = table.times.length - 1;
	const place = Math.min(Math.max((time - start) * tableFrameRate, 0), last);
	const row = Math.min(Math.floor(place), Math.max(last - 1, 0));
	const share = last === 0 ? 0 : place - row;
	out.time = time;
	out.headPresent = mixPoses(table.head, row, share, 1, out.head) && !Number.isNaN(out.head[0]);
	out.gazePresent = mixRay(table.gaze, row, share, out.gaze) && !Number.isNaN(out.gaze[0]);
	for (const side of SIDES) {
		const hand: HandSample = out.hands[side];
		const rows = table.hands?.[side];
		const states = summary.hands?.[side];
		hand.tracked = states !== undefined && isWithin(states.tracked, time, recording.end);
		hand.pinching = states !== undefined && isWithin(states.pinching, time, recording.end);
		// Poses before the first tracking are those of the first key.
		if (rows === undefined || !(time >= (states?.tracked[0]?.start ?? Number.POSITIVE_INFINITY))) hand.present.fill(0);
		else {
			hand.present.set(rows.present);
			mixPoses(rows.joints, row, share, rows.present.length, hand.joints);
		}
		hand.aimPresent = mixPoses(rows?.aim ?? null, row, share, 1, hand.aim) && !Number.isNaN(hand.aim[0]);
		mixController(table.controllers?.[side] ?? null, row, share, out.controllers[side]);
	}
	return out;
}

// States are those of the nearest row before the time.
function mixController(rows: ControllerTable | null, row: number, share: number, out: ControllerSample): void {
	out.present = rows !== null;
	if (rows === null) return;
	const last = rows.tracked.length - 1;
	const state = Math.min(share === 1 ? row + 1 : row, last);
	const next = Math.min(row + 1, last);
	out.tracked = rows.tracked[state] === 1;
	mixPoses(rows.grip, row, share, 1, out.grip);
	mixPoses(rows.aim, row, share, 1, out.aim);
	out.buttonCount = rows.buttonCount;
	out.axisCount = rows.axisCount;
	for (let i = 0; i < rows.buttonCount; i++) {
		out.pressed[i] = rows.pressed[state * rows.buttonCount + i]!;
		out.touched[i] = rows.touched[state * rows.buttonCount + i]!;
		const value = rows.values[row * rows.buttonCount + i]!;
		out.values[i] = value + (rows.values[next * rows.buttonCount + i]! - value) * share;
	}
	for (let i = 0; i < rows.axisCount; i++) {
		const value = rows.axes[row * rows.axisCount + i]!;
		out.axes[i] = value + (rows.axes[next * rows.axisCount + i]! - value) * share;
	}
}

/** Whether a time is in one of the spans. The end of the recording is part of the last span. */
export function isWithin(spans: readonly TimeSpan[], time: number, end: number): boolean {
	return spans.some((span) => time >= span.start && (time < span.end || (span.end >= end && time >= end)));
}

function mixPoses(rows: Float32Array | null, row: number, share: number, count: number, out: Float32Array): boolean {
	if (rows === null) return false;
	const stride = count * POSE_STRIDE;
	const a = row * stride;
	const b = Math.min(a + stride, rows.length - stride);
	for (let i = 0; i < stride; i += POSE_STRIDE) blendPoses(rows, rows, share, out, a + i, b + i, i);
	return true;
}

function mixRay(rows: Float32Array | null, row: number, share: number, out: Float32Array): boolean {
	if (rows === null) return false;
	const a = row * RAY_STRIDE;
	const b = Math.min(a + RAY_STRIDE, rows.length - RAY_STRIDE);
	for (let i = 0; i < RAY_STRIDE; i++) out[i] = rows[a + i]! + (rows[b + i]! - rows[a + i]!) * share;
	return true;
}
