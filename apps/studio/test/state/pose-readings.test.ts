import { fc, test as property } from '@fast-check/vitest';
import { createCurve } from '@handreel/core';
import { Euler, Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { comparePoses, evaluatePose, toEulerAngles } from '../../src/state/pose-readings.ts';

const curve = (value: number) => createCurve([0, value]);
const DEGREES = 180 / Math.PI;

describe('evaluatePose', () => {
	test('normalizes rotations, and takes axes without keys as 0', () => {
		const pose = evaluatePose([curve(1), null, curve(3), curve(0), curve(0), curve(0), curve(2)], 0);
		expect(pose).toEqual({ position: [1, 0, 3], rotation: [0, 0, 0, 1] });
	});

	test('is null without a position, and has no rotation without its keys', () => {
		expect(evaluatePose([null, null, null, curve(0), curve(0), curve(0), curve(1)], 0)).toBeNull();
		expect(evaluatePose([curve(1), curve(1), curve(1), null, null, null, null], 0)?.rotation).toBeNull();
	});
});

describe('toEulerAngles', () => {
	const angle = fc.double({ min: -3, max: 3, noNaN: true });
	// Unity turns about z, then x, then y, which is the order YXZ of three.js.
	property.prop([fc.double({ min: -1.5, max: 1.5, noNaN: true }), angle, angle])('agrees with three.js', (x, y, z) => {
		const { x: qx, y: qy, z: qz, w: qw } = new Quaternion().setFromEuler(new Euler(x, y, z, 'YXZ'));
		toEulerAngles([qx, qy, qz, qw]).forEach((value, i) => {
			expect(value).toBeCloseTo([x, y, z][i]! * DEGREES, 3);
		});
	});
});

test('comparePoses measures distance and angle', () => {
	const half = Math.SQRT1_2;
	const a = { position: [0, 1, 0], rotation: [0, 0, 0, 1] } as const;
	const b = { position: [3, 1, 4], rotation: [0, half, 0, half] } as const;
	expect(comparePoses(a, b).distance).toBe(5);
	expect(comparePoses(a, b).angle).toBeCloseTo(90, 10);
	expect(comparePoses(a, { ...b, rotation: null }).angle).toBeNull();
});
