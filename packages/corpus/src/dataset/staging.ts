import { createHash } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const NEW = '.new';
const COMMIT = 'commit.json';

/** A staged file. */
export interface StagedFile {
	readonly name: string;
	readonly bytes: number;
	/** In hexadecimal digits. */
	readonly sha256: string;
}

/** A change of several files that is complete as soon as it is decided. */
interface Commit {
	/** Files that wait under a new name. */
	readonly rename: readonly string[];
	readonly remove: readonly string[];
}

/** A file that is written aside. */
export interface StagedWriter {
	write(bytes: Uint8Array): void;
	close(): StagedFile;
}

/**
 * Files of a folder that are written aside and replace the old files together. The decision is the renaming of one file: a
 * crash before it leaves the old files, a crash after it is completed by {@link settleFolder}.
 */
export class Staging {
	readonly #folder: string;
	readonly #names: string[] = [];
	readonly #open = new Set<number>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Opens a new file. */
	open(name: string): StagedWriter {
		const path = `${join(this.#folder, name)}${NEW}`;
		mkdirSync(dirname(path), { recursive: true });
		const fd = openSync(path, 'w');
		const hash = createHash('sha256');
		let size = 0;
		this.#open.add(fd);
		return {
			write: (bytes) => {
				for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
				hash.update(bytes);
				size += bytes.length;
			},
			close: () => {
				fsyncSync(fd);
				closeSync(fd);
				this.#open.delete(fd);
				this.#names.push(name);
				return { name, bytes: size, sha256: hash.digest('hex') };
			},
		};
	}

	/** Stages a text. */
	writeText(name: string, text: string): StagedFile {
		const file = this.open(name);
		file.write(new TextEncoder().encode(text));
		return file.close();
	}

	/** Replaces the old files and removes others. */
	commit(remove: readonly string[] = []): void {
		const path = join(this.#folder, COMMIT);
		const fd = openSync(`${path}${NEW}`, 'w');
		try {
			const commit: Commit = { rename: this.#names, remove };
			writeSync(fd, JSON.stringify(commit));
			fsyncSync(fd);
		} finally {
			closeSync(fd);
		}
		renameSync(`${path}${NEW}`, path);
		settleFolder(this.#folder);
	}

	/** Removes what was staged. */
	discard(): void {
		for (const fd of this.#open) closeSync(fd);
		this.#open.clear();
		settleFolder(this.#folder);
	}
}

/** Completes a change that was decided, and removes the files of a change that was not. Needs the lock of the folder. */
export function settleFolder(folder: string): void {
	const commit = readCommit(folder);
	if (commit !== null) {
		for (const name of commit.rename) {
			const path = join(folder, name);
			if (existsSync(`${path}${NEW}`)) renameSync(`${path}${NEW}`, path);
		}
		for (const name of commit.remove) rmSync(join(folder, name), { force: true });
		rmSync(join(folder, COMMIT));
	}
	for (const name of listNew(folder)) rmSync(join(folder, name), { force: true });
}

/** The path under which the current content of a file is found, also in the middle of a change. */
export function findCurrent(folder: string, name: string): string {
	const path = join(folder, name);
	const isWaiting = readCommit(folder)?.rename.includes(name) === true && existsSync(`${path}${NEW}`);
	return isWaiting ? `${path}${NEW}` : path;
}

function listNew(folder: string): string[] {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return names.filter((name) => name.endsWith(NEW));
}

function readCommit(folder: string): Commit | null {
	try {
		return JSON.parse(readFileSync(join(folder, COMMIT), 'utf8'));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
