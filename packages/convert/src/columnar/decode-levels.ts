/** Reads runs of numbers: repeated values and packed bits, as levels, states and places in a dictionary are stored. */
export class RunReader {
	readonly #bytes: Uint8Array;
	readonly #width: number;
	#at: number;

	constructor(bytes: Uint8Array, at: number, width: number) {
		this.#bytes = bytes;
		this.#at = at;
		this.#width = width;
	}

	/** Fills `out` and returns true, or returns false if the data ends early or a run has no length. */
	read(out: Uint8Array | Uint32Array): boolean {
		for (let filled = 0; filled < out.length; ) {
			const header = this.#readVarint();
			if (header === null || header >> 1 === 0) return false;
			const left = out.length - filled;
			// Groups of eight values may go beyond the last one.
			const count = header & 1 ? Math.min(left, (header >>> 1) * 8) : Math.min(left, header >>> 1);
			if (header & 1) {
				if (!this.#readPacked(out, filled, count, header >>> 1)) return false;
			} else {
				const value = this.#readInteger((this.#width + 7) >> 3);
				if (value === null) return false;
				out.fill(value, filled, filled + count);
			}
			filled += count;
		}
		return true;
	}

	#readPacked(out: Uint8Array | Uint32Array, start: number, count: number, groups: number): boolean {
		const width = this.#width;
		const from = this.#at;
		if (from + Math.ceil((count * width) / 8) > this.#bytes.length) return false;
		for (let i = 0, bit = 0; i < count; i++) {
			let value = 0;
			for (let j = 0; j < width; j++, bit++) {
				if ((this.#bytes[from + (bit >> 3)]! >> (bit & 7)) & 1) value += 2 ** j;
			}
			out[start + i] = value;
		}
		this.#at = from + groups * width;
		return true;
	}

	#readInteger(size: number): number | null {
		if (this.#at + size > this.#bytes.length) return null;
		let value = 0;
		for (let i = 0; i < size; i++) value += this.#bytes[this.#at++]! * 2 ** (8 * i);
		return value;
	}

	// Runs of more than 2^28 values are not needed.
	#readVarint(): number | null {
		let value = 0;
		for (let shift = 0; shift < 28; shift += 7) {
			const byte = this.#bytes[this.#at++];
			if (byte === undefined) return null;
			value |= (byte & 0x7f) << shift;
			if (byte < 0x80) return value;
		}
		return null;
	}
}
