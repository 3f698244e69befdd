import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, findInvalidUtf8 } from '../../src/common/utf8.ts';

const isRefused = (bytes: Uint8Array): boolean => {
	try {
		decodeUtf8(bytes);
		return false;
	} catch {
		return true;
	}
};

describe('findInvalidUtf8', () => {
	it('finds the first byte after which no decoder can continue', () => {
		const byte = fc.oneof(
			fc.integer({ min: 0, max: 255 }),
			fc.constantFrom(0x41, 0x80, 0x9f, 0xa0, 0xbf, 0xc2, 0xe0, 0xed, 0xf0, 0xf4),
		);
		fc.assert(
			fc.property(fc.array(byte, { maxLength: 12 }), (values) => {
				const bytes = Uint8Array.from(values);
				const at = findInvalidUtf8(bytes);
				expect(at >= 0).toBe(isRefused(bytes));
				if (at >= 0) expect(isRefused(bytes.subarray(0, at))).toBe(false);
			}),
			{ numRuns: 2000 },
		);
	});

	it('accepts every text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(findInvalidUtf8(new TextEncoder().encode(text))).toBe(-1);
			}),
		);
	});
});
