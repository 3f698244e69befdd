import { estimateGrip, estimatePalm, estimateRay, type Side } from '@handreel/core';
import { findLookRotation, rotateVector } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';

const UPRIGHT = [0, 0, 0, 1];

describe('estimatePalm', () => {
	it('lies halfway along the metacarpal, with its rotation', () => {
		const poses = [9, 0, 0, 0, 0.6, 0, 0, 0.8, 0.02, 0.04, -0.06, ...UPRIGHT];
		expect(estimatePalm(poses, poses, [], 1, 8)).toEqual([0.01, 0.02, -0.03, 0.6, 0, 0, 0.8]);
	});

	it('may be written into the same array', () => {
		const poses = new Float64Array([1, 2, 3, ...UPRIGHT, 3, 4, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
		expect(estimatePalm(poses, poses, poses, 0, 7, 14)).toBe(poses);
		expect(Array.from(poses.subarray(14))).toEqual([2, 3, 4, ...UPRIGHT]);
	});
});

describe('estimateGrip', () => {
	it.each<[Side, number]>([
		['right', 1],
		['left', -1],
	])('of the %s hand has −z toward the thumb, +y toward the arm, and lies below the palm', (side, sign) => {
		// A palm that faces down, with fingers along −z: the thumb of the right hand is on the left.
		const grip = estimateGrip(side, [1, 1, 1, ...UPRIGHT], [] as number[]);
		expect(grip.slice(0, 3)).toEqual([1, 0.97, 1]);
		const axis = (vector: number[]): number[] => rotateVector(grip, vector, [] as number[], 3).map((n) => n + 0);
		expect(axis([0, 0, -1])).toEqual([-sign, 0, 0]);
		expect(axis([0, 1, 0])).toEqual([0, 0, 1]);
		expect(axis([1, 0, 0])).toEqual([0, sign, 0]);
	});
});

describe('estimateRay', () => {
	const pointing = (ray: readonly number[]): { pitch: number; yaw: number } => {
		const rotation = findLookRotation(ray.slice(3), [0, 1, 0], [] as number[]);
		const [x = 0, y = 0, z = 0] = rotateVector(rotation, [0, 0, -1], [] as number[]);
		return { pitch: (Math.asin(y) * 180) / Math.PI, yaw: (Math.atan2(-x, -z) * 180) / Math.PI };
	};

	// The figures come from the rule, calculated apart from the code.
	it.each<[Side, number[], number[], number[], number, number]>([
		['right', [0, 1.6, 0], [0.14, 1.3, -0.55], [0.118, 1.241, -0.66], -20.75, -1.09],
		['left', [0, 1.6, 0], [-0.14, 1.3, -0.55], [-0.118, 1.241, -0.66], -20.75, 1.09],
		['right', [0, 1.6, 0], [0.2, 1, -0.3], [0.178, 0.941, -0.41], -37.2, -4.95],
	])('of the %s hand, head %j, wrist %j starts at %j', (side, head, wrist, origin, pitch, yaw) => {
		const ray = estimateRay(side, [...wrist, ...UPRIGHT], [...head, ...UPRIGHT]);
		expect(ray).toHaveLength(6);
		for (const [i, value] of origin.entries()) expect(ray[i]).toBeCloseTo(value, 9);
		expect(pointing(ray)).toEqual({ pitch: expect.closeTo(pitch, 1), yaw: expect.closeTo(yaw, 1) });
	});

	it('turns with the body, but not with the tilt of the head', () => {
		const wrist = [0.2, 1.2, -0.4, ...UPRIGHT];
		const level = estimateRay('right', wrist, [0, 1.6, 0, ...UPRIGHT]);
		const tilted = estimateRay('right', wrist, [0, 1.6, 0, Math.sin(0.3), 0, 0, Math.cos(0.3)]);
		for (const [i, value] of level.entries()) expect(tilted[i]).toBeCloseTo(value, 12);
	});
});
