import { POSE_STRIDE, RAY_STRIDE, type TimeSpan } from '@handreel/core';
import { EYE_HEIGHT, estimateFloor } from '@handreel/core/internal';
import type { SceneRecording } from './sample-table.ts';

const SAMPLES = 200;
const EVER: TimeSpan = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
/** Meters of the drawn gaze ray. */
export const GAZE_LENGTH = 1.2;
const floors = new WeakMap<object, number>();

/** The places to look at: everything, or hands and controllers if there are any. */
export type PlaceFilter = 'all' | 'hands';

/**
 * Positions at about 200 times of a range: x, y and z in meters. For hands, only those of hands and controllers, if there are
 * any.
 */
export function listPlaces(
	recording: SceneRecording,
	filter: PlaceFilter = 'all',
	range: TimeSpan = EVER,
): Float32Array {
	const held = listHeldPlaces(recording, range);
	if (filter === 'hands' && held.length > 0) return Float32Array.from(held);
	return Float32Array.from([...held, ...listHeadPlaces(recording, range)]);
}

// Joints while a hand is tracked, and controllers.
function listHeldPlaces({ table }: SceneRecording, range: TimeSpan): number[] {
	const places: number[] = [];
	for (const row of listRows(table.times, range)) {
		for (const hand of [table.hands?.left, table.hands?.right]) {
			if (hand === undefined || hand.tracked[row] === 0) continue;
			const count = hand.present.length;
			for (let joint = 1; joint < count; joint++) {
				if (hand.present[joint] === 1) addPlace(places, hand.joints, (row * count + joint) * POSE_STRIDE);
			}
		}
		for (const controller of [table.controllers?.left, table.controllers?.right]) {
			if (controller) addPlace(places, controller.grip, row * POSE_STRIDE);
		}
	}
	return places;
}

// The head, and both ends of the gaze ray of recordings that have nothing else.
function listHeadPlaces({ table }: SceneRecording, range: TimeSpan): number[] {
	const places: number[] = [];
	const isGazeOnly = table.head === null && table.hands === null && table.controllers === null;
	for (const row of listRows(table.times, range)) {
		if (table.head !== null) addPlace(places, table.head, row * POSE_STRIDE);
		if (table.gaze === null || !isGazeOnly) continue;
		const ray = table.gaze.subarray(row * RAY_STRIDE, (row + 1) * RAY_STRIDE);
		addPlace(places, ray, 0);
		addPlace(
			places,
			Float32Array.from([0, 1, 2], (axis) => ray[axis]! + ray[axis + 3]! * GAZE_LENGTH),
			0,
		);
	}
	return places;
}

// The first row is that at the start of the range, and the last that at its end: a short range has rows, too.
function listRows(times: ArrayLike<number>, { start, end }: TimeSpan): number[] {
	let first = 0;
	let last = times.length - 1;
	while (first < last && times[first + 1]! <= start) first++;
	while (last > first && times[last - 1]! >= end) last--;
	const step = Math.max(1, Math.floor((last - first + 1) / SAMPLES));
	const rows = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
	return rows.at(-1) === last || last < 0 ? rows : [...rows, last];
}

function addPlace(places: number[], poses: Float32Array, offset: number): void {
	const place = poses.subarray(offset, offset + 3);
	// Positions outside any room are damage. They must not shrink everything else.
	if (place.every((value) => Math.abs(value) < 100)) places.push(...place);
}

/** The height of the floor: 0, or below the head in recordings that are relative to the head. */
export function findFloor(recording: SceneRecording): number {
	let floor = floors.get(recording.table);
	if (floor === undefined) {
		const heights = listPlaces(recording).filter((_, i) => i % 3 === 1);
		const highest = heights.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
		const lowest = heights.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
		const eyes = recording.table.head?.[1] ?? highest;
		// Nothing is below a floor at 0.
		const estimate = lowest < -0.1 ? eyes - EYE_HEIGHT : estimateFloor(eyes);
		floor = Number.isFinite(estimate) ? estimate : 0;
		floors.set(recording.table, floor);
	}
	return floor;
}
