import { constants } from 'node:fs';
import { join } from 'node:path';
import { type Disk, openRegularFile, syncFolder, writeAll } from '@handreel/node/internal';
import { isTakeId, type SavedTake } from '../protocol/messages.ts';
import { isTakeFile } from './file-names.ts';

const FILE = '.handreel-takes.jsonl';
/** The longest list, in bytes: some hundred thousand takes. */
const MAX_BYTES: number = 64 * 1024 * 1024;

/** The longest line, in characters. The store writes shorter ones. */
const MAX_LINE: number = 4096;

/** A take in the list. */
export interface ListedTake extends SavedTake {
	/** Bytes of the file. */
	readonly size: number;
}

/**
 * The list of the takes in a folder that were saved or discarded. A headset that missed the answer asks again, perhaps after
 * a restart. A take is noted before its file has its name, so a noted file that is missing was never complete. The folder
 * may come from a stranger: lines count only if they name files as the store does.
 */
export class Ledger {
	readonly #disk: Disk;
	readonly #folder: string;
	readonly #path: string;
	readonly #listed = new Map<string, ListedTake>();
	readonly #discarded = new Set<string>();

	/** Reads the list. Throws the system's error, and `Error` if the list is a link or too large. */
	constructor(disk: Disk, folder: string) {
		this.#disk = disk;
		this.#folder = folder;
		this.#path = join(folder, FILE);
		const text = this.#read();
		for (let start = 0; start < text.length; ) {
			const end = text.indexOf('\n', start);
			const line = text.slice(start, end < 0 ? text.length : end);
			if (line.length > 0 && line.length <= MAX_LINE) this.#apply(line);
			start += line.length + 1;
		}
	}

	/** The take if it was noted as saved. */
	find(take: string): ListedTake | undefined {
		return this.#listed.get(take);
	}

	/** The names of all files that were noted. */
	get files(): string[] {
		return Array.from(this.#listed.values(), ({ file }) => file);
	}

	/** Returns whether a take was discarded. */
	isDiscarded(take: string): boolean {
		return this.#discarded.has(take);
	}

	/** Notes that a take is saved. */
	add(listed: ListedTake): void {
		this.#note(listed);
		this.#listed.set(listed.take, listed);
	}

	/** Notes that a take was discarded. */
	remove(take: string): void {
		this.#note({ take });
		this.#listed.delete(take);
		this.#discarded.add(take);
	}

	#read(): string {
		let file: number;
		try {
			file = openRegularFile(this.#path, constants.O_RDONLY, this.#disk);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
			throw error;
		}
		try {
			if (this.#disk.fstatSync(file).size > MAX_BYTES) throw new Error(`${this.#path} is too large`);
			return this.#disk.readFileSync(file, 'utf8');
		} finally {
			this.#disk.closeSync(file);
		}
	}

	// A line without a file: the take was discarded. A torn last line belongs to a take whose journal is still there.
	#apply(line: string): void {
		let entry: Readonly<Record<string, unknown>> | null;
		try {
			entry = JSON.parse(line);
		} catch {
			return;
		}
		const { take, file, frames, duration, size } = entry ?? {};
		if (!isTakeId(take)) return;
		if (file === undefined) {
			this.#listed.delete(take);
			this.#discarded.add(take);
		} else if (isTakeFile(file) && isCount(frames) && isCount(size) && Number.isFinite(duration))
			this.#listed.set(take, { take, file, frames, duration: duration as number, size });
	}

	// The line break before the line ends a line that was cut.
	#note(entry: Partial<ListedTake>): void {
		const { O_WRONLY, O_APPEND, O_CREAT } = constants;
		const file = openRegularFile(this.#path, O_WRONLY | O_APPEND | O_CREAT, this.#disk);
		try {
			const isNew = this.#disk.fstatSync(file).size === 0;
			writeAll(file, Buffer.from(`\n${JSON.stringify(entry)}\n`), null, this.#disk);
			this.#disk.fsyncSync(file);
			if (isNew) syncFolder(this.#folder, this.#disk);
		} finally {
			this.#disk.closeSync(file);
		}
	}
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
