import {
	closeSync,
	existsSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorText } from '../print/error-text.ts';
import { escapeText } from '../print/escape-text.ts';

const TEMPORARY_ENDING = `.${process.pid}.handreel-tmp`;

/**
 * Writes a file as a whole or not at all: under a temporary name first, then renamed. Makes the folder if need be. Errors
 * name the file.
 */
export function writeWhole(path: string, bytes: Uint8Array, options: { readonly force: boolean }): void {
	checkFree(path, options.force);
	naming(path, () => {
		const temporary = `${path}${TEMPORARY_ENDING}`;
		try {
			// What was there before must survive a power cut; a new file can be made again.
			writeTo(temporary, bytes, existsSync(path));
			renameSync(temporary, path);
		} catch (error) {
			rmSync(temporary, { force: true });
			throw error;
		}
	});
}

/** Throws when a file is there already, unless it may be replaced. */
export function checkFree(path: string, force: boolean): void {
	naming(path, () => {
		if (!force && lstatSync(path, { throwIfNoEntry: false })) throw new Error('exists already; --force replaces it');
	});
}

/** Whether a file name is one that this process writes under before it renames. */
export function isTemporary(name: string): boolean {
	return name.endsWith(TEMPORARY_ENDING);
}

function writeTo(path: string, bytes: Uint8Array, isSynced: boolean): void {
	const fd = openNew(path);
	try {
		for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
		if (isSynced) fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
}

function openNew(path: string): number {
	try {
		return openSync(path, 'w');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		mkdirSync(dirname(path), { recursive: true });
		return openSync(path, 'w');
	}
}

// What goes wrong with a result should not be read as a problem of the file that it was made from.
function naming(path: string, work: () => void): void {
	try {
		work();
	} catch (error) {
		throw new Error(`${escapeText(path, 400)}: ${errorText(error)}`, { cause: error });
	}
}
