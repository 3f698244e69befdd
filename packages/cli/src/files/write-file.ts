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

const TEMPORARY_EXTENSION = `.${process.pid}.handreel-tmp`;

/**
 * Writes a file completely or not at all: to a temporary file, which is then renamed. Creates missing folders. Errors name
 * the file.
 */
export function writeWhole(path: string, bytes: Uint8Array, options: { readonly force: boolean }): void {
	checkFree(path, options.force);
	naming(path, () => {
		const temporary = `${path}${TEMPORARY_EXTENSION}`;
		try {
			// An existing file must survive a power failure.
			writeTo(temporary, bytes, existsSync(path));
			renameSync(temporary, path);
		} catch (error) {
			rmSync(temporary, { force: true });
			throw error;
		}
	});
}

/** Throws if a file exists, unless `force` is set. */
export function checkFree(path: string, force: boolean): void {
	naming(path, () => {
		if (!force && lstatSync(path, { throwIfNoEntry: false }))
			throw new Error('already exists; use --force to overwrite it');
	});
}

/** Whether a file name is that of a temporary file of this process. */
export function isTemporary(name: string): boolean {
	return name.endsWith(TEMPORARY_EXTENSION);
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

// Names the output file, because callers add the name of the input file.
function naming(path: string, work: () => void): void {
	try {
		work();
	} catch (error) {
		throw new Error(`${escapeText(path, 400)}: ${errorText(error)}`, { cause: error });
	}
}
