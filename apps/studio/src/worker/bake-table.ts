import {
	BODY_JOINTS,
	BodySampler,
	type FrameTable,
	POSE_STRIDE,
	type Recording,
	type RecordingSummary,
} from '@handreel/core';
import { bakeFramesSimd } from '@handreel/core/simd';

/** Limits the memory of a table to 63 MB, so that several recordings can be open. */
const MAX_ROWS = 40_000;
const MIN_FRAME_RATE = 30;
const MAX_FRAME_RATE = 120;
const USUAL_FRAME_RATE = 60;

/** The poses of a recording at evenly spaced times. */
export interface BakedTable {
	readonly table: FrameTable;
	/** Three floats per joint of a body in each row. */
	readonly body?: Float32Array | undefined;
	/** Rows per second. */
	readonly tableFrameRate: number;
	/** Seconds. */
	readonly start: number;
	readonly end: number;
}

/** Bakes a recording at about its own frame rate, or at a lower rate if it is very long. */
export function bakeTable(recording: Recording, summary: RecordingSummary): BakedTable {
	const start = Number.isFinite(summary.start) ? Math.min(0, summary.start) : 0;
	const end = Number.isFinite(summary.duration) ? Math.max(summary.duration, start) : start;
	const wanted = Math.min(Math.max(summary.frameRate ?? USUAL_FRAME_RATE, MIN_FRAME_RATE), MAX_FRAME_RATE);
	const tableFrameRate = Math.min(wanted, (MAX_ROWS - 2) / Math.max(end - start, 1e-3));
	const count = Math.ceil((end - start) * tableFrameRate) + 1;
	const times = Float64Array.from({ length: count }, (_, row) => start + row / tableFrameRate);
	return { table: bakeAt(recording, times), body: bakeBody(recording, times), tableFrameRate, start, end };
}

function bakeBody(recording: Recording, times: Float64Array): Float32Array | undefined {
	const sampler = BodySampler.create(recording, { space: 'webxr' });
	if (sampler === null) return undefined;
	const sample = sampler.createSample();
	const stride = 3 * BODY_JOINTS.length;
	const rows = new Float32Array(times.length * stride).fill(Number.NaN);
	times.forEach((time, row) => {
		const { tracked, joints } = sampler.sample(time, sample);
		for (let i = 0; i < BODY_JOINTS.length && tracked; i++)
			rows.set(joints.subarray(i * POSE_STRIDE, i * POSE_STRIDE + 3), row * stride + i * 3);
	});
	return rows;
}

/** Bakes a recording at given times, in the space of three.js. */
export function bakeAt(recording: Recording, times: Float64Array): FrameTable {
	return bakeFramesSimd(recording, { times, space: 'webxr' });
}
