/** A seeded source of random numbers, so that every run makes the same ones. */
export interface Random {
	/** An integer from 0 to 2^32 - 1. */
	word(): number;
	/** An integer from 0 to `limit` - 1; 0 when the limit is below 1. */
	below(limit: number): number;
	/** One element of a list that is not empty. */
	pick<T>(list: readonly T[]): T;
}

/** Mulberry32: small, quick and good enough for tests. */
export function createRandom(seed: number): Random {
	let state = seed | 0;
	const word = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	const below = (limit: number): number => Math.floor((word() / 2 ** 32) * Math.max(limit, 1));
	const pick = <T>(list: readonly T[]): T => {
		if (list.length === 0) throw new RangeError('list: nothing to pick from');
		return list[below(list.length)] as T;
	};
	return { word, below, pick };
}
