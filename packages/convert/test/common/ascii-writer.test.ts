import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AsciiWriter } from '../../src/common/ascii-writer.ts';
import { formatFloat } from '../../src/common/format-float.ts';
import { arbitraryFloat } from '../support/arbitrary-float.ts';

describe('AsciiWriter', () => {
	it('writes floats as formatFloat does', () => {
		const writer = new AsciiWriter(100);
		fc.assert(
			fc.property(arbitraryFloat(), (value) => {
				writer.addFloat(value);
				expect(writer.take()).toBe(formatFloat(value));
			}),
			{ numRuns: 20_000, seed: 1 },
		);
	});

	it('is full after the given size, and starts again after it was taken', () => {
		const writer = new AsciiWriter(10);
		writer.addText('123456789');
		expect(writer.isFull).toBe(false);
		writer.addText('0');
		expect(writer.isFull).toBe(true);
		expect(writer.take()).toBe('1234567890');
		expect(writer.isFull).toBe(false);
		expect(writer.take()).toBe('');
	});
});
