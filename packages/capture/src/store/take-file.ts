import {
	closeSync,
	copyFileSync,
	fsync,
	fsyncSync,
	ftruncateSync,
	openSync,
	readSync,
	unlinkSync,
	writeSync,
} from 'node:fs';
import { isRecordingError, RecordingError } from '@handreel/core';
import { JournalReader } from '@handreel/core/record';
import { type TakeStatus, TakeTracker } from './take-status.ts';

/** The longest record that a journal may contain, in bytes. */
const MAX_RECORD_BYTES: number = 256 * 1024;
/** The longest journal, in bytes: two hours with two hands at 90 Hz. */
export const MAX_TAKE_BYTES: number = 1024 ** 3;
/** Bytes to read at a time. */
const BLOCK_BYTES: number = 1024 * 1024;
/** Milliseconds until written bytes are flushed to the disk. */
const SYNC_MS = 500;

/** The journal of a take on disk. It grows by the bytes that a headset sends, and contains nothing but intact records. */
export class TakeFile {
	readonly id: string;
	/** The name of the take, without an extension. */
	readonly name: string;
	readonly path: string;
	readonly #file: number;
	readonly #tracker = new TakeTracker();
	#reader = new JournalReader(this.#tracker);
	/** The bytes after the last whole record. */
	#rest: Uint8Array = new Uint8Array();
	#length = 0;
	#isClosed = false;
	#timer: NodeJS.Timeout | null = null;
	#isSyncing = false;

	private constructor(id: string, name: string, path: string, file: number) {
		this.id = id;
		this.name = name;
		this.path = path;
		this.#file = file;
	}

	/** Creates the file. Throws the system's error, `EEXIST` if there is one. */
	static create(id: string, name: string, path: string): TakeFile {
		return new TakeFile(id, name, path, openSync(path, 'wx+'));
	}

	/**
	 * Opens the file of a take that was interrupted. Bytes after the last intact record are dropped, because the headset still
	 * has them; if they are more than the end of a torn write, the file is copied to `.damaged.hrj` first.
	 */
	static resume(id: string, name: string, path: string): TakeFile {
		const take = new TakeFile(id, name, path, openSync(path, 'r+'));
		take.#readAgain();
		return take;
	}

	/** The number of bytes that are stored. */
	get length(): number {
		return this.#length;
	}

	/** The end of the last whole record. */
	get recordEnd(): number {
		return this.#reader.byteLength;
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
			this.#scheduleSync();
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
			const count = readSync(this.#file, bytes, at, Math.min(BLOCK_BYTES, bytes.length - at), at);
			if (count === 0) fail(`${this.path} is shorter than the bytes that were written`);
			at += count;
		}
		return bytes;
	}

	/** Flushes to the disk and closes the file. */
	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		if (this.#timer !== null) clearTimeout(this.#timer);
		try {
			fsyncSync(this.#file);
		} finally {
			if (!this.#isSyncing) closeSync(this.#file);
		}
	}

	/** Closes and deletes the file. */
	remove(): void {
		this.close();
		unlinkSync(this.path);
	}

	#write(bytes: Uint8Array): void {
		try {
			for (let done = 0; done < bytes.length; )
				done += writeSync(this.#file, bytes, done, bytes.length - done, this.#length + done);
		} catch (error) {
			ftruncateSync(this.#file, this.#length);
			throw error;
		}
	}

	// Cuts the file after the last intact record.
	#dropRest(): void {
		this.#rest = new Uint8Array();
		this.#length = this.#reader.byteLength;
		ftruncateSync(this.#file, this.#length);
	}

	#readAgain(): void {
		const block = new Uint8Array(BLOCK_BYTES);
		let size = 0;
		let isDamaged = false;
		for (;;) {
			const count = readSync(this.#file, block, 0, block.length, size);
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
		if (lost > MAX_RECORD_BYTES) copyFileSync(this.path, this.path.replace(/\.hrj$/, '.damaged.hrj'));
		this.#dropRest();
	}

	// In the background, because a flush can take longer than a frame.
	#scheduleSync(): void {
		if (this.#timer !== null || this.#isSyncing) return;
		this.#timer = setTimeout(() => {
			this.#timer = null;
			this.#isSyncing = true;
			fsync(this.#file, () => {
				this.#isSyncing = false;
				if (this.#isClosed) closeSync(this.#file);
			});
		}, SYNC_MS).unref();
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
