import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const TEMPORARY_ENDING = `.${process.pid}.handreel-tmp`;

/** Writes a file as a whole or not at all: under a temporary name first, then renamed. Makes the folder if need be. */
export function writeWhole(path: string, bytes: Uint8Array, options: { readonly force: boolean }): void {
	checkFree(path, options.force);
	mkdirSync(dirname(path), { recursive: true });
	const temporary = `${path}${TEMPORARY_ENDING}`;
	try {
		const fd = openSync(temporary, 'w');
		try {
			for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
			fsyncSync(fd);
		} finally {
			closeSync(fd);
		}
		// Again, since writing takes a while.
		checkFree(path, options.force);
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}

/** Throws when a file is there already, unless it may be replaced. */
export function checkFree(path: string, force: boolean): void {
	if (!force && existsSync(path)) throw new Error('exists already; --force replaces it');
}

/** Whether a file name is one that this process writes under before it renames. */
export function isTemporary(name: string): boolean {
	return name.endsWith(TEMPORARY_ENDING);
}
