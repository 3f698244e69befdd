import { dotQuaternions } from '../math/quaternion.ts';
import { type DensePose, toLocal } from './pose-frame.ts';

// Predicts a vector of a hand from keys at which the hand had a similar shape (REEL.md, "Shapes"). A key in memory is the vector as
// seen from its reference, then the rotations of a few joints as seen from the wrist, all of four numbers.

/** Added to the difference of shapes: about the noise of rotations. */
const NOISE = 1e-6;

/** Returns the shape of a hand at a frame as a key in memory. `joints`: rotations at every time of the clock. */
export function createShape(joints: readonly Float64Array[], wrist: DensePose, frame: number): Float64Array {
	const shape = new Float64Array(4 + 4 * joints.length);
	joints.forEach((rotations, i) => {
		toLocal(rotations.subarray(4 * frame), wrist, frame, true, shape.subarray(4 + 4 * i));
	});
	return shape;
}

/** Returns the keys of one hand as the other hand would have them: x of positions, y and z of rotations change their signs. */
export function mirrorShapes(memory: readonly Float64Array[], isRotation: boolean): Float64Array[] {
	return memory.map((key) => key.map((value, i) => ((isRotation || i > 3 ? (i + 1) & 2 : i === 0) ? -value : value)));
}

/**
 * Writes the mean of the vectors in memory, with most weight for the most similar shapes. The sign of rotations is that of
 * `like`. Returns the smallest difference.
 */
export function recallShape(
	memory: readonly Float64Array[],
	shape: Float64Array,
	like: Float64Array,
	isRotation: boolean,
	out: Float64Array,
): number {
	let least = 8;
	let sum = 0;
	out.fill(0);
	for (const key of memory) {
		let difference = NOISE;
		for (let at = 4; at < shape.length; at += 4) {
			const cosine = dotQuaternions(shape, key, at, at);
			difference += 1 - cosine * cosine;
		}
		// Rotations are not exactly of unit length, or no numbers.
		if (!(difference > NOISE)) difference = NOISE;
		if (difference < least) least = difference;
		let weight = 1 / (difference * difference * difference);
		sum += weight;
		if (isRotation && dotQuaternions(like, key) < 0) weight = -weight;
		for (let i = 0; i < 4; i++) out[i]! += key[i]! * weight;
	}
	for (let i = 0; i < 4; i++) out[i]! /= sum;
	return least;
}
