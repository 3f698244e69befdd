import {
	closeSync,
	constants,
	lstatSync,
	openSync,
	readlinkSync,
	realpathSync,
	type Stats,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AsideFile, checkReplaceable, type Disk, ExistsError } from '@handreel/node/internal';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { explainReservedName } from './reserved-name.ts';

/** What to write: bytes, or pieces that are made on demand. */
export type Content = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The message for a file that must not be replaced. */
export const EXISTS = 'already exists; use --force to overwrite it';

const RETRY_MS = 10;

/**
 * Writes a file completely or not at all: to a temporary file, which then gets its name. Creates missing folders, follows
 * links, and keeps mode and owner of a file that it replaces. Without `force`, a file that appears meanwhile is not replaced.
 * FIFOs and character devices are written through; waits for the reader of a FIFO. Errors name the file.
 */
export async function writeWhole(
	path: string,
	content: Content,
	{ force }: { readonly force: boolean },
	disk?: Disk,
): Promise<void> {
	checkFree(path, force);
	try {
		const target = findTarget(path);
		if (target.stats === null || target.stats.isFile())
			await writeAside(target.path, target.stats, content, force, disk);
		else await writeThrough(target.path, target.stats, content);
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
		if (!force && lstatSync(path, { throwIfNoEntry: false })) throw new Error(EXISTS);
		const { path: target, stats } = findTarget(path);
		if (stats === null || stats.isFIFO() || stats.isCharacterDevice()) return;
		if (!stats.isFile()) {
			const kind = stats.isDirectory() ? 'folder' : stats.isSocket() ? 'socket' : 'block device';
			throw new Error(`this is a ${kind}, which cannot be overwritten`);
		}
		// Refused before the work. Only trying shows whether the owner can be kept. Windows has no owners of this kind.
		const isOwn = stats.uid === process.geteuid?.() && stats.gid === process.getegid?.();
		if (process.geteuid !== undefined && !isOwn) checkReplaceable(target, stats);
	} catch (error) {
		throw nameFile(path, error);
	}
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

async function writeAside(
	path: string,
	replaced: Stats | null,
	content: Content,
	force: boolean,
	disk: Disk | undefined,
): Promise<void> {
	const file = new AsideFile(path, { replaced, disk });
	try {
		for await (const bytes of listPieces(content)) file.write(bytes);
		if (force) file.replace();
		else file.create();
	} catch (error) {
		file.discard();
		throw error instanceof ExistsError ? new Error(EXISTS, { cause: error }) : error;
	}
}

// Does not block, so that Ctrl-C works while nobody reads.
async function writeThrough(path: string, stats: Stats, content: Content): Promise<void> {
	// Windows has neither of the flags.
	const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
	// A FIFO without a reader cannot be opened yet.
	const fd = await retry(() => openSync(path, flags), stats.isFIFO() ? 'ENXIO' : null);
	try {
		for await (const bytes of listPieces(content)) {
			for (let at = 0; at < bytes.length; ) {
				const start = at;
				at += await retry(() => writeSync(fd, bytes, start, bytes.length - start), 'EAGAIN');
			}
		}
	} finally {
		closeSync(fd);
	}
}

function listPieces(content: Content): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
	return content instanceof Uint8Array ? [content] : content;
}

async function retry<T>(work: () => T, code: string | null): Promise<T> {
	for (;;) {
		try {
			return work();
		} catch (error) {
			if (code === null || codeOf(error) !== code) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
	}
}

function codeOf(error: unknown): string | undefined {
	return (error as NodeJS.ErrnoException).code;
}

// Names the output file, because callers add the name of the input file.
function nameFile(path: string, error: unknown): Error {
	return new Error(`${escapeText(path, 400)}: ${errorText(error)}`, { cause: error });
}
