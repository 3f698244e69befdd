import { type Curve, createCurve, evaluateCurve, evaluateCurveAt, evaluateCurveVelocity } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateSlowly, sortedKeys } from '../support/slow-curve.ts';

const float = (constraints: fc.FloatConstraints): fc.Arbitrary<number> => fc.float({ noNaN: true, ...constraints });
// Seconds, also a few tenths of microseconds apart; never so small that a time difference loses its digits.
const time = fc.oneof(
	fc.integer({ min: -100_000, max: 100_000 }).map((t) => t / 1e4),
	fc.integer({ min: -3, max: 3 }),
	fc.integer({ min: 0, max: 100 }).map((t) => t / 1e7),
);
const tangent = fc.oneof(
	{ weight: 6, arbitrary: float({ min: -10, max: 10 }) },
	{ weight: 1, arbitrary: float({ min: Math.fround(-1e30), max: Math.fround(1e30) }) },
	{ weight: 1, arbitrary: fc.constantFrom(0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN) },
);
const weight = fc.oneof(
	float({ min: 0, max: 1 }),
	fc.constantFrom(0, 1, 1 / 3, 0.5),
	float({ min: -3, max: 3 }),
	float({ min: Math.fround(-1e6), max: Math.fround(1e6) }),
);
const value = fc.oneof(float({ min: -10, max: 10 }), float({ min: Math.fround(-1e30), max: Math.fround(1e30) }));
const mode = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -8, max: 8 }));
const wrap = fc.oneof(fc.constantFrom(0, 1, 2, 4, 8), fc.integer({ min: -9, max: 16 }));
const fullKey = fc.tuple(time, value, tangent, tangent, weight, weight, mode);
const floatCurve = fc.oneof(
	fc
		.tuple(fc.array(fullKey, { maxLength: 6 }), wrap, wrap)
		.map(([keys, preWrap, postWrap]) => createCurve(keys.flat(), { stride: 7, preWrap, postWrap })),
	fc
		.tuple(fc.array(fc.tuple(time, value), { maxLength: 6 }), wrap, wrap)
		.map(([keys, preWrap, postWrap]) => createCurve(keys.flat(), { preWrap, postWrap })),
);

describe('evaluateCurve', () => {
	it('agrees with the slow evaluation to 1e-9 of the scale of the segment', () => {
		let compared = 0;
		let isolated = 0;
		fc.assert(
			fc.property(
				floatCurve,
				fc
					.array(fc.integer({ min: -12e8, max: 12e8 }), { minLength: 1, maxLength: 8 })
					.map((list) => list.map((t) => t / 1e8)),
				wrap,
				(curve, times, defaultWrap) => {
					const keyTimes = sortedKeys(curve).map((key) => key.time);
					for (const t of [...times, ...keyTimes]) {
						const expected = evaluateSlowly(curve, t, defaultWrap);
						const actual = evaluateCurve(curve, t, { defaultWrap });
						compared++;
						if (Object.is(actual, expected.value)) continue;
						// Where a hair of time moves the value by more than the tolerance, or to another root, rounding decides.
						const tolerance = 1e-9 * expected.scale;
						const hair = 1e-13 * Math.max(1, Math.abs(t));
						const near = [t - hair, t + hair].map((other) => evaluateSlowly(curve, other, defaultWrap).value);
						const spread = Math.max(...near.map((other) => Math.abs(other - expected.value)));
						if (spread > tolerance / 10) isolated++;
						else expect(Math.abs(actual - expected.value), `at ${t}`).toBeLessThanOrEqual(tolerance);
					}
				},
			),
			// The counts below need all runs, also in `npm run check`.
			{ numRuns: 20_000, seed: 20_261_115, interruptAfterTimeLimit: 60_000 },
		);
		expect(compared).toBeGreaterThan(100_000);
		expect(isolated / compared).toBeLessThan(0.01);
	});

	it.each([
		['nothing without keys', [], 3, 0],
		['its only value at any time', [2, 7], Number.NaN, 7],
		['NaN at no time', [0, 1, 1, 2], Number.NaN, Number.NaN],
		['NaN at an infinite time', [0, 1, 1, 2], Number.POSITIVE_INFINITY, Number.NaN],
		['the last of the keys at a time', [0, 0, 1, 5, 1, 6, 2, 0], 1, 6],
		['the first of the keys at the first time', [0, 1, 0, 2, 1, 3], 0, 1],
		['the last of the keys after the first time', [0, 1, 0, 2, 1, 3], 0.5, 2.5],
		['keys out of order as if they were sorted', [2, 20, 0, 0, 1, 10], 1.5, 15],
		['straight lines between simple keys', [0, 0, 2, 1], 0.5, 0.25],
	] as const)('returns %s', (_, keys, at, expected) => {
		expect(evaluateCurve(createCurve(keys), at)).toBe(expected);
	});

	it('returns −0 at a key of −0', () => {
		expect(evaluateCurve(createCurve([0, -0, 1, 1]), 0)).toBe(-0);
	});

	it('leaves out keys at times that are not finite', () => {
		const curve = createCurve([
			0,
			10,
			1,
			20,
			Number.NaN,
			99,
			2,
			30,
			Number.POSITIVE_INFINITY,
			5,
			Number.NEGATIVE_INFINITY,
			7,
		]);
		expect([-1, 0, 0.5, 1.5, 2, 9].map((t) => evaluateCurve(curve, t))).toEqual([10, 10, 15, 25, 30, 30]);
	});

	it('stays within the keys when a repeated time is rounded', () => {
		expect(evaluateCurve(createCurve([1e-20, 1, 600, 2], { preWrap: 4, postWrap: 4 }), 0)).toBe(1);
	});

	it('holds the values of boolean curves', () => {
		const curve = createCurve([0, 1, 0.5, 0, 2, 0.75], { kind: 'boolean' });
		expect([-1, 0, 0.499, 0.5, 1.999, 2, 9].map((t) => evaluateCurve(curve, t))).toEqual([1, 1, 1, 0, 0, 0.75, 0.75]);
		const looped = createCurve([0, 1, 0.5, 0, 2, 1], { kind: 'boolean', preWrap: 2, postWrap: 2 });
		expect([2, 2.25, 2.75, -0.25].map((t) => evaluateCurve(looped, t))).toEqual([1, 1, 0, 0]);
	});

	it('lets Default take the mode set higher up, and loops without one', () => {
		const curve = createCurve([0, 0, 1, 1], { preWrap: 0, postWrap: 0 });
		expect(evaluateCurve(curve, 1.25)).toBe(0.25);
		expect(evaluateCurve(curve, 1.25, { defaultWrap: 4 })).toBe(0.75);
		expect(evaluateCurve(curve, 1.25, { defaultWrap: 8 })).toBe(1);
		expect(evaluateCurve(curve, 1.25, { defaultWrap: 1 })).toBe(1);
	});
});

describe('evaluateCurveAt', () => {
	it('returns what single evaluations return, in any order of times', () => {
		fc.assert(
			fc.property(
				floatCurve,
				fc.array(fc.double({ min: -12, max: 12 }), { maxLength: 20 }),
				fc.boolean(),
				(curve, given, isSorted) => {
					const times = isSorted ? given.toSorted((a, b) => a - b) : given;
					const values = evaluateCurveAt(curve, times, new Float64Array(times.length));
					expect([...values]).toEqual(times.map((t) => evaluateCurve(curve, t)));
				},
			),
		);
	});

	it('refuses an array that is too short', () => {
		expect(() => evaluateCurveAt(createCurve([]), [1, 2], new Float32Array(1))).toThrow(/out: 1 elements/);
	});
});

describe('evaluateCurveVelocity', () => {
	const slope = (curve: Curve, t: number): number =>
		(evaluateCurve(curve, t + 1e-6) - evaluateCurve(curve, t - 1e-6)) / 2e-6;

	it('is the slope of what evaluateCurve returns', () => {
		const mild = fc.tuple(
			float({ min: -1, max: 1 }),
			float({ min: -2, max: 2 }),
			float({ min: -2, max: 2 }),
			float({ min: Math.fround(0.1), max: Math.fround(0.6) }),
			float({ min: Math.fround(0.1), max: Math.fround(0.6) }),
			fc.integer({ min: 0, max: 3 }),
		);
		const repeated = fc.constantFrom(2, 4, 8);
		fc.assert(
			fc.property(fc.tuple(mild, mild, mild), repeated, float({ min: -4, max: 6 }), (rows, wrapMode, t) => {
				fc.pre(Math.abs(t - Math.round(t)) > 0.01);
				const curve = createCurve(
					rows.flatMap((row, i) => [i, ...row]),
					{ stride: 7, preWrap: wrapMode, postWrap: wrapMode },
				);
				expect(evaluateCurveVelocity(curve, t)).toBeCloseTo(slope(curve, t), 3);
			}),
		);
	});

	it('is the slope to come, also at keys and on the way back', () => {
		const curve = createCurve([0, 0, 1, 1, 2, 5], { preWrap: 4, postWrap: 4 });
		expect([0, 1, 2, 2.5, 3, 3.5, 4, 5].map((t) => evaluateCurveVelocity(curve, t))).toEqual([
			1, 4, -4, -4, -1, -1, 1, 4,
		]);
		expect([-2, -1, -0.5].map((t) => evaluateCurveVelocity(curve, t))).toEqual([-4, -1, -1]);
	});

	it('is a number where a weight of 0 puts a control point onto its key', () => {
		const curve = createCurve([0, 0, 0, 1, 0, 0, 3, 1, 1, 1, 0, 0.5, 0, 3], { stride: 7 });
		expect(evaluateCurveVelocity(curve, 0)).toBe(1);
	});

	it('is 0 where a value is held, and constant on a line', () => {
		const curve = createCurve([0, 1, 2, 5]);
		expect([-1, 0, 1, 2, 3].map((t) => evaluateCurveVelocity(curve, t))).toEqual([0, 2, 2, 0, 0]);
		expect(evaluateCurveVelocity(createCurve([0, 0, 1, 1], { kind: 'boolean' }), 0.5)).toBe(0);
		expect(
			evaluateCurveVelocity(
				createCurve([0, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], { stride: 7 }),
				0.5,
			),
		).toBe(0);
	});
});
