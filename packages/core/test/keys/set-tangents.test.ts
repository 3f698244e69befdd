import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, createCurve, evaluateCurve, getCurveKeys, getKeyTime } from '../../src/index.ts';
import { getKeyInTangent, getKeyOutTangent, getKeyWeightedMode } from '../../src/internal.ts';
import { setTangents } from '../../src/keys/set-tangents.ts';
import { arbitraryCurve, timesBetween } from '../support/arbitrary-curve.ts';

const states = createCurve([0, 1, 2, 0], { kind: 'boolean' });
const keyTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));

describe('setTangents', () => {
	const peak = createCurve([0, 0, 1, 1, 3, 9, 4, 2]);
	const slopes = (curve: Curve) =>
		Array.from({ length: curve.count }, (_, i) => [getKeyInTangent(curve, i), getKeyOutTangent(curve, i)]);

	it('chooses slopes by the mode', () => {
		expect(slopes(setTangents(peak))).toEqual([
			[1, 1],
			[2.5, 2.5],
			[-1.5, -1.5],
			[-7, -7],
		]);
		expect(slopes(setTangents(peak, { mode: 'clamped' }))).toEqual([
			[0, 0],
			[2.5, 2.5],
			[0, 0],
			[0, 0],
		]);
		expect(slopes(setTangents(peak, { mode: 'linear' }))).toEqual([
			[1, 1],
			[1, 4],
			[4, -7],
			[-7, -7],
		]);
		expect(evaluateCurve(setTangents(peak, { mode: 'step' }), 2.9)).toBe(1);
	});

	it('keeps clamped curves between their keys', () => {
		fc.assert(
			fc.property(arbitraryCurve({ minKeys: 2, wraps: [8], repeats: false }), (curve) => {
				const smooth = setTangents(curve, { mode: 'clamped' });
				const times = keyTimes(curve);
				for (const time of timesBetween(times[0]!, times.at(-1)!, [])) {
					const next = times.findIndex((other) => other > time);
					const value = evaluateCurve(smooth, time);
					const [low, high] = [Math.min(...keysOf(smooth, next)), Math.max(...keysOf(smooth, next))];
					expect(value).toBeGreaterThanOrEqual(low - 1e-5);
					expect(value).toBeLessThanOrEqual(high + 1e-5);
				}
			}),
			{ seed: 1, numRuns: 100 },
		);
	});

	it('changes only the selected keys', () => {
		const some = setTangents(peak, { mode: 'flat', keys: [1] });
		expect(getKeyWeightedMode(some, 0)).toBe(3);
		expect(getKeyWeightedMode(some, 1)).toBe(0);
	});

	it('refuses boolean curves, unknown modes and indices', () => {
		expect(() => setTangents(states)).toThrow(TypeError);
		expect(() => setTangents(peak, { mode: 'soft' as 'auto' })).toThrow(TypeError);
		expect(() => setTangents(peak, { keys: [4] })).toThrow(RangeError);
	});
});

function keysOf(curve: Curve, next: number): number[] {
	const keys = getCurveKeys(curve);
	return [keys[(next - 1) * 7 + 1]!, keys[next * 7 + 1]!];
}
