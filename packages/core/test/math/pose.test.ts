import { writePoseMatrix } from '@handreel/core';
import { composePoses, invertPose } from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryPose, farthest } from '../support/arbitrary-pose.ts';

const create = (): number[] => [0, 0, 0, 0, 0, 0, 0];

describe('composePoses', () => {
	it('puts a pose into the space of another', () => {
		// A quarter turn about y takes z to x.
		const a = [1, 2, 3, 0, Math.SQRT1_2, 0, Math.SQRT1_2];
		const composed = composePoses(a, [0, 0, 1, 0, 0, 0, 1], create());
		expect(farthest(composed, [2, 2, 3, 0, Math.SQRT1_2, 0, Math.SQRT1_2])).toBeLessThan(1e-15);
	});

	it('may be written over either pose', () => {
		fc.assert(
			fc.property(arbitraryPose, arbitraryPose, (a, b) => {
				const composed = composePoses(a, b, create());
				const left = [...a];
				const right = [...b];
				expect(composePoses(left, b, left)).toEqual(composed);
				expect(composePoses(a, right, right)).toEqual(composed);
			}),
		);
	});
});

describe('invertPose', () => {
	it('composed with its pose changes nothing', () => {
		fc.assert(
			fc.property(arbitraryPose, (pose) => {
				const nothing = composePoses(invertPose(pose), pose, create());
				expect(farthest(nothing.slice(0, 6), [0, 0, 0, 0, 0, 0])).toBeLessThan(1e-12);
				expect(Math.abs(nothing[6]!)).toBeCloseTo(1, 12);
			}),
		);
	});

	it('takes rotations of any length', () => {
		expect([...invertPose([1, 0, 0, 0, 0, 0, -5])]).toEqual([-1, 0, 0, 0, 0, 0, 1]);
	});

	it.each([[[]], [[0, 0, 0, 0, 0, 0, 0]], [[0, 0, Number.NaN, 0, 0, 0, 1]], [[0, 0, 0, 0, 0, 0, 1, 0]]])(
		'refuses %j',
		(pose) => {
			expect(() => invertPose(pose)).toThrow(RangeError);
		},
	);
});

describe('writePoseMatrix', () => {
	it('moves points as the pose does, column by column, at an offset', () => {
		fc.assert(
			fc.property(arbitraryPose, arbitraryPose, (pose, other) => {
				const [x = 0, y = 0, z = 0] = other;
				const matrix = writePoseMatrix([9, ...pose], new Float64Array(18).fill(7), 1, 2);
				const at = (row: number, column: number): number => matrix[2 + column * 4 + row]!;
				const moved = [0, 1, 2, 3].map((row) => at(row, 0) * x + at(row, 1) * y + at(row, 2) * z + at(row, 3));
				expect(farthest(moved, [...composePoses(pose, other, create()).slice(0, 3), 1])).toBeLessThan(1e-12);
				expect(Array.from(matrix.subarray(0, 2))).toEqual([7, 7]);
			}),
		);
	});
});
