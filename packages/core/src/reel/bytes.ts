import type { ReadBudget } from '../issue/budget.ts';
import { failAt } from '../issue/error.ts';

/** The weight of the last of eight groups of a number. */
const LAST_GROUP = 2 ** 49;
const MAX_TEXT = 0xffff;

/** Collects the bytes of a chunk. */
export class ByteWriter {
	#bytes: Uint8Array<ArrayBuffer> = new Uint8Array(256);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	writeByte(value: number): void {
		this.#reserve(1);
		this.#bytes[this.#length++] = value;
	}

	/** Writes a whole number from 0 to 2^53 in groups of seven bits, low group first. */
	writeCount(value: number): void {
		let rest = value;
		for (; rest > 0x7f; rest = Math.floor(rest / 128)) this.writeByte((rest % 128) | 0x80);
		this.writeByte(rest);
	}

	writeUint32(value: number): void {
		for (let shift = 0; shift < 32; shift += 8) this.writeByte((value >>> shift) & 0xff);
	}

	writeFloat32(value: number): void {
		this.writeUint32(new Uint32Array(Float32Array.of(value).buffer)[0]!);
	}

	writeBytes(bytes: Uint8Array): void {
		this.#reserve(bytes.length);
		this.#bytes.set(bytes, this.#length);
		this.#length += bytes.length;
	}

	/** Writes a text with its length in bytes. */
	writeText(text: string): void {
		const bytes = new TextEncoder().encode(text);
		this.writeCount(bytes.length);
		this.writeBytes(bytes);
	}

	finish(): Uint8Array<ArrayBuffer> {
		return this.#bytes.slice(0, this.#length);
	}

	#reserve(count: number): void {
		if (this.#length + count <= this.#bytes.length) return;
		const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
		larger.set(this.#bytes);
		this.#bytes = larger;
	}
}

/** Reads the bytes of a chunk. Throws `reel-damaged` where they do not fit. */
export class ByteCursor {
	readonly bytes: Uint8Array;
	/** What reading the file may still cost. */
	readonly budget: ReadBudget;
	at = 0;
	/** The offset of the first byte in the file. */
	readonly #byteOffset: number;
	readonly #what: string;

	constructor(bytes: Uint8Array, byteOffset: number, what: string, budget: ReadBudget) {
		this.bytes = bytes;
		this.budget = budget;
		this.#byteOffset = byteOffset;
		this.#what = what;
	}

	get left(): number {
		return this.bytes.length - this.at;
	}

	/** Throws `reel-damaged` for this place. */
	fail(reason: string): never {
		const byteOffset = this.#byteOffset + Math.min(this.at, this.bytes.length);
		return failAt('reel-damaged', '', byteOffset, `${this.#what}: ${reason} at ${byteOffset}`);
	}

	readByte(): number {
		if (this.left < 1) this.fail('the content ends');
		return this.bytes[this.at++]!;
	}

	/** Throws `reel-version` for something that only a later version knows. */
	failNew(what: string): never {
		const byteOffset = this.#byteOffset + Math.min(this.at, this.bytes.length);
		return failAt('reel-version', '', byteOffset, `${this.#what}: ${what} needs a newer version`);
	}

	/** Reads a whole number of at most `limit`, in its shortest form. */
	readCount(limit: number): number {
		let value = 0;
		for (let factor = 1; ; factor *= 128) {
			const byte = this.readByte();
			value += (byte & 0x7f) * factor;
			if (value > limit) this.fail(`a number is larger than ${limit}`);
			if (factor > 1 && (byte === 0 || factor > LAST_GROUP)) this.fail('a number is too long');
			if (byte < 0x80) return value;
		}
	}

	readUint32(): number {
		let value = 0;
		for (let factor = 1; factor < 2 ** 32; factor *= 256) value += this.readByte() * factor;
		return value;
	}

	readFloat32(): number {
		return new Float32Array(Uint32Array.of(this.readUint32()).buffer)[0]!;
	}

	readBytes(count: number): Uint8Array {
		if (count > this.left) this.fail(`the content ends before ${count} more bytes`);
		this.at += count;
		return this.bytes.subarray(this.at - count, this.at);
	}

	/** Returns a cursor over the next bytes, which are passed. */
	take(count: number): ByteCursor {
		const byteOffset = this.#byteOffset + this.at;
		return new ByteCursor(this.readBytes(count), byteOffset, this.#what, this.budget);
	}

	/** Reads a byte of flags: only bits of `known` may be set in its low half; a reader ignores the others. */
	readFlags(known: number): number {
		const flags = this.readByte();
		const unknown = flags & 0x0f & ~known;
		if (unknown !== 0) this.failNew(`flag ${unknown}`);
		return flags;
	}

	readText(): string {
		// A copy, because TextDecoder rejects shared memory.
		return this.decode(this.readBytes(this.readCount(MAX_TEXT)).slice());
	}

	/** Decodes UTF-8 from here, which is not in shared memory. */
	decode(bytes: Uint8Array): string {
		try {
			return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		} catch {
			return this.fail('a text is not valid UTF-8');
		}
	}
}
