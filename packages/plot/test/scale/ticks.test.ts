import { findRange, listTicks, listTimeTicks } from '@handreel/plot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('ticks', () => {
	it.each([
		[0, 1, 4, ['0.0', '0.5', '1.0']],
		[0, 0.0123, 4, ['0.000', '0.005', '0.010']],
		[-3, 7, 5, ['−2', '0', '2', '4', '6']],
		[1.61, 1.64, 3, ['1.61', '1.62', '1.63', '1.64']],
		[0, 250, 5, ['0', '50', '100', '150', '200', '250']],
	])('from %d to %d, about %i of them', (low, high, count, labels) => {
		expect(listTicks({ low, high }, count).labels).toEqual(labels);
	});

	it.each([
		[0, 5, 5, ['0 s', '1 s', '2 s', '3 s', '4 s', '5 s']],
		[0, 0.5, 5, ['0.0 s', '0.1 s', '0.2 s', '0.3 s', '0.4 s', '0.5 s']],
		[0, 300, 6, ['0:00', '1:00', '2:00', '3:00', '4:00', '5:00']],
		[0, 7200, 4, ['0:00', '30:00', '1:00:00', '1:30:00', '2:00:00']],
	])('of times from %d s to %d s', (low, high, count, labels) => {
		expect(listTimeTicks({ low, high }, count).labels).toEqual(labels);
	});

	it('are inside of their range, even, and few', () => {
		const range = fc.tuple(
			fc.double({ min: -1e5, max: 1e5, noNaN: true }),
			fc.double({ min: 1e-3, max: 1e5, noNaN: true }),
		);
		fc.assert(
			fc.property(range, fc.integer({ min: 1, max: 12 }), ([low, size], count) => {
				const { values, labels } = listTicks({ low, high: low + size }, count);
				expect(labels).toHaveLength(values.length);
				expect(values.length).toBeLessThanOrEqual(count + 1);
				for (const value of values) {
					expect(value).toBeGreaterThanOrEqual(low - size * 1e-6);
					expect(value).toBeLessThanOrEqual(low + size * 1.000001);
				}
				expect(new Set(labels).size).toBe(labels.length);
			}),
		);
	});
});

describe('the range of an axis', () => {
	it('starts at 0 if the values are near it, and has some room', () => {
		expect(findRange([Float64Array.of(0.1, 2)])).toEqual({ low: 0, high: 2 + 1.9 * 0.05 });
		expect(findRange([Float64Array.of(10, 11)])).toEqual({ low: 10 - 0.05, high: 11.05 });
		expect(findRange([Float64Array.of(-1, Number.NaN), Float64Array.of(1)])).toEqual({ low: -1.1, high: 1.1 });
	});

	it('has a height for constant values and none for no values', () => {
		expect(findRange([Float64Array.of(5, 5)])).toEqual({ low: 4.5, high: 5.5 });
		expect(findRange([Float64Array.of(0)])).toEqual({ low: -1, high: 1 });
		expect(findRange([Float64Array.of(Number.NaN)])).toBeNull();
	});
});
