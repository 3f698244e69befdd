import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AsideFile, syncFolder } from '@handreel/node/internal';
import { FRAMES_FOLDER, hasFramesFolder, hasOwnFile, isOwnName, listFramesFolder, readOwnJson } from './own-files.ts';

/** The end of the names of files that wait. No other program uses it. */
const NEW = '.handreel-new';
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
	readonly #open = new Set<AsideFile>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Opens a new file. */
	open(name: string): StagedWriter {
		const path = join(this.#folder, name);
		const file = new AsideFile(path, { temporary: `${path}${NEW}` });
		const hash = createHash('sha256');
		let size = 0;
		this.#open.add(file);
		return {
			write: (bytes) => {
				file.write(bytes);
				hash.update(bytes);
				size += bytes.length;
			},
			close: () => {
				file.finish();
				this.#open.delete(file);
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
		const commit: Commit = { rename: this.#names, remove };
		const file = new AsideFile(path, { temporary: `${path}${NEW}` });
		this.#open.add(file);
		file.write(Buffer.from(JSON.stringify(commit)));
		file.finish();
		// The staged files have names before the decision has one.
		syncFolders(this.#folder);
		file.replace();
		this.#open.delete(file);
		settleFolder(this.#folder);
	}

	/** Removes what was staged. */
	discard(): void {
		for (const file of this.#open) file.discard();
		this.#open.clear();
		settleFolder(this.#folder);
	}
}

/** Completes a change that was decided, and removes the files of a change that was not. Needs the lock of the folder. */
export function settleFolder(folder: string): void {
	const commit = readCommit(folder);
	// Names with a folder lead outside if that folder is a link.
	listFramesFolder(folder);
	if (commit !== null) {
		for (const name of commit.rename) {
			if (hasOwnFile(folder, `${name}${NEW}`)) renameSync(join(folder, `${name}${NEW}`), join(folder, name));
		}
		for (const name of commit.remove) rmSync(join(folder, name), { force: true });
		// The decision goes last, also after a power failure.
		syncFolders(folder);
		rmSync(join(folder, COMMIT));
	}
	for (const name of listNew(folder)) rmSync(join(folder, name), { force: true });
}

/** The name under which the current content of a file is found, also in the middle of a change. */
export function findCurrent(folder: string, name: string): string {
	const isWaiting = readCommit(folder)?.rename.includes(name) === true && hasOwnFile(folder, `${name}${NEW}`);
	return isWaiting ? `${name}${NEW}` : name;
}

function syncFolders(folder: string): void {
	if (hasFramesFolder(folder)) syncFolder(join(folder, FRAMES_FOLDER));
	syncFolder(folder);
}

function listNew(folder: string): string[] {
	const names = [...readdirSync(folder), ...listFramesFolder(folder)];
	return names.filter((name) => {
		const target = name.endsWith(NEW) ? name.slice(0, -NEW.length) : null;
		return target === COMMIT || isOwnName(target);
	});
}

/** Reads the change that was decided; `null` if there is none. Throws for the file of another program. */
function readCommit(folder: string): Commit | null {
	if (!hasOwnFile(folder, COMMIT)) return null;
	const { rename, remove } = parseCommit(folder);
	const isSound = [rename, remove].every((names) => Array.isArray(names) && names.every(isOwnName));
	if (!isSound) throw new Error(`${join(folder, COMMIT)} is not a file of this program, or damaged; move it away`);
	return { rename, remove } as Commit;
}

function parseCommit(folder: string): { readonly rename?: unknown; readonly remove?: unknown } {
	try {
		return readOwnJson(folder, COMMIT) ?? {};
	} catch {
		return {};
	}
}
