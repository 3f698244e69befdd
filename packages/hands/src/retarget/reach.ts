import { measureDistance } from '@handreel/core';

/** How often a chain is pulled to both of its ends. */
const MAX_ROUNDS = 40;
/** Meters from the target at which pulling ends. */
const TOLERANCE = 1e-5;

/** A point: x y z. */
export type Point = [number, number, number];

/**
 * Moves the points of a chain so that its end comes as near to a target as the lengths of its bones allow. The first point
 * stays. The directions that the chain has are kept as far as possible (forward and backward reaching).
 */
export function reach(points: readonly Point[], lengths: readonly number[], target: Point): void {
	const last = points.length - 1;
	const root: Point = [...points[0]!];
	for (let round = 0; round < MAX_ROUNDS; round++) {
		copy(target, points[last]!);
		for (let i = last - 1; i >= 0; i--) place(points[i + 1]!, points[i]!, lengths[i]!);
		copy(root, points[0]!);
		for (let i = 0; i < last; i++) place(points[i]!, points[i + 1]!, lengths[i]!);
		if (measureDistance(points[last]!, target) < TOLERANCE) return;
	}
}

/** Moves a point to a distance from another, in the direction in which it is. */
function place(from: Point, point: Point, length: number): void {
	const now = measureDistance(from, point);
	// Points at the same place have no direction.
	const scale = now > 1e-9 ? length / now : 0;
	for (let axis = 0; axis < 3; axis++) point[axis] = from[axis]! + (point[axis]! - from[axis]!) * scale;
	if (scale === 0) point[2] += length;
}

function copy(from: Point, to: Point): void {
	to[0] = from[0];
	to[1] = from[1];
	to[2] = from[2];
}
