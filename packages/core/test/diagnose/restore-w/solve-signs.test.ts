import { describe, expect, it } from 'vitest';
import type { Candidates } from '../../../src/diagnose/restore-w/candidates.ts';
import { fitSmoothness, KeyPredictor } from '../../../src/diagnose/restore-w/gaussian-process.ts';
import { ORDER, solveSigns } from '../../../src/diagnose/restore-w/solve-signs.ts';
import { createRandom } from '../../support/random.ts';

const random = createRandom(5);
const spread = (): number => random.below(2001) / 1000 - 1;
const candidatesOf = (count: number, known: number): Candidates => ({
	count,
	keys: Uint32Array.from({ length: count }, (_, k) => k),
	times: Float64Array.from({ length: count }, (_, k) => k),
	quaternions: new Float64Array(count * 4),
	magnitudes: new Float64Array(count),
	looseness: 0,
	known,
	knownSign: -1,
});

describe('solveSigns', () => {
	it.each([0, 1, 2, 5, 8])('sums up all combinations of the signs of %d keys', (count) => {
		for (const known of [-1, 0, 3]) {
			const pathCosts = Float64Array.from({ length: count * (2 << ORDER) }, () => 3 * spread());
			const keyCosts = Float64Array.from({ length: count * 2 }, () => 3 * spread());
			const weights = new Float64Array(count * 2);
			for (let all = 0; all < 1 << count; all++) {
				// Bit k of `all` is the sign of key k.
				if (known >= 0 && known < count && ((all >> known) & 1) === 0) continue;
				let cost = 0;
				for (let k = 0; k < count; k++) {
					let signs = 0;
					for (let i = 0; i <= Math.min(k, ORDER); i++) signs |= ((all >> (k - i)) & 1) << i;
					cost += pathCosts[k * (2 << ORDER) + signs]! + keyCosts[k * 2 + (signs & 1)]!;
				}
				for (let k = 0; k < count; k++) weights[k * 2 + ((all >> k) & 1)]! += Math.exp(-cost);
			}
			const chances = solveSigns(candidatesOf(count, known < count ? known : -1), pathCosts, keyCosts);
			expect(chances).toHaveLength(count);
			chances.forEach((chance, k) => {
				expect(chance).toBeCloseTo(weights[k * 2]! / (weights[k * 2]! + weights[k * 2 + 1]!), 9);
			});
		}
	});
});

describe('the motion of a rotation', () => {
	const times = Float64Array.from({ length: 60 }, (_, k) => k * 0.1 + 0.02 * Math.sin(7 * k));
	const wave = (noise: number): Float64Array =>
		Float64Array.from({ length: 240 }, (_, i) => 0.5 * Math.sin(2 * times[i >> 2]! + (i & 3)) + noise * spread());

	it('predicts a smooth motion from the keys before', () => {
		const quaternions = wave(0);
		const predictor = new KeyPredictor(times, fitSmoothness(times, quaternions, ORDER), ORDER);
		for (let k = ORDER; k < times.length; k++) {
			const variance = predictor.predict(k);
			for (let axis = 0; axis < 4; axis++) {
				let error = quaternions[k * 4 + axis]!;
				predictor.weights.forEach((weight, i) => {
					error -= weight * quaternions[(k - 1 - i) * 4 + axis]!;
				});
				expect(Math.abs(error)).toBeLessThan(0.005);
				expect(Math.abs(error)).toBeLessThan(5 * Math.sqrt(variance));
			}
		}
	});

	it('learns how noisy keys are', () => {
		expect(fitSmoothness(times, wave(0), ORDER).noise).toBeLessThan(0.001);
		expect(fitSmoothness(times, wave(0.05), ORDER).noise).toBe(0.03);
	});
});
