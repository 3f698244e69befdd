import {
	alignQuaternion,
	angleBetweenQuaternions,
	angleBetweenVectors,
	findLookRotation,
	findShortestRotation,
	invertQuaternion,
	multiplyQuaternions,
	normalizeQuaternion,
	rotateVector,
	slerpQuaternions,
} from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRotationAngle } from '../../src/math/quaternion.ts';
import { arbitraryQuaternion, arbitraryUnitVector, farthest } from '../support/arbitrary-pose.ts';

const QUARTER_TURN_ABOUT_Y = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

describe('quaternions', () => {
	it('rotate vectors as Unity and WebXR do', () => {
		expect(farthest(rotateVector(QUARTER_TURN_ABOUT_Y, [0, 0, 1], [0, 0, 0]), [1, 0, 0])).toBeLessThan(1e-15);
	});

	it('rotate by b, then by a, when multiplied', () => {
		fc.assert(
			fc.property(arbitraryQuaternion, arbitraryQuaternion, arbitraryUnitVector, (a, b, v) => {
				const both = rotateVector(multiplyQuaternions(a, b, [0, 0, 0, 0]), v, [0, 0, 0]);
				const steps = rotateVector(a, rotateVector(b, v, [0, 0, 0]), [0, 0, 0]);
				expect(farthest(both, steps)).toBeLessThan(1e-14);
			}),
		);
	});

	it('undo themselves with their inverse', () => {
		fc.assert(
			fc.property(arbitraryQuaternion, (q) => {
				const product = multiplyQuaternions(invertQuaternion(q, [0, 0, 0, 0]), q, [0, 0, 0, 0]);
				expect(farthest(product, [0, 0, 0, 1])).toBeLessThan(1e-14);
			}),
		);
	});

	it('may be written over an argument, and read and written at offsets', () => {
		fc.assert(
			fc.property(arbitraryQuaternion, arbitraryQuaternion, (a, b) => {
				const expected = multiplyQuaternions(a, b, [0, 0, 0, 0]);
				expect(multiplyQuaternions(a, b, [...a])).toEqual(expected);
				const flat = Float64Array.of(9, ...a, ...b, 9);
				multiplyQuaternions(flat, flat, flat, 1, 5, 5);
				expect([...flat]).toEqual([9, ...a, ...expected, 9]);
				const own = [...a];
				multiplyQuaternions(own, own, own);
				expect(own).toEqual(multiplyQuaternions(a, a, [0, 0, 0, 0]));
			}),
		);
	});

	it('normalize; without length they become the identity', () => {
		expect(normalizeQuaternion([0, 0, 3, 4], [0, 0, 0, 0])).toEqual([0, 0, 0.6, 0.8]);
		for (const q of [
			[0, 0, 0, 0],
			[Number.NaN, 0, 0, 1],
		]) {
			expect(normalizeQuaternion(q, [0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
		}
	});

	it('take the sign of a reference', () => {
		expect(alignQuaternion([0, 0, 0, -1], [0, 0, 0.6, 0.8], [0, 0, 0, 0])).toEqual([-0, -0, -0, 1]);
		expect(alignQuaternion([0, 0, 0, 1], [0, 0, 0.6, 0.8], [0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
	});

	it('have an angle between them that keeps its digits when small', () => {
		for (const angle of [1e-12, 1e-6, 0.1, 1, 3, Math.PI]) {
			const turn = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
			expect(angleBetweenQuaternions(turn, [0, 0, 0, 1]) / angle).toBeCloseTo(1, 12);
			expect(angleBetweenQuaternions(turn, [0, 0, 0, -1]) / angle).toBeCloseTo(1, 12);
			expect(getRotationAngle(turn) / angle).toBeCloseTo(1, 12);
		}
	});
});

describe('slerpQuaternions', () => {
	it('turns at constant speed, the shorter way round', () => {
		const fraction = fc.double({ min: 0, max: 1, noNaN: true });
		fc.assert(
			fc.property(arbitraryQuaternion, arbitraryQuaternion, fraction, (a, b, at) => {
				const turned = slerpQuaternions(a, b, at, [0, 0, 0, 0]);
				const whole = angleBetweenQuaternions(a, b);
				expect(Math.hypot(...turned)).toBeCloseTo(1, 12);
				expect(angleBetweenQuaternions(a, turned)).toBeCloseTo(at * whole, 10);
				expect(angleBetweenQuaternions(turned, b)).toBeCloseTo((1 - at) * whole, 10);
			}),
		);
	});

	it('starts and ends where it should', () => {
		expect(slerpQuaternions([0, 0, 0, 1], QUARTER_TURN_ABOUT_Y, 0, [0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
		const end = slerpQuaternions([0, 0, 0, 1], QUARTER_TURN_ABOUT_Y, 1, [0, 0, 0, 0]);
		expect(farthest(end, QUARTER_TURN_ABOUT_Y)).toBeLessThan(1e-15);
	});
});

describe('findShortestRotation', () => {
	it('turns one vector to the other by the angle between them', () => {
		fc.assert(
			fc.property(arbitraryUnitVector, arbitraryUnitVector, (from, to) => {
				const turn = findShortestRotation(from, to, [0, 0, 0, 0]);
				expect(farthest(rotateVector(turn, from, [0, 0, 0]), to)).toBeLessThan(1e-7);
				expect(getRotationAngle(turn)).toBeCloseTo(angleBetweenVectors(from, to), 7);
			}),
		);
	});

	it('distinguishes a vector that is nearly opposite from the opposite', () => {
		const from = [-0.5773729816096415, -0.5773729816096415, 0.5773048416689274];
		const to = [0.5773514277318188, 0.5773583448345097, -0.5773410348710594];
		const turn = findShortestRotation(from, to, [0, 0, 0, 0]);
		expect(farthest(rotateVector(turn, from, [0, 0, 0]), to)).toBeLessThan(1e-7);
	});

	it('turns a vector to its opposite', () => {
		fc.assert(
			fc.property(arbitraryUnitVector, (from) => {
				const to = from.map((value) => -value);
				const turn = findShortestRotation(from, to, [0, 0, 0, 0]);
				expect(farthest(rotateVector(turn, from, [0, 0, 0]), to)).toBeLessThan(1e-7);
			}),
		);
	});
});

describe('findLookRotation', () => {
	it('points −z along a vector of any length, with y as near to up as possible', () => {
		fc.assert(
			fc.property(arbitraryUnitVector, arbitraryUnitVector, (direction, up) => {
				// There is no answer if both are parallel, and opposite vectors have little precision.
				fc.pre(Math.abs(angleBetweenVectors(direction, up) - Math.PI / 2) < 1.4 && direction[2]! < 0.99);
				const long = direction.map((value) => value * 3);
				const rotation = findLookRotation(long, up, [5, 0, 0, 0, 0], 1);
				expect(farthest(rotateVector(rotation, [0, 0, -1], [0, 0, 0], 1), direction)).toBeLessThan(1e-7);
				// x is level: perpendicular to up.
				const x = rotateVector(rotation, [1, 0, 0], [0, 0, 0], 1);
				expect(x[0]! * up[0]! + x[1]! * up[1]! + x[2]! * up[2]!).toBeCloseTo(0, 7);
				const y = rotateVector(rotation, [0, 1, 0], [0, 0, 0], 1);
				expect(y[0]! * up[0]! + y[1]! * up[1]! + y[2]! * up[2]!).toBeGreaterThan(0);
				expect(rotation[0]).toBe(5);
			}),
		);
	});

	it('looks backward upright, and forward without a direction', () => {
		expect(farthest(findLookRotation([0, 0, 2], [0, 1, 0], [0, 0, 0, 0]), [0, 1, 0, 0])).toBeLessThan(1e-15);
		expect(findLookRotation([0, 0, 0], [0, 1, 0], [0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
		expect(findLookRotation([Number.NaN, 0, 0], [0, 1, 0], [0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
	});
});
