import { type IssueCode, RecordingError } from '@handreel/core';

/** The names of stores, which follow the name of the player. */
const PLATFORMS = /^(steam|oculus|oculuspc)$/;
/** Bytes that the name of a player may have beyond its stated length. */
const MAX_EXTRA = 256;

/** Reads the values of a replay one after the other, in little-endian order. Throws `RecordingError` with the place. */
export class ReplayReader {
	readonly #view: DataView;
	offset = 0;
	/** What is read now, for errors. */
	place = '';

	constructor(bytes: Uint8Array) {
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	/** Bytes that have not been read. */
	get left(): number {
		return this.#view.byteLength - this.offset;
	}

	/** Moves on and returns the offset of what was skipped. */
	skip(count: number): number {
		const { offset } = this;
		if (count > this.left) {
			this.fail('truncated', `the file ends too early: ${count} bytes are needed, but only ${this.left} are left`);
		}
		this.offset += count;
		return offset;
	}

	readByte(): number {
		return this.#view.getUint8(this.skip(1));
	}

	readInt(): number {
		return this.#view.getInt32(this.skip(4), true);
	}

	readLong(): number {
		return Number(this.#view.getBigInt64(this.skip(8), true));
	}

	readFloat(): number {
		return this.#view.getFloat32(this.skip(4), true);
	}

	/** The number of items of a list, of which each takes some bytes at least. */
	readCount(itemBytes: number): number {
		const count = this.readInt();
		if (count >= 0 && count * itemBytes <= this.left) return count;
		this.offset -= 4;
		return this.fail('bad-count', `there are ${this.left - 4} bytes left for ${count} items`);
	}

	/** A text: the number of its bytes, then UTF-8. */
	readText(): string {
		return this.#decode(this.readCount(1));
	}

	/**
	 * The name of the player. Some versions of the recorder counted its characters instead of its bytes, so that the name ends
	 * where the name of a store follows.
	 */
	readPlayerName(): string {
		const length = this.readCount(1);
		for (let extra = 0; extra <= MAX_EXTRA && length + extra + 4 <= this.left; extra++) {
			const at = this.offset + length + extra;
			const next = this.#view.getInt32(at, true);
			if (
				next >= 5 &&
				next <= 8 &&
				at + 4 + next <= this.#view.byteLength &&
				PLATFORMS.test(this.#peek(at + 4, next))
			) {
				return this.#decode(length + extra);
			}
		}
		return this.#decode(length);
	}

	fail(code: IssueCode, reason: string): never {
		const { place: path, offset: byteOffset } = this;
		const message = `${path}: ${reason}`;
		throw new RecordingError({ code, severity: 'error', message, path, byteOffset, time: null });
	}

	#decode(length: number): string {
		return this.#peek(this.skip(length), length);
	}

	#peek(at: number, length: number): string {
		// A copy, because decoders reject shared memory.
		return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length).slice());
	}
}
