import { angleBetweenQuaternions, type FrameTable, POSE_STRIDE, RAY_STRIDE, SIDES } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import { bakeAt, bakeTable } from './bake-table.ts';
import { decodeFile } from './prepare-file.ts';
import type { ComparedRecordings, DeviationLane } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Measures the deviation of two recordings, in total and over time. */
export async function compareFiles(a: Blob, b: Blob): Promise<ComparedRecordings> {
	const [bytes, otherBytes] = await Promise.all([readBlob(a), readBlob(b)]);
	const { recording, summary } = decodeFile(bytes);
	const { recording: other } = decodeFile(otherBytes);
	const { table } = bakeTable(recording, summary);
	return { result: compareRecordings(recording, other), lane: measureLane(table, bakeAt(other, table.times)) };
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
	}
	if (a.gaze !== null && b.gaze !== null) {
		for (let row = 0; row < rows; row++) {
			position[row] = Math.max(position[row]!, distance(a.gaze, b.gaze, row * RAY_STRIDE));
		}
	}
	return { times: a.times, position, rotation };
}

// NaN counts as 0: joints that only one recording has are listed by the comparison itself.
function distance(a: Float32Array, b: Float32Array, offset: number): number {
	return Math.hypot(a[offset]! - b[offset]!, a[offset + 1]! - b[offset + 1]!, a[offset + 2]! - b[offset + 2]!) || 0;
}

function angle(a: Float32Array, b: Float32Array, offset: number): number {
	return (angleBetweenQuaternions(a, b, offset, offset) / Math.PI) * 180 || 0;
}
