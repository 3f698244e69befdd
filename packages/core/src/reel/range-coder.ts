// A binary range coder with adaptive probabilities (REEL.md, "Range coder"). Encoder and decoder have the same methods: the
// encoder writes the given bits and returns them, the decoder ignores them and returns those of the file. A model
// written once against this interface therefore works in both directions, and the two cannot disagree.

/** Codes bits, either way. */
export interface BitCoder {
	/** Whether bits are read. */
	readonly isReading: boolean;
	/** Codes one bit with the adaptive probability of a context. */
	codeBit(context: number, bit: number): number;
	/** Codes up to 31 equally likely bits as an unsigned number. */
	codeBits(count: number, value: number): number;
}

/** Probabilities have 15 bits. */
const PROBABILITY_BITS = 15;
const CERTAIN = 1 << PROBABILITY_BITS;
/** After this many bits a context stops slowing down. */
const MAX_COUNT = 127;
const TOP = 2 ** 24;
/** Zero bytes at the end of a stream, which are not written. */
const TAIL = 3;

/** How far a probability moves after n bits, in units of 2⁻¹⁶: 1 / (n + 1.6). */
const RATES: Int32Array = /* @__PURE__ */ Int32Array.from({ length: MAX_COUNT + 1 }, (_, n) =>
	Math.floor(655_360 / (10 * n + 16)),
);

/** The adaptive state of all contexts: the probability of a 0 and the number of bits seen. */
class Contexts {
	readonly zeros: Uint16Array;
	readonly counts: Uint8Array;

	constructor(contextCount: number) {
		this.zeros = new Uint16Array(contextCount).fill(CERTAIN / 2);
		this.counts = new Uint8Array(contextCount).fill(1);
	}
}

/** Writes bits. */
export class RangeEncoder implements BitCoder {
	readonly isReading = false;
	readonly #contexts: Contexts;
	#bytes: Uint8Array = new Uint8Array(4096);
	#length = 0;
	// Below 2^32, or above while a carry is pending.
	#low = 0;
	#range = 0xffff_ffff;
	// The last byte that is not written yet, and how many bytes of 0xff follow it: a carry turns them into zeros.
	#cache = 0;
	#pending = 0;

	constructor(contextCount: number) {
		this.#contexts = new Contexts(contextCount);
	}

	codeBit(context: number, bit: number): number {
		const { zeros, counts } = this.#contexts;
		const zero = zeros[context]!;
		const count = counts[context]!;
		const bound = (this.#range >>> PROBABILITY_BITS) * zero;
		if (bit === 0) {
			this.#range = bound;
			zeros[context] = zero + (((CERTAIN - zero) * RATES[count]!) >> 16);
		} else {
			this.#low += bound;
			this.#range -= bound;
			zeros[context] = zero - ((zero * RATES[count]!) >> 16);
		}
		if (count < MAX_COUNT) counts[context] = count + 1;
		while (this.#range < TOP) this.#shift();
		return bit;
	}

	codeBits(count: number, value: number): number {
		if (count > 12) {
			this.codeBits(count - 12, value >>> 12);
			this.codeBits(12, value & 0xfff);
			return value;
		}
		this.#range >>>= count;
		this.#low += this.#range * value;
		while (this.#range < TOP) this.#shift();
		return value;
	}

	/** Ends the stream and returns its bytes. */
	finish(): Uint8Array {
		// Any number in [low, low + range) will do. This one ends with three zero bytes, which the decoder reads past the end.
		this.#low = Math.ceil(this.#low / TOP) * TOP;
		for (let i = 0; i < 5; i++) this.#shift();
		// The first byte is the carry of a number below 1: always 0.
		return this.#bytes.slice(1, this.#length - TAIL);
	}

	#shift(): void {
		if (this.#low < 0xff00_0000 || this.#low > 0xffff_ffff) {
			const carry = this.#low > 0xffff_ffff ? 1 : 0;
			this.#push(this.#cache + carry);
			for (; this.#pending > 0; this.#pending--) this.#push(0xff + carry);
			this.#cache = (this.#low >>> 24) & 0xff;
		} else this.#pending++;
		this.#low = (this.#low % TOP) * 256;
		this.#range = (this.#range * 256) >>> 0;
	}

	#push(byte: number): void {
		if (this.#length === this.#bytes.length) {
			const larger = new Uint8Array(2 * this.#length);
			larger.set(this.#bytes);
			this.#bytes = larger;
		}
		this.#bytes[this.#length++] = byte;
	}
}

/** Reads bits. Past the end it reads zeros. */
export class RangeDecoder implements BitCoder {
	readonly isReading = true;
	readonly #contexts: Contexts;
	readonly #bytes: Uint8Array;
	#at: number;
	// Range and code are unsigned 32-bit numbers, which fields would keep as objects.
	readonly #state: Uint32Array = new Uint32Array(2);

	constructor(contextCount: number, bytes: Uint8Array, start: number) {
		this.#contexts = new Contexts(contextCount);
		this.#bytes = bytes;
		this.#at = start;
		this.#state[0] = 0xffff_ffff;
		for (let i = 0; i < 4; i++) this.#state[1] = (this.#state[1]! << 8) | this.#next();
	}

	/** Whether more was read than an encoder leaves out at the end. */
	get isOverrun(): boolean {
		return this.#at > this.#bytes.length + TAIL;
	}

	codeBit(context: number, _bit?: number): number {
		const { zeros, counts } = this.#contexts;
		const state = this.#state;
		const zero = zeros[context]!;
		const count = counts[context]!;
		let range = state[0]!;
		let code = state[1]!;
		const bound = Math.imul(range >>> PROBABILITY_BITS, zero) >>> 0;
		let bit = 0;
		if (code < bound) {
			range = bound;
			zeros[context] = zero + (((CERTAIN - zero) * RATES[count]!) >> 16);
		} else {
			bit = 1;
			code = (code - bound) >>> 0;
			range = (range - bound) >>> 0;
			zeros[context] = zero - ((zero * RATES[count]!) >> 16);
		}
		if (count < MAX_COUNT) counts[context] = count + 1;
		while (range < TOP) {
			range = (range << 8) >>> 0;
			code = ((code << 8) | this.#next()) >>> 0;
		}
		state[0] = range;
		state[1] = code;
		return bit;
	}

	codeBits(count: number, _value?: number): number {
		if (count > 12) return (this.codeBits(count - 12) << 12) | this.codeBits(12);
		const state = this.#state;
		let range = state[0]! >>> count;
		let code = state[1]!;
		// Only damaged files exceed the highest value.
		const value = Math.min(Math.floor(code / range), (1 << count) - 1);
		code = (code - Math.imul(range, value)) >>> 0;
		while (range < TOP) {
			range = (range << 8) >>> 0;
			code = ((code << 8) | this.#next()) >>> 0;
		}
		state[0] = range;
		state[1] = code;
		return value;
	}

	#next(): number {
		const at = this.#at++;
		return at < this.#bytes.length ? this.#bytes[at]! : 0;
	}
}
