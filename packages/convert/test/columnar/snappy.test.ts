import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { compressSnappy, decompressSnappy } from '../../src/columnar/snappy.ts';

// Bytes that repeat themselves, and noise.
const arbitraryBytes = fc.oneof(
	fc.uint8Array({ maxLength: 300 }),
	fc
		.tuple(
			fc.uint8Array({ minLength: 1, maxLength: 40 }),
			fc.integer({ min: 1, max: 4000 }),
			fc.uint8Array({ maxLength: 9 }),
		)
		.map(([part, times, end]) => {
			const bytes = new Uint8Array(part.length * times + end.length);
			for (let i = 0; i < times; i++) bytes.set(part, i * part.length);
			bytes.set(end, part.length * times);
			return bytes;
		}),
);

describe('Snappy', () => {
	it('returns all bytes, also in another decoder', () => {
		fc.assert(
			fc.property(arbitraryBytes, (bytes) => {
				const packed = compressSnappy(bytes);
				expect(Buffer.compare(decompressSnappy(packed, bytes.length)!, bytes)).toBe(0);
				const other = new Uint8Array(bytes.length);
				if (bytes.length > 0) snappyUncompress(packed, other);
				expect(Buffer.compare(other, bytes)).toBe(0);
			}),
			{ numRuns: 200 },
		);
	});

	it('makes repeated bytes small', () => {
		expect(compressSnappy(new Uint8Array(100_000)).length).toBeLessThan(6000);
	});

	it('returns null for damaged bytes and other sizes', () => {
		const packed = compressSnappy(Uint8Array.from({ length: 1000 }, (_, i) => i % 17));
		expect(decompressSnappy(packed, 999)).toBeNull();
		expect(decompressSnappy(packed.subarray(0, packed.length - 1), 1000)).toBeNull();
		expect(decompressSnappy(packed, 1e9)).toBeNull();
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (bytes, size) => {
				expect(decompressSnappy(bytes, size)?.length ?? size).toBe(size);
			}),
		);
	});
});
