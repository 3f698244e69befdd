import { angleBetweenVectors } from '@handreel/core/internal';

/** The metacarpals of index, middle, ring and little finger in the order of WebXR; the other joints of a finger follow. */
const METACARPALS = [5, 10, 15, 20];
/** Degrees by which all fingers must be bent to start a grasp, and by which a grasp ends. A fist has 120 to 170, a hand at rest 40. */
const START = 90;
const END = 70;

/**
 * Whether a hand grasps: all four fingers are bent, which neither pinching nor pointing does. The option `squeeze` takes it.
 * `joints` are 25 poses of seven numbers in the order of WebXR.
 */
export function isGrasping(joints: Float32Array, wasGrasping: boolean): boolean {
	const limit = ((wasGrasping ? END : START) * Math.PI) / 180;
	return METACARPALS.every((metacarpal) => {
		// The middle bone of the finger against the bone in the palm.
		const palm = subtract(joints, metacarpal + 1, metacarpal);
		const middle = subtract(joints, metacarpal + 3, metacarpal + 2);
		return angleBetweenVectors(palm, middle) > limit;
	});
}

function subtract(joints: Float32Array, to: number, from: number): number[] {
	return [0, 1, 2].map((axis) => joints[to * 7 + axis]! - joints[from * 7 + axis]!);
}
