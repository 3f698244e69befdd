import type { BitCoder } from './range-coder.ts';
import { codeTree } from './symbols.ts';

// Words that were there before. Tangents and weights often have one of a few values, such as 0, 1/3 or infinity.

const INDEX_BITS = 4;
const PLACES: number = 2 ** INDEX_BITS;
/** Contexts of {@link RecentWords.code}. */
export const RECENT_CONTEXTS: number = PLACES;

/** The last 16 different words of a kind (REEL.md, "Symbols"). */
export class RecentWords {
	readonly #words: number[] = [];
	#next = 0;

	/** Codes a word if it is known, and returns it; otherwise `null`. */
	code(coder: BitCoder, context: number, word: number): number | null {
		const found = coder.isReading ? -1 : this.#words.indexOf(word);
		// The contexts of a tree start at 1, so 0 is free.
		if (coder.codeBit(context, found < 0 ? 0 : 1) === 0) return null;
		// Damaged files may name a place that is empty.
		return this.#words[codeTree(coder, context, INDEX_BITS, found)] ?? 0;
	}

	/** Adds a word that was not known, in place of the oldest. */
	add(word: number): void {
		this.#words[this.#next++ % PLACES] = word;
	}
}
