import type { Stats } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { DISK, type Disk, removeQuietly, writeAll } from './disk.ts';
import { renameOver, THIS_SYSTEM } from './rename-over.ts';
import { createFolder, syncFolder } from './sync-folder.ts';

// Machines that write to the same folder may have processes with the same number.
const TEMPORARY_EXTENSION = `.${process.pid}-${hashText(hostname())}.handreel-tmp`;
/** Permission bits, with set-user-ID, set-group-ID and sticky bit. */
const MODE_BITS = 0o7777;
const PRIVATE_MODE = 0o600;
/** What systems report for a disk without hard links, such as FAT. */
export const NO_LINKS: readonly (string | undefined)[] = [
	...['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK'],
];

/** Options of {@link AsideFile}. */
export interface AsideOptions {
	/** The path until the file is complete, in the same folder. Default: that of {@link createTemporaryName}. */
	readonly temporary?: string | undefined;
	/** The file that is replaced: its mode and its owner are kept. */
	readonly replaced?: Stats | null | undefined;
	readonly disk?: Disk | undefined;
}

/** Another file has the name already. */
export class ExistsError extends Error {}

/** The name of the temporary file for a file. */
export function createTemporaryName(path: string): string {
	return `${path}${TEMPORARY_EXTENSION}`;
}

/** Whether a file name is that of a temporary file of this process. */
export function isTemporary(name: string): boolean {
	return name.endsWith(TEMPORARY_EXTENSION);
}

/** Whether a file name is that of a temporary file for one of some files, by any process on any machine. */
export function isTemporaryOf(name: string, isTarget: (name: string) => boolean): boolean {
	const match = /^(.*)\.\d+-[0-9a-z]+\.handreel-tmp$/.exec(name);
	return match !== null && isTarget(match[1] ?? '');
}

/**
 * A file that is written under another name and gets its name when it is complete, so that it is there completely or not at
 * all, also after a power failure. Creates missing folders. After an error, call `discard`.
 */
export class AsideFile {
	readonly #path: string;
	readonly #temporary: string;
	readonly #disk: Disk;
	#file: number | null;
	#isNamed = false;

	constructor(path: string, { temporary = createTemporaryName(path), replaced, disk = DISK }: AsideOptions = {}) {
		this.#path = path;
		this.#temporary = temporary;
		this.#disk = disk;
		this.#file = openTemporary(temporary, replaced ?? null, disk);
	}

	/** Appends bytes. */
	write(bytes: Uint8Array): void {
		if (this.#file === null) throw new TypeError('write: the file is closed');
		writeAll(this.#file, bytes, null, this.#disk);
	}

	/** Flushes the bytes to the disk and closes the file, which has its temporary name until it is named. */
	finish(): void {
		if (this.#file === null) return;
		try {
			this.#disk.fsyncSync(this.#file);
		} finally {
			this.#close();
		}
	}

	/** Finishes the file and renames it to its final name, in place of an older file. Throws, too, if the name cannot be flushed to the disk. */
	replace(): void {
		this.finish();
		const { renameSync, chmodSync } = this.#disk;
		renameOver(this.#temporary, this.#path, { ...THIS_SYSTEM, renameSync, chmodSync });
		this.#flushName();
	}

	/** As {@link replace}, but throws {@link ExistsError} if there is a file. Of two processes, one wins. */
	create(): void {
		this.finish();
		nameNew(this.#temporary, this.#path, this.#disk);
		this.#flushName();
	}

	#flushName(): void {
		this.#isNamed = true;
		try {
			syncFolder(dirname(this.#path), this.#disk);
		} catch (cause) {
			throw new Error('was written, but a power failure may undo that', { cause });
		}
	}

	/** Removes what was written, unless it has its name. Throws nothing: the error before is the one to report. */
	discard(): void {
		try {
			this.#close();
		} catch {}
		if (!this.#isNamed) removeQuietly(this.#temporary, this.#disk);
	}

	// A descriptor is closed once: after a failure, it may be that of another file.
	#close(): void {
		const file = this.#file;
		this.#file = null;
		if (file !== null) this.#disk.closeSync(file);
	}
}

/** Writes a file completely or not at all, in place of an older file. */
export function writeAside(path: string, content: Uint8Array | string, options: AsideOptions = {}): void {
	const file = new AsideFile(path, options);
	try {
		file.write(typeof content === 'string' ? Buffer.from(content) : content);
		file.replace();
	} catch (error) {
		file.discard();
		throw error;
	}
}

/** Finds out whether a file can be replaced, by creating its temporary file. */
export function checkReplaceable(path: string, replaced: Stats): void {
	new AsideFile(path, { replaced }).discard();
}

// Renames the temporary file to a name that no other file has.
function nameNew(temporary: string, path: string, disk: Disk): void {
	try {
		disk.linkSync(temporary, path);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') throw new ExistsError(`${path} already exists`, { cause: error });
		if (!NO_LINKS.includes(codeOf(error))) throw error;
		renameNew(temporary, path, disk);
		return;
	}
	// The file is complete: what is left of the temporary file does not make it a failure.
	removeQuietly(temporary, disk);
}

// On a disk without hard links, an empty file takes the name first.
function renameNew(temporary: string, path: string, disk: Disk): void {
	try {
		disk.closeSync(disk.openSync(path, 'wx'));
	} catch (error) {
		if (codeOf(error) === 'EEXIST') throw new ExistsError(`${path} already exists`, { cause: error });
		throw error;
	}
	try {
		disk.renameSync(temporary, path);
	} catch (error) {
		removeQuietly(path, disk);
		throw error;
	}
}

// Opens a new file with mode and owner of the file that it replaces.
function openTemporary(path: string, replaced: Stats | null, disk: Disk): number {
	// A process that had the same number may have left a file, and a stranger a link.
	disk.rmSync(path, { force: true });
	const file = openNew(path, replaced === null ? undefined : PRIVATE_MODE, disk);
	if (replaced === null) return file;
	try {
		const { uid, gid } = disk.fstatSync(file);
		if (uid !== replaced.uid || gid !== replaced.gid) keepOwner(file, replaced, disk);
		// After the owner, because changing the owner clears some bits.
		disk.fchmodSync(file, replaced.mode & MODE_BITS);
		return file;
	} catch (error) {
		disk.closeSync(file);
		removeQuietly(path, disk);
		throw error;
	}
}

function keepOwner(file: number, { uid, gid }: Stats, disk: Disk): void {
	try {
		disk.fchownSync(file, uid, gid);
	} catch (cause) {
		throw new Error(
			`belongs to user ${uid} and group ${gid}, which cannot be kept; write to another file, or remove this one first`,
			{ cause },
		);
	}
}

function openNew(path: string, mode: number | undefined, disk: Disk): number {
	try {
		return disk.openSync(path, 'wx', mode);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
		createFolder(dirname(path), disk);
		return disk.openSync(path, 'wx', mode);
	}
}

// FNV-1a.
function hashText(text: string): string {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	return (hash >>> 0).toString(36);
}

function codeOf(error: unknown): string | undefined {
	return (error as NodeJS.ErrnoException).code;
}
