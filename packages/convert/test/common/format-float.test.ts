import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFloat } from '../../src/common/format-float.ts';
import { arbitraryFloat } from '../support/arbitrary-float.ts';
import { writeShortest } from '../support/shortest-text.ts';

describe('formatFloat', () => {
	it('returns the same float32', () => {
		fc.assert(
			fc.property(arbitraryFloat(), (value) => Object.is(Math.fround(Number(formatFloat(value))), value)),
			{ numRuns: 20_000, seed: 1 },
		);
	});

	it('writes the shortest text, as exact arithmetic finds it', () => {
		fc.assert(
			fc.property(arbitraryFloat(), (value) => {
				expect(formatFloat(value)).toBe(writeShortest(value));
			}),
			{ numRuns: 20_000, seed: 2 },
		);
	});

	it('writes the shortest text of all powers of two, where spacing changes', () => {
		for (let exponent = -149; exponent <= 127; exponent++) {
			for (const value of [2 ** exponent, -(2 ** exponent)]) expect(formatFloat(value)).toBe(writeShortest(value));
		}
	});

	it.each([
		[0.1, '0.1'],
		[1.6, '1.6'],
		[-0, '-0'],
		[0, '0'],
		[16_777_216, '16777216'],
		[16_777_220, '16777220'],
		[1e-6, '0.000001'],
		[1e-7, '1e-7'],
		[1e20, '100000000000000000000'],
		[1e21, '1e+21'],
		[2 ** -149, '1e-45'],
		[3.4028234663852886e38, '3.4028235e+38'],
		[-1 / 3, '-0.33333334'],
	])('writes %s as %s', (value, text) => {
		expect(formatFloat(Math.fround(value))).toBe(text);
		expect(writeShortest(Math.fround(value))).toBe(text);
	});
});
