import { replaceProperty } from './replace-property.ts';

/** Replaces `Math.random` of a window with a generator that depends on a seed alone. Returns an undo function. */
export function seedRandom(scope: { readonly Math: Math }, seed: number): () => void {
	let state = seed >>> 0;
	// Mulberry32: 32 bits of state are enough for pages, and every seed is a good seed.
	const random = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let bits = Math.imul(state ^ (state >>> 15), state | 1);
		bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
		return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
	};
	return replaceProperty(scope.Math, 'random', random);
}
