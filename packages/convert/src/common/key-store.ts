import type { Curve } from '@handreel/core';
import type { ReadBudget } from '@handreel/core/internal';

const FIRST_SIZE = 1024;
/** Memory of a word while a store grows, and of a curve beside its words. */
const WORD_BYTES = 6;
const CURVE_BYTES = 256;
/** The bits of every NaN that comes from text. */
export const QUIET_NAN = 0x7fc0_0000;

/**
 * Collects the words of curves whose number of keys is unknown until the end. All curves share one buffer, like the curves
 * of a file.
 */
export class KeyStore {
	#words: Uint32Array<ArrayBuffer>;
	#floats: Float32Array<ArrayBuffer>;
	#length = 0;
	readonly #budget: ReadBudget | null;
	readonly #curves: { -readonly [K in keyof Curve]: Curve[K] }[] = [];

	/** `budget`: pays for the words; `null` if they are paid for. */
	constructor(budget: ReadBudget | null, size: number = FIRST_SIZE) {
		this.#budget = budget;
		budget?.chargeBytes(WORD_BYTES * size);
		this.#words = new Uint32Array(size);
		this.#floats = new Float32Array(this.#words.buffer);
	}

	/** The number of words so far, where the next curve starts. */
	get length(): number {
		return this.#length;
	}

	/** Adds a float. Every NaN becomes the quiet NaN. Throws `too-large`. */
	pushFloat(value: number): void {
		if (this.#length === this.#words.length) this.#grow();
		if (Number.isNaN(value)) this.#words[this.#length++] = QUIET_NAN;
		else this.#floats[this.#length++] = value;
	}

	/** Adds a 32-bit integer. Throws `too-large`. */
	pushInteger(value: number): void {
		if (this.#length === this.#words.length) this.#grow();
		this.#words[this.#length++] = value;
	}

	/** Returns a curve of all words from `start` on. It is complete after {@link finish}. */
	addCurve(parts: Omit<Curve, 'floats' | 'words' | 'count'>): Curve {
		this.#budget?.chargeBytes(CURVE_BYTES);
		const count = (this.#length - parts.start) / parts.stride;
		const curve = { ...parts, count, floats: this.#floats, words: this.#words };
		this.#curves.push(curve);
		return curve;
	}

	/** Moves all curves to their final buffer, without spare room. */
	finish(): void {
		this.#words = this.#words.slice(0, this.#length);
		this.#floats = new Float32Array(this.#words.buffer);
		for (const curve of this.#curves) {
			curve.words = this.#words;
			curve.floats = this.#floats;
		}
	}

	#grow(): void {
		// Both are needed until the words are copied; the same room is needed again for the final buffer.
		this.#budget?.chargeBytes(WORD_BYTES * this.#words.length);
		const words = new Uint32Array(this.#words.length * 2);
		words.set(this.#words);
		this.#words = words;
		this.#floats = new Float32Array(words.buffer);
	}
}
