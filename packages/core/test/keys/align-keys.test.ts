import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, createCurve, evaluateCurve, getCurveKeys, getKeyTime } from '../../src/index.ts';
import { alignKeys } from '../../src/keys/align-keys.ts';
import { arbitraryCurve, playedDifference, timesBetween } from '../support/arbitrary-curve.ts';

const keyTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));

describe('alignKeys', () => {
	it('returns curves in lockstep as they are', () => {
		const curves = [createCurve([0, 1, 2, 5]), createCurve([0, 2, 2, 6])];
		expect(alignKeys(curves).every((curve, i) => curve === curves[i])).toBe(true);
	});

	it('sorts curves that are in lockstep only after sorting', () => {
		const aligned = alignKeys([
			createCurve([2, 5, 0, 1]),
			createCurve([0, 2, 2, 6]),
			createCurve([0, 0, NaN, 1, 2, 3]),
		]);
		expect(aligned.map((curve) => [...getCurveKeys(curve)])).toEqual([
			[0, 1, 2, 5],
			[0, 2, 2, 6],
			[0, 0, 2, 3],
		]);
	});

	it('inserts the keys of all curves into each curve', () => {
		const aligned = alignKeys([createCurve([0, 0, 2, 4]), createCurve([1, 7, 1, 8, 3, 10]), createCurve([])]);
		expect(aligned.map((curve) => [...getCurveKeys(curve)])).toEqual([
			[0, 0, 1, 2, 1, 2, 2, 4, 3, 4],
			[0, 7, 1, 7, 1, 8, 2, 9, 3, 10],
			[0, 0, 1, 0, 1, 0, 2, 0, 3, 0],
		]);
	});

	it('plays as before in the common range, also if curves repeat', () => {
		const vector = fc.array(arbitraryCurve({ maxKeys: 4 }), { minLength: 2, maxLength: 4 });
		fc.assert(
			fc.property(vector, (curves) => {
				const aligned = alignKeys(curves);
				const filled = curves.filter((curve) => curve.count > 0);
				if (filled.length === 0) return;
				const [first, ...others] = aligned;
				for (const curve of others) {
					expect(keyTimes(curve)).toEqual(keyTimes(first!));
					expect(curve.stride).toBe(first!.stride);
				}
				const times = keyTimes(first!);
				curves.forEach((curve, i) => {
					for (const time of timesBetween(times[0]!, times.at(-1)!, times)) {
						expect(playedDifference(evaluateCurve(aligned[i]!, time), curve, time, 2e-6)).toBeLessThan(1e-4);
					}
				});
			}),
			{ seed: 1, numRuns: 500 },
		);
	});
});
