import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarize, takePercentiles, takeQuantile, takeRange } from '../../src/measure/statistics.ts';

// Without −0, which sorting puts before 0, and percentiles take for 0.
const double = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => value + 0);
const numbers = fc.oneof(
	fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 400 }),
	fc.array(double, { minLength: 1, maxLength: 400 }),
);

describe('statistics', () => {
	it('finds percentiles by nearest rank, as sorting does', () => {
		fc.assert(
			fc.property(numbers, (list) => {
				const sorted = Float64Array.from(list).sort();
				const at = (share: number): number => sorted[Math.round(share * (list.length - 1))]!;
				expect(takePercentiles(Float64Array.from(list), list.length)).toEqual({
					median: at(0.5),
					p95: at(0.95),
					p99: at(0.99),
					peak: at(1),
				});
				for (const share of [0, 0.01, 0.3, 1]) {
					expect(takeQuantile(Float64Array.from(list), list.length, share)).toBe(at(share));
				}
				expect(takeRange(Float64Array.from(list), list.length)).toEqual({ min: at(0), median: at(0.5), max: at(1) });
			}),
		);
	});

	it('finds them in long, sorted and constant lists', () => {
		const count = 100_000;
		const mixed = (i: number): number => (i * 7919) % 1000;
		const lists = [(i: number) => i, (i: number) => count - i, () => 7, mixed, (i: number) => 1 / mixed(i + 1)];
		// Values far apart, values of which one is far away, and values below 0.
		lists.push(
			(i) => 1.07 ** mixed(i),
			(i) => (i === 5 ? 1e12 : mixed(i)),
			(i) => -mixed(i),
		);
		for (const list of lists) {
			const values = Float64Array.from({ length: count }, (_, i) => list(i));
			const sorted = values.toSorted();
			const at = (share: number): number => sorted[Math.round(share * (count - 1))]!;
			expect(takeQuantile(values.slice(), count, 0.95)).toBe(at(0.95));
			const percentiles = { median: at(0.5), p95: at(0.95), p99: at(0.99), peak: at(1) };
			expect(takePercentiles(values, count)).toEqual(percentiles);
		}
	});

	it('looks at the given number of values only', () => {
		expect(takeRange(Float64Array.of(3, 1, 2, 99, -99), 3)).toEqual({ min: 1, median: 2, max: 3 });
		expect(takePercentiles(new Float64Array(4), 0)).toBeNull();
	});

	it('summarizes events', () => {
		expect(summarize([4, 1, 2, 3])).toEqual({ count: 4, mean: 2.5, median: 2.5, min: 1, max: 4 });
		expect(summarize([])).toBeNull();
	});
});
