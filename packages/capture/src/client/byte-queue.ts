/** The newest bytes of a stream, at their offsets. Memory is reused: appending allocates only when the queue grows. */
export class ByteQueue {
	#bytes: Uint8Array<ArrayBuffer>;
	#start: number;
	#end: number;

	/** `start` is the offset of the first byte. */
	constructor(start = 0, capacity: number = 256 * 1024) {
		this.#bytes = new Uint8Array(capacity);
		this.#start = start;
		this.#end = start;
	}

	/** The offset of the oldest byte. */
	get start(): number {
		return this.#start;
	}

	/** The offset after the newest byte. */
	get end(): number {
		return this.#end;
	}

	append(bytes: Uint8Array): void {
		const size = this.#end - this.#start;
		if (size + bytes.length > this.#bytes.length) {
			const larger = new Uint8Array(Math.max(2 * this.#bytes.length, size + bytes.length));
			this.copy(this.#start, this.#end, larger, 0);
			this.#bytes = larger;
			// The place of a byte depends on the size of the buffer.
			this.#rotate();
		}
		const at = this.#end % this.#bytes.length;
		const first = Math.min(bytes.length, this.#bytes.length - at);
		this.#bytes.set(first === bytes.length ? bytes : bytes.subarray(0, first), at);
		if (first < bytes.length) this.#bytes.set(bytes.subarray(first), 0);
		this.#end += bytes.length;
	}

	/** Copies the bytes [from, to) to `out` from `outStart`. */
	copy(from: number, to: number, out: Uint8Array, outStart: number): void {
		const length = this.#bytes.length;
		for (let at = from; at < to; ) {
			const place = at % length;
			const count = Math.min(to - at, length - place);
			out.set(this.#bytes.subarray(place, place + count), outStart + at - from);
			at += count;
		}
	}

	/** Forgets the bytes before an offset. */
	dropBefore(offset: number): void {
		this.#start = Math.max(this.#start, Math.min(offset, this.#end));
	}

	// The bytes were copied to the start of the buffer; they belong at their offsets modulo its length.
	#rotate(): void {
		const size = this.#end - this.#start;
		const place = this.#start % this.#bytes.length;
		if (place === 0) return;
		const moved = new Uint8Array(this.#bytes.length);
		const first = Math.min(size, this.#bytes.length - place);
		moved.set(this.#bytes.subarray(0, first), place);
		moved.set(this.#bytes.subarray(first, size), 0);
		this.#bytes = moved;
	}
}
