import { encodeText } from './proto.ts';

const FIRST_SIZE = 4096;
/** Little-endian CDR. Alignment counts from after these bytes. */
const HEADER = [0, 1, 0, 0];

/** Writes a message in CDR, the encoding of ROS 2. */
export class CdrWriter {
	#bytes = new Uint8Array(FIRST_SIZE);
	#view = new DataView(this.#bytes.buffer);
	#length = 0;

	constructor() {
		this.#bytes.set(HEADER);
		this.#length = HEADER.length;
	}

	addByte(value: number): void {
		const at = this.#take(1);
		this.#view.setUint8(at, value);
	}

	addInt(value: number): void {
		const at = this.#take(4);
		this.#view.setInt32(at, value, true);
	}

	addFloats(...values: readonly number[]): void {
		for (const value of values) {
			const at = this.#take(4);
			this.#view.setFloat32(at, value, true);
		}
	}

	addDoubles(...values: readonly number[]): void {
		for (const value of values) {
			const at = this.#take(8);
			this.#view.setFloat64(at, value, true);
		}
	}

	/** Adds text with its length and a zero at its end. */
	addText(text: string | Uint8Array): void {
		const bytes = typeof text === 'string' ? encodeText(text) : text;
		this.addInt(bytes.length + 1);
		const at = this.#take(bytes.length + 1, 1);
		this.#bytes.set(bytes, at);
		this.#bytes[at + bytes.length] = 0;
	}

	finish(): Uint8Array<ArrayBuffer> {
		return this.#bytes.slice(0, this.#length);
	}

	// Makes room for a value at a multiple of its size, and returns its place.
	#take(size: number, align = size): number {
		const start = HEADER.length + Math.ceil((this.#length - HEADER.length) / align) * align;
		if (start + size > this.#bytes.length) {
			const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, start + size));
			bytes.set(this.#bytes);
			this.#bytes = bytes;
			this.#view = new DataView(bytes.buffer);
		}
		this.#bytes.fill(0, this.#length, start);
		this.#length = start + size;
		return start;
	}
}
