import { closeSync, fsync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { JournalSink } from '@handreel/core/record';
import { syncFolder } from './sync-folder.ts';

/** Options of {@link openJournal}. */
export interface JournalFileOptions {
	/**
	 * Maximum seconds until written bytes are flushed to the disk, so that they survive a power cut. They survive a crash of
	 * the process in any case. 0 flushes on every write and waits for it. Default 0.5.
	 */
	readonly syncInterval?: number | undefined;
}

/** Defaults of {@link JournalFileOptions}. */
const JOURNAL_FILE_DEFAULTS: Readonly<Required<JournalFileOptions>> = { syncInterval: 0.5 };

/** A journal on disk: the sink for a `Recorder`. */
export interface JournalFile extends JournalSink {
	/** Flushes to the disk and closes the file. Throws an error that occurred in the background since the last write. */
	close(): void;
}

/**
 * Creates a file for a journal and opens it. Throws the system's error if that fails: `EEXIST` if the file exists, since
 * it may be all that is left of another recording. Throws `RangeError` for an invalid interval.
 *
 * @example
 * const journal = openJournal('session.hrj');
 * const recorder = new Recorder({ journal });
 * // After a crash: recoverJournal(readFileSync('session.hrj')).recording
 */
export function openJournal(path: string | URL, options: JournalFileOptions = {}): JournalFile {
	const { syncInterval = JOURNAL_FILE_DEFAULTS.syncInterval } = options;
	if (!(syncInterval >= 0)) throw new RangeError(`syncInterval: ${syncInterval} must be 0 or greater`);
	const file = openSync(path, 'wx');
	try {
		syncFolder(dirname(path instanceof URL ? fileURLToPath(path) : path));
	} catch (error) {
		closeSync(file);
		unlinkSync(path);
		throw error;
	}
	return new SyncedFile(file, Math.min(syncInterval * 1000, MAX_TIMEOUT));
}

/** The maximum delay of a timer in milliseconds: 24 days. */
const MAX_TIMEOUT: number = 2 ** 31 - 1;

class SyncedFile implements JournalFile {
	readonly #file: number;
	readonly #interval: number;
	#timer: NodeJS.Timeout | null = null;
	/** The time of the oldest write that is not flushed, in milliseconds; `null` if everything is flushed. */
	#dirtySince: number | null = null;
	#isSyncing = false;
	#isClosed = false;
	#error: Error | null = null;

	constructor(file: number, interval: number) {
		this.#file = file;
		this.#interval = interval;
	}

	write(bytes: Uint8Array): void {
		if (this.#isClosed) throw new TypeError('write: the journal is closed');
		this.#throwError();
		for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
		if (this.#interval === 0) {
			fsyncSync(this.#file);
			return;
		}
		this.#dirtySince ??= performance.now();
		// The timer covers the last write before a pause. Timers do not run in a program that never yields, hence the clock.
		if (performance.now() - this.#dirtySince >= this.#interval) this.#startSync();
		else this.#timer ??= setTimeout(() => this.#startSync(), this.#interval).unref();
	}

	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#clearTimer();
		try {
			fsyncSync(this.#file);
		} finally {
			// A running flush still needs the file and closes it itself.
			if (!this.#isSyncing) closeSync(this.#file);
		}
		this.#throwError();
	}

	// In the background, because a flush can take longer than a frame.
	#startSync(): void {
		this.#clearTimer();
		if (this.#isSyncing || this.#isClosed) return;
		this.#isSyncing = true;
		this.#dirtySince = null;
		fsync(this.#file, (error) => {
			this.#isSyncing = false;
			if (error !== null) this.#error ??= error;
			if (this.#isClosed) closeSync(this.#file);
			else if (this.#dirtySince !== null) this.#timer ??= setTimeout(() => this.#startSync(), this.#interval).unref();
		});
	}

	#clearTimer(): void {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
	}

	#throwError(): void {
		const error = this.#error;
		this.#error = null;
		if (error !== null) throw error;
	}
}
