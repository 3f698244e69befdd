import { constants } from 'node:fs';
import { isRecordingError, RecordingError } from '@handreel/core';
import { JournalReader } from '@handreel/core/record';
import { type Disk, openRegularFile, writeAll } from '@handreel/node/internal';
import { type TakeStatus, TakeTracker } from './take-status.ts';

/** The longest record that a journal may contain, in bytes. */
const MAX_RECORD_BYTES: number = 256 * 1024;
/** The longest journal, in bytes: two hours with two hands at 90 Hz. */
export const MAX_TAKE_BYTES: number = 1024 ** 3;
/** Bytes to read at a time. */
const BLOCK_BYTES: number = 1024 * 1024;

/** The journal of a take on disk. It grows by the bytes that a headset sends, and contains nothing but intact records. */
export class TakeFile {
	readonly id: string;
	/** The name of the take, without an extension. */
	readonly name: string;
	readonly path: string;
	readonly #disk: Disk;
	readonly #file: number;
	readonly #tracker = new TakeTracker();
	#reader = new JournalReader(this.#tracker);
	/** The bytes after the last whole record. */
	#rest: Uint8Array = new Uint8Array();
	#length = 0;
	#durableEnd = 0;
	#isClosed = false;
	#flushing: Promise<void> | null = null;

	private constructor(disk: Disk, id: string, name: string, path: string, file: number) {
		this.#disk = disk;
		this.id = id;
		this.name = name;
		this.path = path;
		this.#file = file;
	}

	/** Creates the file. Throws the system's error, `EEXIST` if there is one. */
	static create(disk: Disk, id: string, name: string, path: string): TakeFile {
		return new TakeFile(disk, id, name, path, disk.openSync(path, 'wx+'));
	}

	/**
	 * Opens the file of a take that was interrupted. Bytes after the last intact record are dropped, because the headset still
	 * has them; if they are more than the end of a torn write, the file is copied to `.damaged.hrj` first.
	 */
	static resume(disk: Disk, id: string, name: string, path: string): TakeFile {
		const take = new TakeFile(disk, id, name, path, openRegularFile(path, constants.O_RDWR, disk));
		try {
			take.#readAgain();
			return take;
		} catch (error) {
			take.close();
			throw error;
		}
	}

	/** The number of bytes that were written, perhaps with a part of a record at their end. */
	get length(): number {
		return this.#length;
	}

	/** The end of the last whole record. */
	get recordEnd(): number {
		return this.#reader.byteLength;
	}

	/** The end of the last whole record that is safe on the disk: what the next run continues from. Only this is acknowledged. */
	get durableEnd(): number {
		return this.#durableEnd;
	}

	get status(): TakeStatus {
		return this.#tracker.status;
	}

	/**
	 * Appends bytes of the journal and returns those that complete a record, from the start of the first such record.
	 *
	 * Throws `RecordingError` for damaged records, which are not stored, and the system's error if the disk is full; then the
	 * file is as before.
	 */
	append(bytes: Uint8Array): Uint8Array {
		if (this.#isClosed) throw new TypeError('append: the take is closed');
		this.#write(bytes);
		const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
		try {
			const used = this.#reader.read(all);
			this.#rest = all.slice(used);
			if (this.#rest.length > MAX_RECORD_BYTES) fail(`the record at ${this.#reader.byteLength} is too large`);
			this.#length += bytes.length;
			return all.subarray(0, used);
		} catch (error) {
			this.#dropRest();
			throw error;
		}
	}

	/** Reads the whole journal. */
	readAll(): Uint8Array<ArrayBuffer> {
		return this.readStart(this.#length);
	}

	/** Reads the first bytes of the journal. */
	readStart(length: number): Uint8Array<ArrayBuffer> {
		const bytes = new Uint8Array(length);
		for (let at = 0; at < bytes.length; ) {
			const count = this.#disk.readSync(this.#file, bytes, at, Math.min(BLOCK_BYTES, bytes.length - at), at);
			if (count === 0) fail(`${this.path} is shorter than the bytes that were written`);
			at += count;
		}
		return bytes;
	}

	/**
	 * Resolves when all whole records are safe on the disk, or when the file is closed; one flush serves all that wait. If it
	 * rejects, with the system's error, nobody knows which bytes the disk has: the file is cut to what is safe, and closed. Open
	 * the take again.
	 */
	async flush(): Promise<void> {
		for (const end = this.recordEnd; !this.#isClosed && this.#durableEnd < end; ) {
			this.#flushing ??= this.#flush();
			await this.#flushing;
		}
	}

	/** Closes the file. */
	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		if (this.#flushing === null) this.#disk.closeSync(this.#file);
	}

	/** Whether the file is closed. */
	get isClosed(): boolean {
		return this.#isClosed;
	}

	// In the background, because a flush can take longer than a frame.
	async #flush(): Promise<void> {
		const end = this.recordEnd;
		try {
			await new Promise<void>((resolve, reject) => {
				this.#disk.fsync(this.#file, (error) => (error === null ? resolve() : reject(error)));
			});
			this.#durableEnd = end;
		} catch (error) {
			const wasOpen = !this.#isClosed;
			this.#isClosed = true;
			if (wasOpen) this.#disk.ftruncateSync(this.#file, this.#durableEnd);
			throw error;
		} finally {
			this.#flushing = null;
			if (this.#isClosed) this.#disk.closeSync(this.#file);
		}
	}

	#write(bytes: Uint8Array): void {
		try {
			writeAll(this.#file, bytes, this.#length, this.#disk);
		} catch (error) {
			this.#disk.ftruncateSync(this.#file, this.#length);
			throw error;
		}
	}

	// Cuts the file after the last intact record.
	#dropRest(): void {
		this.#rest = new Uint8Array();
		this.#length = this.#reader.byteLength;
		this.#disk.ftruncateSync(this.#file, this.#length);
	}

	#readAgain(): void {
		const block = new Uint8Array(BLOCK_BYTES);
		let size = 0;
		let isDamaged = false;
		for (;;) {
			const count = this.#disk.readSync(this.#file, block, 0, block.length, size);
			if (count === 0) break;
			size += count;
			if (isDamaged) continue;
			const all = Buffer.concat([this.#rest, block.subarray(0, count)]);
			try {
				this.#rest = all.subarray(this.#reader.read(all));
			} catch (error) {
				if (!isRecordingError(error)) throw error;
				isDamaged = true;
			}
		}
		const lost = size - this.#reader.byteLength;
		if (lost > MAX_RECORD_BYTES) this.#keepCopy();
		this.#dropRest();
		// The run that wrote these bytes may not have flushed them.
		this.#disk.fsyncSync(this.#file);
		this.#durableEnd = this.#length;
	}

	#keepCopy(): void {
		const start = this.path.replace(/\.hrj$/, '');
		for (let n = 1; ; n++) {
			try {
				// Never over a file, nor through a link.
				this.#disk.copyFileSync(this.path, `${start}.damaged${n === 1 ? '' : `-${n}`}.hrj`, constants.COPYFILE_EXCL);
				return;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
			}
		}
	}
}

function fail(message: string): never {
	throw new RecordingError({
		code: 'journal-damaged',
		severity: 'error',
		message,
		path: '',
		byteOffset: null,
		time: null,
	});
}
