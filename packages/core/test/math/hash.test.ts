import { hashIntegers } from '@handreel/core/internal';
import { expect, it } from 'vitest';

it('hashes depend on all integers and on their order, and on nothing else', () => {
	expect(hashIntegers(1, 2)).toBe(hashIntegers(1, 2));
	expect(new Set([hashIntegers(1, 2), hashIntegers(2, 1), hashIntegers(1), hashIntegers(1, 2, 0)]).size).toBe(4);
});

it('hashes are spread evenly over 32 bits', () => {
	const counts = new Uint32Array(16);
	for (let i = 0; i < 16_000; i++) {
		const hash = hashIntegers(7, i);
		expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
		counts[hash >>> 28]!++;
	}
	for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
