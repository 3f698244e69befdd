// fast-check arbitraries for vectors, rotations and poses.
import fc from 'fast-check';
import { arbitraryNumber } from './arbitrary-curve.ts';

/** A vector of unit length. */
export const arbitraryUnitVector: fc.Arbitrary<number[]> = arbitraryUnit(3);
/** A quaternion of unit length. */
export const arbitraryQuaternion: fc.Arbitrary<number[]> = arbitraryUnit(4);
/** Seven numbers with a rotation of unit length. */
export const arbitraryPose: fc.Arbitrary<number[]> = fc
	.tuple(arbitraryNumber(-3, 3), arbitraryNumber(-3, 3), arbitraryNumber(-3, 3), arbitraryQuaternion)
	.map(([x, y, z, rotation]) => [x, y, z, ...rotation]);

/** The largest difference between two lists of numbers. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
	return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
}

function arbitraryUnit(size: number): fc.Arbitrary<number[]> {
	return fc
		.array(arbitraryNumber(-1, 1), { minLength: size, maxLength: size })
		.filter((values) => Math.hypot(...values) > 0.01)
		.map((values) => {
			const length = Math.hypot(...values);
			return values.map((value) => value / length);
		});
}
