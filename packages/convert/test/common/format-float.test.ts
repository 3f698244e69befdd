import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFloat } from '../../src/common/format-float.ts';

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

describe('formatFloat', () => {
	it('gives back the same float32', () => {
		fc.assert(
			fc.property(arbitraryFloat(), (value) => Object.is(Math.fround(Number(formatFloat(value))), value)),
			{
				numRuns: 20_000,
				seed: 1,
			},
		);
	});

	it('has no digit too many', () => {
		fc.assert(
			fc.property(arbitraryFloat(), (value) => {
				const digits = countDigits(formatFloat(value));
				return digits <= 1 || !hasShorter(value, digits - 1);
			}),
			{ numRuns: 20_000, seed: 2 },
		);
	});

	it.each([
		[0.1, '0.1'],
		[1.6, '1.6'],
		[-0, '-0'],
		[0, '0'],
		[16_777_216, '16777216'],
		[2 ** -149, '1e-45'],
		[3.4028234663852886e38, '3.4028235e+38'],
		[-1 / 3, '-0.33333334'],
	])('writes %s as %s', (value, text) => {
		expect(Number(formatFloat(Math.fround(value)))).toBe(Number(text));
	});
});

// Any finite bits, ordinary magnitudes and powers of two, where spacing changes.
function arbitraryFloat(): fc.Arbitrary<number> {
	const word = fc.integer({ min: 0, max: 0xffff_ffff }).map((value) => {
		bits[0] = value;
		return float[0] ?? 0;
	});
	const power = fc.integer({ min: -149, max: 127 }).map((exponent) => 2 ** exponent);
	const usual = fc.double({ min: -3, max: 3, noNaN: true }).map(Math.fround);
	return fc.oneof(word, power, usual).filter(Number.isFinite);
}

function countDigits(text: string): number {
	const [mantissa = ''] = text.split('e');
	return mantissa.replace(/^-|\./g, '').replace(/^-?0+/, '').replace(/0+$/, '').length;
}

// Looks at both neighbours of that many digits.
function hasShorter(value: number, digits: number): boolean {
	const [mantissa = '', exponent = '0'] = value.toExponential(20).split('e');
	const scaled = Number(mantissa) * 10 ** (digits - 1);
	return [Math.floor(scaled), Math.ceil(scaled)].some(
		(integer) => Math.fround(Number(`${integer}e${Number(exponent) - digits + 1}`)) === value,
	);
}
