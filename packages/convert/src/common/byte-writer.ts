const FIRST_SIZE = 4096;

/** Collects little-endian values of a file whose size is unknown until its end. */
export class ByteWriter {
	#bytes = new Uint8Array(FIRST_SIZE);
	#view = new DataView(this.#bytes.buffer);
	#length = 0;

	addByte(value: number): void {
		// Reserving may replace the view.
		const at = this.#reserve(1);
		this.#view.setUint8(at, value);
	}

	addInt(value: number): void {
		const at = this.#reserve(4);
		this.#view.setInt32(at, value, true);
	}

	addFloat(value: number): void {
		const at = this.#reserve(4);
		this.#view.setFloat32(at, value, true);
	}

	/** Adds the bits of floats, or other words. */
	addWords(words: ArrayLike<number>): void {
		const start = this.#reserve(words.length * 4);
		for (let i = 0; i < words.length; i++) this.#view.setUint32(start + i * 4, words[i]!, true);
	}

	addBytes(bytes: ArrayLike<number>): void {
		const at = this.#reserve(bytes.length);
		this.#bytes.set(bytes, at);
	}

	/** Adds a string as .NET writes it: the number of UTF-8 bytes in groups of seven bits, then the bytes. */
	addString(text: string): void {
		const bytes = new TextEncoder().encode(text);
		let rest = bytes.length;
		for (; rest > 0x7f; rest >>>= 7) this.addByte((rest & 0x7f) | 0x80);
		this.addByte(rest);
		this.addBytes(bytes);
	}

	/** The bytes so far, without spare room. */
	toBytes(): Uint8Array<ArrayBuffer> {
		return this.#bytes.slice(0, this.#length);
	}

	#reserve(size: number): number {
		const start = this.#length;
		this.#length += size;
		if (this.#length > this.#bytes.length) {
			const bytes = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
			bytes.set(this.#bytes);
			this.#bytes = bytes;
			this.#view = new DataView(bytes.buffer);
		}
		return start;
	}
}
