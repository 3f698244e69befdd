import { computeCrc32 } from '@handreel/core/internal';
import { expect, it } from 'vitest';

it('computes the CRC-32 of bytes, of a range, and in parts', () => {
	const bytes = new TextEncoder().encode('123456789');
	const check = 0xcbf4_3926;
	expect(computeCrc32(bytes)).toBe(check);
	expect(computeCrc32(new TextEncoder().encode('0123456789'), 1)).toBe(check);
	for (let cut = 0; cut <= 9; cut++) {
		expect(computeCrc32(bytes, cut, 9, computeCrc32(bytes, 0, cut))).toBe(check);
	}
});
