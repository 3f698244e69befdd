import type { Curve } from '@handreel/core';

const FIRST_SIZE = 1024;
/** The bits of every NaN that comes from text. */
export const QUIET_NAN = 0x7fc0_0000;

/**
 * Collects the words of curves whose number of keys is not known beforehand. All curves lie in one memory, as those of a
 * file do.
 */
export class KeyStore {
	#words: Uint32Array<ArrayBuffer>;
	#floats: Float32Array<ArrayBuffer>;
	#length = 0;
	readonly #curves: { -readonly [K in keyof Curve]: Curve[K] }[] = [];

	constructor(size: number = FIRST_SIZE) {
		this.#words = new Uint32Array(size);
		this.#floats = new Float32Array(this.#words.buffer);
	}

	/** Words so far, which is where the next curve starts. */
	get length(): number {
		return this.#length;
	}

	/** Adds a float. Every NaN becomes the same one. */
	pushFloat(value: number): void {
		if (this.#length === this.#words.length) this.#grow();
		if (Number.isNaN(value)) this.#words[this.#length++] = QUIET_NAN;
		else this.#floats[this.#length++] = value;
	}

	/** Adds a 32-bit integer. */
	pushInteger(value: number): void {
		if (this.#length === this.#words.length) this.#grow();
		this.#words[this.#length++] = value;
	}

	/** Makes a curve of all words from `start` on. It is complete after {@link finish}. */
	addCurve(parts: Omit<Curve, 'floats' | 'words' | 'count'>): Curve {
		const count = (this.#length - parts.start) / parts.stride;
		const curve = { ...parts, count, floats: this.#floats, words: this.#words };
		this.#curves.push(curve);
		return curve;
	}

	/** Gives all curves their final memory, which has no room to spare. */
	finish(): void {
		this.#words = this.#words.slice(0, this.#length);
		this.#floats = new Float32Array(this.#words.buffer);
		for (const curve of this.#curves) {
			curve.words = this.#words;
			curve.floats = this.#floats;
		}
	}

	#grow(): void {
		const words = new Uint32Array(this.#words.length * 2);
		words.set(this.#words);
		this.#words = words;
		this.#floats = new Float32Array(words.buffer);
	}
}
