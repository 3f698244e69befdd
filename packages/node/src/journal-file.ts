import { closeSync, fsync, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { JournalSink } from '@handreel/core/record';

/** How {@link openJournal} writes. */
export interface JournalFileOptions {
	/**
	 * Seconds after which what was written is flushed to the disk at the latest, so that it survives a power cut too; what
	 * was written survives the end of the process in any case. 0 flushes each time before going on. Default 0.5.
	 */
	readonly syncInterval?: number;
}

/** A journal on disk: the sink for a `Recorder`. */
export interface JournalFile extends JournalSink {
	/** Flushes to the disk, now, and closes the file. Throws what went wrong since the last write. */
	close(): void;
}

/**
 * Creates a file for a journal and opens it. Throws the system's error if that fails, above all `EEXIST` if there is
 * such a file: it may be all that is left of another recording.
 *
 * @example
 * const journal = openJournal('session.hrj');
 * const recorder = new Recorder({ journal });
 * // … and after a crash: recoverJournal(readFileSync('session.hrj')).recording
 */
export function openJournal(path: string | URL, options: JournalFileOptions = {}): JournalFile {
	const { syncInterval = 0.5 } = options;
	if (!(syncInterval >= 0)) throw new RangeError(`syncInterval: ${syncInterval} is not a number from 0 on`);
	const file = openSync(path, 'wx');
	syncFolder(dirname(path instanceof URL ? fileURLToPath(path) : path));
	return new SyncedFile(file, Math.min(syncInterval * 1000, MAX_TIMEOUT));
}

/** The longest time that a timer can wait, in milliseconds: 24 days. */
const MAX_TIMEOUT: number = 2 ** 31 - 1;

// Without this a power cut could leave the bytes on the disk without a name. Not every system can do it.
function syncFolder(path: string): void {
	try {
		const folder = openSync(path, 'r');
		try {
			fsyncSync(folder);
		} finally {
			closeSync(folder);
		}
	} catch {}
}

class SyncedFile implements JournalFile {
	readonly #file: number;
	readonly #interval: number;
	#timer: NodeJS.Timeout | null = null;
	/** Since when something is waiting to be flushed, in milliseconds; `null` if nothing is. */
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
		// The timer is for the last write before a silence. A program that never waits has no timers, hence the look at the
		// clock.
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
			// A flush that is under way needs the file a moment longer.
			if (!this.#isSyncing) closeSync(this.#file);
		}
		this.#throwError();
	}

	// In the background: a disk can take longer than a frame.
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
