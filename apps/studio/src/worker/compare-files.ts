import { type FrameTable, POSE_STRIDE, RAY_STRIDE, type Recording, SIDES, summarizeRecording } from '@handreel/core';
import { type Comparison, compareRecordings, moveRecording, shiftRecording } from '@handreel/core/edit';
import {
	angleBetweenQuaternions,
	angleBetweenVectors,
	composePoses,
	getAnchorPose,
	hasKeys,
	invertPose,
	measureDistance,
} from '@handreel/core/internal';

import { bakeAt, bakeTable } from './bake-table.ts';
import type {
	ComparedRecordings,
	CompareRequest,
	CompareSettings,
	DeviationLane,
	OverlayRecording,
} from './protocol.ts';
import { loadStored, storeRecording } from './stored-recording.ts';

const DEGREES = 180 / Math.PI;

/** Measures the deviation of two recordings over the time that they share, in total and over time. */
export async function compareFiles({ a, b, settings }: CompareRequest): Promise<ComparedRecordings> {
	const { recording } = await loadStored(a);
	const { recording: given, loaded } = await loadStored(b);
	const other = moveOther(recording, given, settings);
	const bakedA = bakeTable(recording, summarizeRecording(recording));
	const summary = summarizeRecording(other);
	const bakedB = bakeTable(other, summary);
	// A recording starts at 0, or at its first key if that is earlier.
	const first = Number.isFinite(summary.start) ? summary.start - settings.offset : 0;
	const start = Math.max(bakedA.start, Math.min(0, first) + settings.offset);
	const end = Math.max(Math.min(bakedA.end, bakedB.end), start);
	const result = compareRecordings(recording, other, { start, end });
	const times = bakedA.table.times.filter((time) => time >= start && time <= end);
	const lane = measureLane(bakeAt(recording, times), bakeAt(other, times));
	const moved: OverlayRecording | null =
		other === given ? null : { ...bakedB, summary, stored: storeRecording(other, loaded) };
	return { result, lane: addPeaks(lane, result), moved };
}

function moveOther(recording: Recording, other: Recording, { offset, isAligned }: CompareSettings): Recording {
	const hasHeads = [recording, other].every(({ head }) => head !== null && hasKeys(head));
	const shifted = shiftRecording(other, offset);
	if (!isAligned || !hasHeads) return shifted;
	const back = invertPose(getAnchorPose(recording));
	return moveRecording(shifted, composePoses(back, getAnchorPose(shifted), new Float64Array(POSE_STRIDE)));
}

function measureLane(a: FrameTable, b: FrameTable): DeviationLane {
	const rows = a.times.length;
	const position = new Float32Array(rows);
	const rotation = new Float32Array(rows);
	const addPoses = (posesA: Float32Array | null, posesB: Float32Array | null, count: number): void => {
		if (posesA === null || posesB === null) return;
		for (let i = 0; i < rows * count; i++) {
			const row = Math.floor(i / count);
			const offset = i * POSE_STRIDE;
			position[row] = Math.max(position[row]!, distance(posesA, posesB, offset));
			rotation[row] = Math.max(rotation[row]!, angle(posesA, posesB, offset + 3));
		}
	};
	addPoses(a.head, b.head, 1);
	for (const side of SIDES) {
		addPoses(a.hands?.[side].joints ?? null, b.hands?.[side].joints ?? null, a.hands?.[side].present.length ?? 1);
		addPoses(a.hands?.[side].aim ?? null, b.hands?.[side].aim ?? null, 1);
		addPoses(a.controllers?.[side]?.grip ?? null, b.controllers?.[side]?.grip ?? null, 1);
		addPoses(a.controllers?.[side]?.aim ?? null, b.controllers?.[side]?.aim ?? null, 1);
	}
	if (a.gaze !== null && b.gaze !== null) {
		for (let row = 0; row < rows; row++) {
			const offset = row * RAY_STRIDE;
			position[row] = Math.max(position[row]!, distance(a.gaze, b.gaze, offset));
			const turn = angleBetweenVectors(a.gaze, b.gaze, offset + 3, offset + 3) * DEGREES || 0;
			rotation[row] = Math.max(rotation[row]!, turn);
		}
	}
	return { times: a.times, position, rotation };
}

// The largest deviation may lie between two rows. The nearest row gets it, so that lane and table agree.
function addPeaks(lane: DeviationLane, { position, rotation }: Comparison): DeviationLane {
	for (const [values, peak] of [
		[lane.position, position],
		[lane.rotation, rotation],
	] as const) {
		if (peak === null || lane.times.length === 0) continue;
		const after = lane.times.findIndex((time) => time >= peak.time);
		const row = after < 0 ? lane.times.length - 1 : after;
		values[row] = Math.max(values[row]!, peak.max);
	}
	return lane;
}

// NaN counts as 0: joints that only one recording has are listed by the comparison itself.
function distance(a: Float32Array, b: Float32Array, offset: number): number {
	return measureDistance(a, b, offset, offset) || 0;
}

function angle(a: Float32Array, b: Float32Array, offset: number): number {
	return angleBetweenQuaternions(a, b, offset, offset) * DEGREES || 0;
}
