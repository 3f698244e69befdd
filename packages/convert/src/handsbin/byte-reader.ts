import { type IssueCode, RecordingError } from '@handreel/core';

/** Integers that a curve holds exactly. */
const MAX_EXACT = 2 ** 24;

/** Reads the values of a .handsbin file one after the other. Throws `RecordingError` with the place. */
export class ByteReader {
	readonly view: DataView;
	offset = 0;
	/** What is read now, for errors. */
	place = '';

	constructor(bytes: Uint8Array) {
		this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	/** Bytes that have not been read. */
	get left(): number {
		return this.view.byteLength - this.offset;
	}

	/** Moves on and returns the offset of what was skipped. */
	skip(count: number): number {
		const { offset } = this;
		if (count > this.left) {
			const held = `[${offset}, ${this.view.byteLength}) holds ${this.left}`;
			this.fail('truncated', `the file ends too early: ${count} bytes are needed, but ${held}`);
		}
		this.offset += count;
		return offset;
	}

	readInt(): number {
		return this.view.getInt32(this.skip(4), true);
	}

	/** An integer of which only some bits may be set. */
	readFlags(allowed: number, name: string): number {
		const flags = this.readInt();
		if ((flags & ~allowed) !== 0) {
			this.offset -= 4;
			this.fail('bad-handsbin', `unknown ${name} ${describeBits(flags)}`);
		}
		return flags;
	}

	/** The bits of a float. */
	readBits(): number {
		return this.view.getUint32(this.skip(4), true);
	}

	/** A string as .NET writes it: the number of UTF-8 bytes in groups of seven bits, then the bytes. */
	readString(): string {
		const start = this.offset;
		let length = 0;
		for (let shift = 0; ; shift += 7) {
			const group = this.view.getUint8(this.skip(1));
			length += (group & 0x7f) * 2 ** shift;
			if (group < 0x80) {
				if (group === 0 && shift > 0) this.#failString(start, 'its length takes more bytes than needed');
				break;
			}
			if (shift === 28) this.#failString(start, 'its length does not fit 32 bits');
		}
		const at = this.skip(length);
		// A copy, because decoders reject shared memory.
		const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + at, length).slice();
		try {
			return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		} catch {
			return this.#failString(at, 'it is not valid UTF-8');
		}
	}

	fail(code: IssueCode, message: string): never {
		const text = this.place === '' ? message : `${this.place}: ${message}`;
		const { place: path, offset: byteOffset } = this;
		throw new RecordingError({ code, severity: 'error', message: text, path, byteOffset, time: null });
	}

	#failString(offset: number, reason: string): never {
		this.offset = offset;
		return this.fail('bad-string', `the name of the recording cannot be read: ${reason}`);
	}
}

/** Whether a curve holds an integer exactly. */
export function isExact(integer: number): boolean {
	return Math.abs(integer) <= MAX_EXACT;
}

function describeBits(flags: number): string {
	return `0x${(flags >>> 0).toString(16)}`;
}
