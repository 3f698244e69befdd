import { EXACT_INTEGERS, formatFloat, shortestDecimal } from './format-float.ts';

const ZERO = 0x30;
const DOT = 0x2e;
const MINUS = 0x2d;
/** Characters after which a chunk of text is handed out. */
export const CHUNK_SIZE = 65_536;
/** The most that a number takes, and more than any piece of text that is added. */
const SPARE = 1024;

/**
 * Collects ASCII text as bytes. Numbers are written digit by digit, since making a string for each and joining them
 * costs several times as much.
 */
export class AsciiWriter {
	readonly #bytes: Uint8Array<ArrayBuffer>;
	readonly #decoder = new TextDecoder();
	#length = 0;

	constructor(size: number) {
		this.#bytes = new Uint8Array(size + SPARE);
	}

	/** Whether it is time to {@link take} what was collected. */
	get isFull(): boolean {
		return this.#length >= this.#bytes.length - SPARE;
	}

	/** The text so far; starts anew. */
	take(): string {
		const text = this.#decoder.decode(this.#bytes.subarray(0, this.#length));
		this.#length = 0;
		return text;
	}

	/** Adds a few ASCII characters. */
	addText(text: string): void {
		for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
	}

	/** Adds a finite float32 number as {@link formatFloat} writes it. */
	addFloat(value: number): void {
		const magnitude = Math.abs(value);
		if (magnitude < EXACT_INTEGERS && magnitude === Math.trunc(magnitude)) {
			if (value < 0 || Object.is(value, -0)) this.#bytes[this.#length++] = MINUS;
			this.#addDigits(magnitude, 0);
			return;
		}
		// Where plain notation is used: the digits before and after the point, no exponent.
		if (magnitude >= 1e-6 && magnitude < 1e8 && shortestDecimal(magnitude, decimal)) {
			if (value < 0) this.#bytes[this.#length++] = MINUS;
			this.#addDigits(decimal.mantissa, decimal.decimals);
			return;
		}
		this.addText(formatFloat(value));
	}

	// Adds an integer below 2^31 with a point before its last `decimals` digits, without zeros at the end.
	#addDigits(integer: number, decimals: number): void {
		let rest = integer;
		let places = decimals;
		for (; places > 0 && rest % 10 === 0; places--) rest = (rest / 10) | 0;
		let count = 1;
		for (let left = (rest / 10) | 0; left > 0; left = (left / 10) | 0) count++;
		if (count <= places) count = places + 1;
		let at = this.#length + count + (places > 0 ? 1 : 0);
		this.#length = at;
		const bytes = this.#bytes;
		for (let digit = 0; digit < count; digit++) {
			if (digit === places && places > 0) bytes[--at] = DOT;
			const left = (rest / 10) | 0;
			bytes[--at] = ZERO + rest - left * 10;
			rest = left;
		}
	}
}

// One for all, so that numbers cost no memory.
const decimal = { mantissa: 0, decimals: 0 };
