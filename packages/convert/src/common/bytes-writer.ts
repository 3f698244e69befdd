const FIRST_SIZE = 256;

/** Bytes that grow as they are written, little-endian. */
export class BytesWriter {
	#bytes: Uint8Array<ArrayBuffer>;
	#view: DataView<ArrayBuffer>;
	#length = 0;

	constructor(size: number = FIRST_SIZE) {
		this.#bytes = new Uint8Array(size);
		this.#view = new DataView(this.#bytes.buffer);
	}

	/** The number of bytes so far. */
	get length(): number {
		return this.#length;
	}

	/** Returns the bytes, without a copy, and starts again with none. */
	take(): Uint8Array<ArrayBuffer> {
		const bytes = this.#bytes.subarray(0, this.#length);
		this.#bytes = new Uint8Array(FIRST_SIZE);
		this.#view = new DataView(this.#bytes.buffer);
		this.#length = 0;
		return bytes;
	}

	addByte(value: number): void {
		this.#reserve(1);
		this.#bytes[this.#length++] = value;
	}

	addBytes(bytes: Uint8Array): void {
		this.#reserve(bytes.length);
		this.#bytes.set(bytes, this.#length);
		this.#length += bytes.length;
	}

	addUint16(value: number): void {
		this.#reserve(2);
		this.#view.setUint16(this.#length, value, true);
		this.#length += 2;
	}

	addUint32(value: number): void {
		this.#reserve(4);
		this.#view.setUint32(this.#length, value, true);
		this.#length += 4;
	}

	/** Adds an integer from 0 to 2^53 as 64 bits. */
	addUint64(value: number): void {
		this.#reserve(8);
		this.#view.setUint32(this.#length, value % 2 ** 32, true);
		this.#view.setUint32(this.#length + 4, Math.floor(value / 2 ** 32), true);
		this.#length += 8;
	}

	addBigUint64(value: bigint): void {
		this.#reserve(8);
		this.#view.setBigUint64(this.#length, value, true);
		this.#length += 8;
	}

	addFloat32(value: number): void {
		this.#reserve(4);
		this.#view.setFloat32(this.#length, value, true);
		this.#length += 4;
	}

	addFloat64(value: number): void {
		this.#reserve(8);
		this.#view.setFloat64(this.#length, value, true);
		this.#length += 8;
	}

	/** Adds an integer from 0 to 2^53 in groups of seven bits, the lowest first. */
	addVarint(value: number): void {
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.addByte((rest % 0x80) | 0x80);
		this.addByte(rest);
	}

	#reserve(size: number): void {
		const needed = this.#length + size;
		if (needed <= this.#bytes.length) return;
		const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
		bytes.set(this.#bytes.subarray(0, this.#length));
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer);
	}
}
