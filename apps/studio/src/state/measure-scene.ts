import { EYE_HEIGHT, estimateFloor, POSE_STRIDE, RAY_STRIDE } from '@handreel/core';
import type { SceneRecording } from './sample-table.ts';

const SAMPLES = 200;
/** The share of positions at either end of an axis that are rare. */
const RARE = 0.2;
/** Seconds at the start whose positions are always shown. */
const START_SECONDS = 0.5;
/** Meters of the drawn gaze ray. */
export const GAZE_LENGTH = 1.2;
const floors = new WeakMap<object, number>();

/** The places to look at: everything, or hands and controllers if there are any. */
export type PlaceFilter = 'all' | 'hands';

/**
 * Positions at about 200 times: x, y and z in meters. For hands, these are the positions at the start and those that are
 * often reached, so that the hands are large.
 */
export function listPlaces(recording: SceneRecording, filter: PlaceFilter = 'all'): Float32Array {
	const held = listHeldPlaces(recording);
	if (filter === 'hands' && held.length > 0) {
		const first = listHeldPlaces(recording, recording.start + START_SECONDS);
		return Float32Array.from([...first, ...omitRare(held)]);
	}
	return Float32Array.from([...held, ...listHeadPlaces(recording)]);
}

// Keeps the positions that are within the usual range of every axis.
function omitRare(places: readonly number[]): number[] {
	const ranges = [0, 1, 2].map((axis) => {
		const sorted = Float32Array.from(places.filter((_, i) => i % 3 === axis)).sort();
		const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
		return [at(RARE), at(1 - RARE)] as const;
	});
	const kept: number[] = [];
	for (let i = 0; i < places.length; i += 3) {
		const isUsual = ranges.every(([low, high], axis) => places[i + axis]! >= low && places[i + axis]! <= high);
		if (isUsual) kept.push(places[i]!, places[i + 1]!, places[i + 2]!);
	}
	return kept.length > 0 ? kept : [...places];
}

// Joints while a hand is tracked, and controllers.
function listHeldPlaces({ table }: SceneRecording, end = Number.POSITIVE_INFINITY): number[] {
	const places: number[] = [];
	for (const row of listRows(table.times.length)) {
		if (table.times[row]! > end) break;
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
function listHeadPlaces({ table }: SceneRecording): number[] {
	const places: number[] = [];
	const isGazeOnly = table.head === null && table.hands === null && table.controllers === null;
	for (const row of listRows(table.times.length)) {
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

function listRows(count: number): number[] {
	const step = Math.max(1, Math.floor(count / SAMPLES));
	return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
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
