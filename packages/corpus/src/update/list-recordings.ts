import { lstatSync } from 'node:fs';
import { sep } from 'node:path';
import { isRecordingFile } from '@handreel/convert';
import { listFiles, readHead } from '@handreel/node/internal';
import { DATASET_FOLDER } from '../dataset/own-files.ts';
import { comparePaths } from '../dataset/part.ts';

/** A file of the corpus. */
export interface FoundFile {
	/** The path relative to the folder, with `/` as separator. Bytes that are not UTF-8 are written as `\xFF`. */
	readonly path: string;
	/** Why the file cannot be read, if that is known already. */
	readonly reason?: string;
}

/**
 * Lists the recordings in a folder and its subfolders, sorted by path: files that `isRecordingFile` takes. Follows links to
 * files, not to folders. Folders that cannot be read are part of the list, with a reason. `skip` is a folder that is left out.
 */
export function listRecordings(root: string, skip?: string): FoundFile[] {
	const skipped = skip === undefined ? null : identify(skip);
	const listed = listFiles(
		root,
		(path, name) => name === DATASET_FOLDER || (skipped !== null && identify(path) === skipped),
	);
	const found = listed.flatMap(({ path: file, name, kind, error }): FoundFile[] => {
		const path = name.replaceAll(sep, '/');
		if (kind === 'locked') {
			if (path === '') throw error;
			return [{ path, reason: `the folder cannot be read (${(error as NodeJS.ErrnoException).code})` }];
		}
		if (!isRecordingFile(path, (length) => readHead(file, length))) return [];
		return [typeof file === 'string' ? { path } : { path, reason: 'the name is not UTF-8; rename the file' }];
	});
	return found.sort((a, b) => comparePaths(a.path, b.path));
}

// The same folder may have several paths.
function identify(path: string | Buffer): string | null {
	try {
		const { dev, ino } = lstatSync(path, { bigint: true });
		return `${dev}-${ino}`;
	} catch {
		return null;
	}
}
