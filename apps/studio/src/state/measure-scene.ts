import { POSE_STRIDE } from '@handreel/core';
import type { SceneRecording } from './sample-table.ts';

/** Meters. A head that starts below this height was not recorded relative to the floor. Replays in WebXR use the same. */
const SEATED_HEIGHT = 0.5;
const EYE_HEIGHT = 1.6;
const SAMPLES = 200;
const floors = new WeakMap<object, number>();

/** Positions of head and joints at about 200 times: x, y and z in meters. */
export function listPlaces({ table }: SceneRecording): Float32Array {
	const places: number[] = [];
	const add = (poses: Float32Array, offset: number): void => {
		const place = poses.subarray(offset, offset + 3);
		// Positions outside any room are damage. They must not shrink everything else.
		if (place.every((value) => Math.abs(value) < 100)) places.push(...place);
	};
	const rows = table.times.length;
	const step = Math.max(1, Math.floor(rows / SAMPLES));
	for (let row = 0; row < rows; row += step) {
		if (table.head !== null) add(table.head, row * POSE_STRIDE);
		for (const hand of [table.hands?.left, table.hands?.right]) {
			if (hand === undefined) continue;
			const count = hand.present.length;
			for (let joint = 1; joint < count; joint++) {
				if (hand.present[joint] === 1) add(hand.joints, (row * count + joint) * POSE_STRIDE);
			}
		}
	}
	return Float32Array.from(places);
}

/** The height of the floor: 0, or below the head in recordings that are relative to the head. */
export function findFloor(recording: SceneRecording): number {
	let floor = floors.get(recording.table);
	if (floor === undefined) {
		const heights = listPlaces(recording).filter((_, i) => i % 3 === 1);
		const highest = heights.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
		const lowest = heights.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
		const eyes = recording.table.head?.[1] ?? (heights.length > 0 ? highest : EYE_HEIGHT);
		floor = Number.isFinite(eyes) && (eyes <= SEATED_HEIGHT || lowest < -0.1) ? eyes - EYE_HEIGHT : 0;
		floors.set(recording.table, floor);
	}
	return floor;
}
