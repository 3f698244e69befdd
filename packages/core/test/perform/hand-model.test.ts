import { FINGER_JOINTS, JOINT_NAMES, type JointName, SIDES } from '@handreel/core';
import { HAND_SHAPES, type HandShapeName } from '@handreel/core/perform';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRadii, getPinchGap, writeHandJoints } from '../../src/perform/hand-model.ts';
import { blendShapes, readShape } from '../../src/perform/hand-shapes.ts';

const WRIST = [0.1, 1.2, -0.4, 0, 0, 0, 1];
const at = (joints: Float64Array, name: JointName): number[] => {
	const start = JOINT_NAMES.indexOf(name) * 7;
	return [...joints.subarray(start, start + 3)];
};
const distance = (joints: Float64Array, a: JointName, b: JointName): number =>
	Math.hypot(...at(joints, a).map((value, i) => value - at(joints, b)[i]!));
const boneLengths = (joints: Float64Array): number[] =>
	Object.values(FINGER_JOINTS).flatMap((names) =>
		names.map((name, i) => distance(joints, names[i - 1] ?? 'wrist', name)),
	);
const names = Object.keys(HAND_SHAPES) as HandShapeName[];

describe('the hand model', () => {
	it('keeps the lengths of all bones between any two shapes', () => {
		const expected = boneLengths(writeHandJoints('right', 1, readShape('open'), WRIST));
		const shape = fc.constantFrom(...names);
		fc.assert(
			fc.property(
				shape,
				shape,
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.constantFrom(...SIDES),
				(a, b, share, side) => {
					const lengths = boneLengths(writeHandJoints(side, 1, blendShapes(readShape(a), readShape(b), share), WRIST));
					for (const [i, length] of lengths.entries()) expect(length).toBeCloseTo(expected[i]!, 9);
				},
			),
		);
	});

	// Tip gaps of the tracked hands that the shapes are means of, in millimeters.
	it.each([
		['open', 93],
		['rest', 72],
		['point', 87],
		['poke', 79],
		['pinch', 2],
		['grab', 34],
		['fist', 53],
	] as const)('separates thumb and index finger of %s by %i mm', (name, gap) => {
		expect(getPinchGap(writeHandJoints('right', 1, readShape(name), WRIST)) * 1000).toBeCloseTo(gap, -0.3);
	});

	it('mirrors the left hand', () => {
		const [left, right] = SIDES.map((side) => writeHandJoints(side, 1, readShape('rest'), [0, 0, 0, 0, 0, 0, 1]));
		for (let i = 7; i < left!.length; i += 7) {
			expect([left![i], left![i + 1], left![i + 2]]).toEqual([
				expect.closeTo(-right![i]!, 12),
				expect.closeTo(right![i + 1]!, 12),
				expect.closeTo(right![i + 2]!, 12),
			]);
		}
	});

	it('closes the gap without turning back on the way to a pinch', () => {
		let last = Number.POSITIVE_INFINITY;
		for (let i = 0; i <= 50; i++) {
			const joints = writeHandJoints('right', 1, blendShapes(readShape('rest'), readShape('pinch'), i / 50), WRIST);
			expect(getPinchGap(joints)).toBeLessThan(last);
			last = getPinchGap(joints);
		}
	});

	it('points every bone of a finger along −z of its joint', () => {
		const joints = writeHandJoints('left', 1, readShape('grab'), WRIST);
		for (const [a, b] of [
			['indexKnuckle', 'indexMiddle'],
			['thumbProximal', 'thumbDistal'],
		] as const) {
			const start = JOINT_NAMES.indexOf(a) * 7;
			const [x = 0, y = 0, z = 0, w = 0] = joints.subarray(start + 3, start + 7);
			const forward = [-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))];
			const bone = at(joints, b).map((value, i) => (value - at(joints, a)[i]!) / distance(joints, a, b));
			for (let i = 0; i < 3; i++) expect(forward[i]).toBeCloseTo(bone[i]!, 9);
		}
	});

	it('scales radii and bones', () => {
		expect(createRadii(1)).toMatchObject({ wrist: Math.fround(0.0215), indexTip: Math.fround(0.0066) });
		expect(Object.keys(createRadii(1))).toHaveLength(26);
		const [small, large] = [1, 1.2].map((size) =>
			boneLengths(writeHandJoints('right', size, readShape('rest'), WRIST)),
		);
		for (const [i, length] of small!.entries()) expect(large![i]).toBeCloseTo(length * 1.2, 9);
	});
});

describe('hand shapes', () => {
	it.each(names)('%s is within the range of tracked hands', (name) => {
		const { thumb, ...fingers } = HAND_SHAPES[name];
		expect(thumb[0]).toBeGreaterThanOrEqual(3);
		expect(thumb[0]).toBeLessThanOrEqual(54);
		for (const [flexion, , middle, distal] of Object.values(fingers)) {
			for (const [angle, min, max] of [
				[flexion, -30, 100],
				[middle, -15, 125],
				[distal, -20, 95],
			] as const) {
				expect(angle).toBeGreaterThanOrEqual(min);
				expect(angle).toBeLessThanOrEqual(max);
			}
		}
	});

	it('reject unknown names and missing angles', () => {
		expect(() => readShape('claw' as never)).toThrow("shape: 'claw' is not one of open, rest");
		expect(() => readShape({ thumb: [1, 2, 3, 4] } as never)).toThrow('shape: expected four angles');
		expect(() => readShape({ ...HAND_SHAPES.open, index: [500, 0, 0, 0] })).toThrow(RangeError);
	});
});
