import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RangeDecoder, RangeEncoder } from '../../src/reel/range-coder.ts';
import {
	COUNT_CONTEXTS,
	codeCount,
	codeInteger,
	codeResidual,
	INTEGER_CONTEXTS,
	RESIDUAL_CONTEXTS,
} from '../../src/reel/symbols.ts';

/** A bit in a context, or a number of equally likely bits. */
type Symbol = { context: number; bit: number } | { count: number; value: number };

const CONTEXTS = 8;
const arbitrarySymbol: fc.Arbitrary<Symbol> = fc.oneof(
	fc.record({ context: fc.nat(CONTEXTS - 1), bit: fc.constantFrom(0, 1) }),
	fc.nat(24).chain((count) => fc.record({ count: fc.constant(count), value: fc.nat(2 ** count - 1) })),
);

function checkRoundTrip(symbols: readonly Symbol[]): void {
	const encoder = new RangeEncoder(CONTEXTS);
	for (const symbol of symbols) {
		if ('bit' in symbol) encoder.codeBit(symbol.context, symbol.bit);
		else encoder.codeBits(symbol.count, symbol.value);
	}
	const bytes = encoder.finish();
	const decoder = new RangeDecoder(CONTEXTS, bytes, 0);
	const isSame = (symbol: Symbol): boolean =>
		'bit' in symbol ? decoder.codeBit(symbol.context) === symbol.bit : decoder.codeBits(symbol.count) === symbol.value;
	const wrong = symbols.findIndex((symbol) => !isSame(symbol));
	// One `expect` per symbol would take longer than coding it.
	if (wrong >= 0 || decoder.isOverrun)
		expect({ wrong, isOverrun: decoder.isOverrun }).toEqual({ wrong: -1, isOverrun: false });
}

describe('the range coder', () => {
	it('restores any symbols', () => {
		fc.assert(fc.property(fc.array(arbitrarySymbol, { maxLength: 300 }), checkRoundTrip), { numRuns: 500 });
	});

	it('restores the last symbol of every stream of up to 16 bits', () => {
		for (let length = 0; length <= 10; length++) {
			for (let bits = 0; bits < 2 ** length; bits++) {
				checkRoundTrip(Array.from({ length }, (_, i) => ({ context: 0, bit: (bits >> i) & 1 })));
			}
		}
		for (let value = 0; value < 65_536; value += 7) checkRoundTrip([{ count: 16, value }]);
	});

	it('carries through long runs of 0xff', () => {
		for (const length of [1, 100, 5000]) {
			const ones = Array.from({ length }, (): Symbol => ({ count: 8, value: 255 }));
			checkRoundTrip([...ones, { context: 0, bit: 1 }, { context: 0, bit: 1 }]);
			checkRoundTrip([...ones, { count: 24, value: 2 ** 24 - 1 }, { context: 1, bit: 0 }]);
			checkRoundTrip(Array.from({ length }, () => ({ context: 2, bit: 1 })));
			checkRoundTrip(Array.from({ length }, () => ({ context: 2, bit: 0 })));
		}
	});

	it('reads past the end without an error and reports it', () => {
		const decoder = new RangeDecoder(1, new Uint8Array(), 0);
		for (let i = 0; i < 100; i++) decoder.codeBits(24);
		expect(decoder.isOverrun).toBe(true);
	});
});

describe('symbols', () => {
	it.each([
		['counts', COUNT_CONTEXTS, fc.nat(2 ** 24), codeCount],
		['integers', INTEGER_CONTEXTS, fc.integer({ min: -(2 ** 24), max: 2 ** 24 }), codeInteger],
	] as const)('code %s', (_, contexts, arbitrary, code) => {
		fc.assert(
			fc.property(fc.array(fc.oneof(arbitrary, fc.nat(20)), { maxLength: 100 }), (values) => {
				const encoder = new RangeEncoder(contexts);
				for (const value of values) code(encoder, 0, value);
				const decoder = new RangeDecoder(contexts, encoder.finish(), 0);
				expect(values.map(() => code(decoder, 0, 0))).toEqual(values);
			}),
		);
	});

	it('code residuals with any expected length', () => {
		const value = fc.oneof(fc.integer(), fc.integer({ min: -100, max: 100 }), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1));
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(31), value), { maxLength: 100 }), (pairs) => {
				const encoder = new RangeEncoder(RESIDUAL_CONTEXTS);
				for (const [expected, residual] of pairs) codeResidual(encoder, 0, expected, residual);
				const decoder = new RangeDecoder(RESIDUAL_CONTEXTS, encoder.finish(), 0);
				expect(pairs.map(([expected]) => codeResidual(decoder, 0, expected, 0))).toEqual(
					pairs.map(([, value]) => value),
				);
			}),
		);
	});
});
