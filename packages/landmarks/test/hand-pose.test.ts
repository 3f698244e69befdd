import { SIDES } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HAND_UNKNOWNS, HandPose, POINT_UNKNOWNS, SLOPE_STRIDE } from '../src/hand-pose.ts';
import { LANDMARK_MODEL } from '../src/landmark-model.ts';
import { LANDMARK_COUNT } from '../src/landmarks.ts';
import { NormalEquations } from '../src/normal-equations.ts';
import { makeHand, Randoms, VIEWS, type ViewName } from './support/made-hands.ts';

const aHand = fc
	.tuple(
		fc.integer(),
		fc.constantFrom(...SIDES),
		fc.constantFrom(...(Object.keys(VIEWS) as ViewName[])),
		fc.double({ min: 0.5, max: 1.5, noNaN: true }),
	)
	.map(([seed, side, view, size]) => makeHand(new Randoms(seed), side, size, view));

describe('the derivatives of landmarks', () => {
	it('are the limits of differences', () => {
		fc.assert(
			fc.property(aHand, fc.integer({ min: 0, max: HAND_UNKNOWNS - 1 }), (hand, unknown) => {
				hand.differentiate();
				const tiny = 1e-5;
				const points = [-tiny, tiny].map((distance) => {
					const moved = new HandPose(hand.side, hand.size);
					const step = new Float64Array(HAND_UNKNOWNS);
					step[unknown] = distance;
					moved.step(hand, step);
					moved.place();
					return moved.points;
				});
				for (let k = 0; k < LANDMARK_COUNT; k++) {
					const { finger, angles } = LANDMARK_MODEL[k]!;
					const own = unknown < 6 ? unknown : unknown - 4 * finger;
					const isMoved = unknown < 6 || (finger >= 0 && own >= 6 && own < 6 + angles);
					for (let axis = 0; axis < 3; axis++) {
						const difference = (points[1]![3 * k + axis]! - points[0]![3 * k + axis]!) / (2 * tiny);
						const slope = isMoved ? hand.slopes[k * SLOPE_STRIDE + axis * POINT_UNKNOWNS + own]! : 0;
						expect(slope).toBeCloseTo(difference, 6);
					}
				}
			}),
		);
	});
});

describe('normal equations', () => {
	it('are solved', () => {
		const row = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 3, maxLength: 3 });
		fc.assert(
			fc.property(row, fc.array(row, { minLength: 3, maxLength: 6 }), (solution, rows) => {
				const equations = new NormalEquations(3);
				const identity = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 : 0)));
				for (const slopes of [...rows, ...identity]) {
					const value = -slopes.reduce((sum, slope, i) => sum + slope * solution[i]!, 0);
					equations.add(value, [0, 1, 2], slopes, 3, 1);
				}
				const found = new Float64Array(3);
				expect(equations.solve(0, found)).toBe(true);
				for (let i = 0; i < 3; i++) expect(found[i]).toBeCloseTo(solution[i]!, 6);
			}),
		);
	});

	it('without a solution are refused', () => {
		const equations = new NormalEquations(2);
		equations.add(1, [0], [Number.NaN], 1, 1);
		expect(equations.solve(0, new Float64Array(2))).toBe(false);
	});
});
