import { multiplyQuaternions, type WritableNumbers } from '@handreel/core';

/**
 * Writes the palm of a hand that has none: halfway along the middle metacarpal, with its rotation. Poses are px py pz qx
 * qy qz qw.
 */
export function estimatePalm(
	metacarpal: ArrayLike<number>,
	knuckle: ArrayLike<number>,
	out: WritableNumbers,
	outOffset = 0,
): void {
	for (let i = 0; i < 3; i++) out[outOffset + i] = (metacarpal[i]! + knuckle[i]!) / 2;
	multiplyQuaternions(metacarpal, IDENTITY, out, 3, 0, outOffset + 3);
}

const IDENTITY = [0, 0, 0, 1];
