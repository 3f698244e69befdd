/**
 * Mixes integers into an integer from 0 to 2^32 − 1 that looks random. It depends on its arguments alone, so noise that is
 * made of it is the same in every run and in any order.
 */
export function hashIntegers(...integers: number[]): number {
	let hash = 0x9e37_79b9;
	for (const integer of integers) {
		hash = Math.imul(hash ^ integer, 0x85eb_ca6b);
		hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
		hash ^= hash >>> 16;
	}
	return hash >>> 0;
}
