import lz4 from '@foxglove/wasm-lz4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressLz4 } from '../../src/mcap/lz4.ts';

await lz4.isLoaded;

function restore(bytes: Uint8Array): Uint8Array {
	return Uint8Array.from(lz4(compressLz4(bytes), bytes.length));
}

describe('compressLz4', () => {
	it('restores bytes, random or repeated, of any length', () => {
		const runs = fc.array(fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(400)), { maxLength: 12 });
		fc.assert(
			fc.property(runs, (parts) => {
				const bytes = Uint8Array.from(
					parts.flatMap(([part, count]) => Array.from({ length: count }, () => [...part]).flat()),
				);
				fc.pre(bytes.length > 0);
				expect(Buffer.compare(restore(bytes), bytes)).toBe(0);
			}),
			{ numRuns: 200 },
		);
	});

	it('makes repeated bytes small, and others hardly larger', () => {
		expect(compressLz4(new Uint8Array(100_000)).length).toBeLessThan(500);
		let state = 1;
		const noise = Uint8Array.from({ length: 100_000 }, () => {
			state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
			return state >>> 24;
		});
		expect(compressLz4(noise).length).toBeLessThanOrEqual(noise.length + 15);
		expect(compressLz4(new Uint8Array(0))).toHaveLength(11);
	});

	it('divides more than 4 MiB', () => {
		const bytes = Uint8Array.from({ length: 5_000_000 }, (_, i) => (i * i) >> 9);
		expect(Buffer.compare(restore(bytes), bytes)).toBe(0);
	});
});
