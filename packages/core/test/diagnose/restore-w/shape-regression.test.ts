import { describe, expect, it } from 'vitest';
import { regressByShape, type ShapeSample } from '../../../src/diagnose/restore-w/shape-regression.ts';

// A joint of a hand whose shape is a single number: the values follow it, from another mean per hand.
function sampleOf(shapes: readonly number[], mean: number, variances = shapes.map(() => 1e-5)): ShapeSample {
	return {
		shape: { palm: new Float64Array(), size: 1, values: Float64Array.from(shapes) },
		values: Float64Array.from(shapes.flatMap((shape) => [mean + 0.2 * Math.sin(shape), 0, 0])),
		variances: Float64Array.from(variances),
	};
}

const shapes = Array.from({ length: 21 }, (_, i) => i / 10);

describe('regressByShape', () => {
	it('predicts a key from the other keys, not from its own value', () => {
		const sample = sampleOf(shapes, 0.1);
		const { values } = regressByShape(sample, null);
		sample.values[30] = 0.9;
		const without = regressByShape({ ...sample, variances: sample.variances.with(10, Infinity) }, null);
		const withOutlier = regressByShape(sample, null);
		expect(values[30]).toBeCloseTo(0.1 + 0.2 * Math.sin(1), 3);
		expect(withOutlier.values[30]).toBeCloseTo(without.values[30]!, 6);
	});

	it('learns shapes that only the other hand had, with any mean', () => {
		const sample = sampleOf([0, 0.2, 0.4, 1.8], 0.1, [1e-5, 1e-5, 1e-5, Infinity]);
		const alone = regressByShape(sample, null);
		const together = regressByShape(sample, sampleOf(shapes, -0.2));
		expect(together.values[9]).toBeCloseTo(0.1 + 0.2 * Math.sin(1.8), 1);
		expect(together.variances[3]).toBeLessThan(alone.variances[3]! / 2);
	});

	it('predicts all keys of a long recording from some of them', () => {
		const { values, variances } = regressByShape(
			sampleOf(
				Array.from({ length: 500 }, (_, i) => i / 250),
				0,
			),
			null,
		);
		for (let k = 0; k < 500; k++) expect(values[k * 3]).toBeCloseTo(0.2 * Math.sin(k / 250), 2);
		expect(Math.max(...variances)).toBeLessThan(1e-3);
	});
});
