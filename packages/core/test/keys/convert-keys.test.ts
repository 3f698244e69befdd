import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCurveSegmentKind } from '../../src/curves/segment.ts';
import { type Curve, createCurve, evaluateCurve, getCurveKeys, getKeyTime } from '../../src/index.ts';
import { getKeyOutTangent, getKeyWeightedMode } from '../../src/internal.ts';
import { convertSegmentsToHermite, convertToHermite, convertToLinear } from '../../src/keys/convert-keys.ts';
import { arbitraryCurve, playedDifference, timesBetween } from '../support/arbitrary-curve.ts';

const line = createCurve([0, 0, 1, 2, 3, 2]);
const states = createCurve([0, 1, 2, 0], { kind: 'boolean' });
const keyTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));

describe('convertToHermite', () => {
	it('turns lines into Hermite segments that play the same', () => {
		const bent = convertToHermite(line);
		expect(bent.stride).toBe(7);
		expect(getKeyWeightedMode(bent, 1)).toBe(0);
		fc.assert(
			fc.property(arbitraryCurve({ wraps: [8] }), (curve) => {
				const other = convertToHermite(curve);
				for (const time of timesBetween(-2, 9, keyTimes(curve))) {
					expect(evaluateCurve(other, time)).toBeCloseTo(evaluateCurve(curve, time), 4);
				}
			}),
			{ seed: 1, numRuns: 200 },
		);
		expect(convertToHermite(states)).toBe(states);
	});

	it('converts only the segments next to keys', () => {
		const longer = createCurve([0, 0, 1, 2, 2, 3, 3, 5]);
		const bent = convertSegmentsToHermite(longer, [0]);
		expect([0, 1, 2].map((key) => getKeyOutTangent(bent, key))).toEqual([2, 0, 0]);
		expect([0, 1, 2].map((key) => getCurveSegmentKind(bent, key) === 'line')).toEqual([false, true, true]);
	});

	it.each([-1, 0.5, 99])('refuses the index %s', (index) => {
		expect(() => convertSegmentsToHermite(line, [index])).toThrow(RangeError);
	});

	it('also converts lines that are too short for Hermite segments', () => {
		const bent = convertToHermite(createCurve([0, 0, 5e-5, 1, 1, 1]));
		expect(evaluateCurve(bent, 2.5e-5)).toBeCloseTo(0.5, 5);
	});
});

describe('convertToLinear', () => {
	it('stays within the tolerance', () => {
		fc.assert(
			fc.property(arbitraryCurve({ stride: 7 }), fc.constantFrom(0.1, 0.001), (curve, tolerance) => {
				const straight = convertToLinear(curve, tolerance);
				expect(straight.stride).toBe(2);
				for (const time of timesBetween(-2, 9, keyTimes(curve))) {
					expect(playedDifference(evaluateCurve(straight, time), curve, time, 1e-5)).toBeLessThan(tolerance * 1.01);
				}
			}),
			{ seed: 1, numRuns: 200 },
		);
	});

	it('is exact for linear segments', () => {
		expect([...getCurveKeys(convertToLinear(convertToHermite(line), 1e-6))]).toEqual([...getCurveKeys(line)]);
		expect(convertToLinear(line, 1)).toBe(line);
	});

	it.each([0, -1, Number.NaN])('refuses the tolerance %s', (tolerance) => {
		expect(() => convertToLinear(line, tolerance)).toThrow(RangeError);
	});
});
