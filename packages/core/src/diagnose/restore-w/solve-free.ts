import type { Candidates } from './candidates.ts';
import { FREE_ORDER, freeCosts } from './free-motion.ts';
import { solveSigns } from './solve-signs.ts';

/** If x, y, and z are longer than this, squared, no motion replaces them by nearly their opposites within a step. */
const LONG = 0.5;
const OPPOSITE = -0.8;

/** Returns the probability of w ≥ 0 for every key of a joint that rotates smoothly on its own, whatever its hand does. */
export function solveFree(candidates: Candidates): Float64Array {
	const { aligned, isFlipped } = alignQuaternions(candidates);
	const { known, knownSign } = candidates;
	const sign = known >= 0 && isFlipped[known] === 1 ? (knownSign < 0 ? 1 : -1) : knownSign;
	const chances = solveSigns({ ...candidates, knownSign: sign }, freeCosts(candidates, aligned), FREE_ORDER);
	return chances.map((chance, k) => (isFlipped[k] === 1 ? 1 - chance : chance));
}

// Undoes flips of all four components. If there are flips among long x, y, and z, there may be some elsewhere.
function alignQuaternions({ count, quaternions }: Candidates): { aligned: Float64Array; isFlipped: Uint8Array } {
	const aligned = Float64Array.from(quaternions);
	const isFlipped = new Uint8Array(count);
	let hasFlips = false;
	for (let k = 1; k < count && !hasFlips; k++) {
		const squares = [dot(quaternions, k, k), dot(quaternions, k - 1, k - 1)] as const;
		hasFlips = Math.min(...squares) > LONG && dot(quaternions, k, k - 1) < OPPOSITE * Math.max(...squares);
	}
	for (let k = 1; k < count && hasFlips; k++) {
		if (dot(aligned, k, k - 1) >= 0) continue;
		isFlipped[k] = 1;
		for (let axis = 0; axis < 3; axis++) aligned[k * 4 + axis]! *= -1;
	}
	return { aligned, isFlipped };
}

// The scalar product of x, y, and z of two keys.
function dot(quaternions: Float64Array, a: number, b: number): number {
	let sum = 0;
	for (let axis = 0; axis < 3; axis++) sum += quaternions[a * 4 + axis]! * quaternions[b * 4 + axis]!;
	return sum;
}
