import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, createCurve, evaluateCurve, getCurveKeys, getKeyTime } from '../../src/index.ts';
import { getCurveWords } from '../../src/internal.ts';
import { insertKeys } from '../../src/keys/insert-keys.ts';
import { arbitraryCurve, arbitraryNumber, arbitraryStates, timesBetween } from '../support/arbitrary-curve.ts';
import { evaluateSlowly } from '../support/slow-curve.ts';

const keyTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));

describe('insertKeys', () => {
	it('splits a line of simple keys', () => {
		const curve = insertKeys(createCurve([0, 1, 2, 5]), [0.5]);
		expect([...getCurveKeys(curve)]).toEqual([0, 1, 0.5, 2, 2, 5]);
	});

	it('returns the same curve if it has the keys', () => {
		const curve = createCurve([0, 1, 2, 5]);
		expect(insertKeys(curve, [2, 0])).toBe(curve);
	});

	it('keeps the bits of a Hermite segment at both ends and its slope in the middle', () => {
		const curve = createCurve([0, 0, 9, 2, 0.1, 0.2, 0, 2, 1, -1, 7, 0.3, 0.4, 0], { stride: 7 });
		const split = insertKeys(curve, [1]);
		expect([...getCurveWords(split).subarray(0, 7)]).toEqual([...getCurveWords(curve).subarray(0, 7)]);
		expect([...getCurveWords(split).subarray(14)]).toEqual([...getCurveWords(curve).subarray(7)]);
		expect([...getCurveKeys(split).subarray(7, 10)]).toEqual([1, 1.25, 0.5, 0.5].slice(0, 3));
	});

	it('carries on the end values outside the keys', () => {
		const curve = insertKeys(createCurve([1, 1, 5, 5, 0, 0, 0, 2, 3, 5, 5, 0, 0, 0], { stride: 7 }), [0, 3]);
		expect([0, 0.3, 0.7, 1, 2, 2.3, 2.9, 3].map((time) => evaluateCurve(curve, time))).toEqual([
			1, 1, 1, 1, 3, 3, 3, 3,
		]);
	});

	it('adds keys of 0 to a curve without keys', () => {
		expect([...getCurveKeys(insertKeys(createCurve([]), [1, 2]))]).toEqual([1, 0, 2, 0]);
	});

	it.each([
		{ kind: 'lines', shape: { stride: 2 as const }, limit: 3e-7 },
		{ kind: 'Hermite segments and steps', shape: { stride: 7 as const, modes: [0] }, limit: 3e-6 },
		{ kind: 'Bézier segments', shape: { stride: 7 as const }, limit: 2e-4 },
	])('plays $kind as before', ({ shape, limit }) => {
		const holding = arbitraryCurve({ ...shape, wraps: [8, 1], maxKeys: 4 });
		const cuts = fc.array(arbitraryNumber(-3, 10), { maxLength: 6 });
		fc.assert(
			fc.property(holding, cuts, (curve, times) => {
				const split = insertKeys(curve, times);
				for (const time of times) expect(keyTimes(split)).toContain(time + 0);
				for (const time of timesBetween(-3, 10, keyTimes(curve))) {
					const { value, scale } = evaluateSlowly(curve, time);
					expect(Math.abs(evaluateCurve(split, time) - value) / Math.max(scale, 1)).toBeLessThan(limit);
				}
			}),
			{ seed: 1, numRuns: 1000 },
		);
	});

	it('stays close if weights are outside [0, 1] or a segment is vertical', () => {
		for (const [outWeight, inWeight, digits] of [
			[1, 1, 6],
			[1.5, 0.2, 5],
			[0, 1, 6],
			// Unity drops terms here, and near the right end is itself off by as much.
			[0.6, 0.0669, 2],
			[0.3335, 0.3335, 2],
		] as const) {
			const curve = createCurve([0, 0, 0, 1, 0, outWeight, 3, 2, 1, -1, 0, inWeight, 0, 3], { stride: 7 });
			const split = insertKeys(curve, [0.2, 1, 1.3]);
			for (const time of timesBetween(0, 2, [1], 1e-2)) {
				expect(evaluateCurve(split, time)).toBeCloseTo(evaluateCurve(curve, time), digits);
			}
		}
	});

	it('splits Hermite segments into halves that are too short for Hermite segments', () => {
		const curve = createCurve([0, 0, 0, 3, 0, 0, 0, 1, 1, -2, 0, 0, 0, 0], { stride: 7 });
		const split = insertKeys(curve, [2e-5, 0.99995]);
		for (const time of [1e-5, 1.9e-5, 3e-5, 0.5, 0.99996, 0.99998])
			expect(evaluateCurve(split, time)).toBeCloseTo(evaluateCurve(curve, time), 6);
	});

	it('keeps states', () => {
		const cuts = fc.array(arbitraryNumber(-3, 10), { maxLength: 6 });
		fc.assert(
			fc.property(arbitraryStates({ wraps: [8] }), cuts, (curve, times) => {
				const split = insertKeys(curve, times);
				for (const time of timesBetween(-3, 10, []))
					expect(evaluateCurve(split, time)).toBe(evaluateCurve(curve, time));
			}),
			{ seed: 1 },
		);
	});
});
