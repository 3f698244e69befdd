import {
	closeSync,
	constants,
	fchmodSync,
	fchownSync,
	fstatSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readlinkSync,
	realpathSync,
	rmSync,
	type Stats,
	statSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { renameOver } from './rename-over.ts';
import { explainReservedName } from './reserved-name.ts';

// Machines that write to the same folder may have processes with the same number.
const TEMPORARY_EXTENSION = `.${process.pid}-${hashText(hostname())}.handreel-tmp`;
const RETRY_MS = 10;
/** Permission bits, with set-user-ID, set-group-ID and sticky bit. */
const MODE_BITS = 0o7777;
const PRIVATE_MODE = 0o600;

/**
 * Writes a file completely or not at all: to a temporary file, which is then renamed. Creates missing folders, follows
 * links, and keeps mode and owner of a file that it replaces. FIFOs and character devices are written through; waits for
 * the reader of a FIFO. Errors name the file.
 */
export async function writeWhole(path: string, bytes: Uint8Array, options: { readonly force: boolean }): Promise<void> {
	checkFree(path, options.force);
	try {
		const target = findTarget(path);
		if (target.stats === null || target.stats.isFile()) await replaceFile(target.path, target.stats, bytes);
		else await writeThrough(target.path, target.stats, bytes);
	} catch (error) {
		throw nameFile(path, error);
	}
}

/**
 * Throws if a file must not be written: without `force` if it exists, with `force` if it is a folder, socket or block
 * device, or if its owner cannot be kept.
 */
export function checkFree(path: string, force: boolean): void {
	try {
		const reason = explainReservedName(path);
		if (reason !== null) throw new Error(reason);
		if (!force && lstatSync(path, { throwIfNoEntry: false }))
			throw new Error('already exists; use --force to overwrite it');
		const { path: target, stats } = findTarget(path);
		if (stats === null || stats.isFIFO() || stats.isCharacterDevice()) return;
		if (!stats.isFile()) {
			const kind = stats.isDirectory() ? 'folder' : stats.isSocket() ? 'socket' : 'block device';
			throw new Error(`this is a ${kind}, which cannot be overwritten`);
		}
		// Refused before the work. Only trying tells whether the owner can be kept. Windows has no owners of this kind.
		const isOwn = stats.uid === process.geteuid?.() && stats.gid === process.getegid?.();
		if (process.geteuid !== undefined && !isOwn) discardTemporary(target, stats);
	} catch (error) {
		throw nameFile(path, error);
	}
}

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

/** The folder in which {@link writeWhole} creates its temporary file. */
export function findTemporaryFolder(path: string): string {
	try {
		return dirname(findTarget(path).path);
	} catch {
		return dirname(path);
	}
}

// The file to write, after following links. Links may point to files that do not exist yet.
function findTarget(path: string): { readonly path: string; readonly stats: Stats | null } {
	const stats = statSync(path, { throwIfNoEntry: false });
	// Not `realpath` for pipes: /dev/stdout is a link to a name that is not a path.
	if (stats !== undefined) return { path: stats.isFile() ? realpathSync(path) : path, stats };
	if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return { path, stats: null };
	return findTarget(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

async function replaceFile(path: string, replaced: Stats | null, bytes: Uint8Array): Promise<void> {
	const temporary = createTemporaryName(path);
	try {
		const fd = openTemporary(temporary, replaced);
		try {
			for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
			// An existing file must survive a power failure.
			if (replaced !== null) fsyncSync(fd);
		} finally {
			closeSync(fd);
		}
		await renameOver(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}

function discardTemporary(path: string, replaced: Stats): void {
	const temporary = createTemporaryName(path);
	try {
		closeSync(openTemporary(temporary, replaced));
	} finally {
		rmSync(temporary, { force: true });
	}
}

// Opens a new file with mode and owner of the file that it replaces.
function openTemporary(path: string, replaced: Stats | null): number {
	// A process that had the same number may have left a file.
	rmSync(path, { force: true });
	const fd = openNew(path, replaced === null ? undefined : PRIVATE_MODE);
	if (replaced === null) return fd;
	try {
		const { uid, gid } = fstatSync(fd);
		if (uid !== replaced.uid || gid !== replaced.gid) keepOwner(fd, replaced);
		// After the owner, because changing the owner clears some bits.
		fchmodSync(fd, replaced.mode & MODE_BITS);
		return fd;
	} catch (error) {
		closeSync(fd);
		throw error;
	}
}

function keepOwner(fd: number, { uid, gid }: Stats): void {
	try {
		fchownSync(fd, uid, gid);
	} catch (cause) {
		throw new Error(
			`belongs to user ${uid} and group ${gid}, which cannot be kept; write to another file, or remove this one first`,
			{ cause },
		);
	}
}

function openNew(path: string, mode?: number): number {
	try {
		return openSync(path, 'wx', mode);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
		mkdirSync(dirname(path), { recursive: true });
		return openSync(path, 'wx', mode);
	}
}

// Does not block, so that Ctrl-C works while nobody reads.
async function writeThrough(path: string, stats: Stats, bytes: Uint8Array): Promise<void> {
	// Windows has neither of the flags.
	const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
	// A FIFO without a reader cannot be opened yet.
	const fd = await retry(() => openSync(path, flags), stats.isFIFO() ? 'ENXIO' : null);
	try {
		for (let at = 0; at < bytes.length; ) {
			const start = at;
			at += await retry(() => writeSync(fd, bytes, start, bytes.length - start), 'EAGAIN');
		}
	} finally {
		closeSync(fd);
	}
}

async function retry<T>(work: () => T, code: string | null): Promise<T> {
	for (;;) {
		try {
			return work();
		} catch (error) {
			if (code === null || codeOf(error) !== code) throw error;
		}
		await setTimeout(RETRY_MS);
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

// Names the output file, because callers add the name of the input file.
function nameFile(path: string, error: unknown): Error {
	return new Error(`${escapeText(path, 400)}: ${errorText(error)}`, { cause: error });
}
