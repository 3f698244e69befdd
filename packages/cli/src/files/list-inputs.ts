import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { FORMATS } from '../formats/formats.ts';

/** A file to work on. */
export interface InputFile {
	/** Where it is, or `-` for standard input. */
	readonly path: string;
	/** What it is called below an output folder: `a/b.bin` for `dir/a/b.bin` when `dir` was given. */
	readonly name: string;
}

// Folders often hold JSON and CSV files that are something else, so these are taken only where there are no recordings.
const USUAL_ENDINGS: readonly string[] = ['.bin'];
const OTHER_ENDINGS: readonly string[] = FORMATS.flatMap(({ canRead, endings }) => (canRead ? endings : []));

/**
 * The files that were named, with folders replaced by the recordings in them and below, in order of their names: `.bin`
 * files, or where there are none, files in any other format that can be read. A folder without any stays, so that it is
 * named like a file that cannot be read.
 */
export function listInputs(paths: readonly string[]): InputFile[] {
	return paths.flatMap((path): InputFile[] => {
		if (path === '-') return [{ path, name: 'stdin' }];
		if (!isFolder(path)) return [{ path, name: basename(path) }];
		const all = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		const withEnding = (endings: readonly string[]): string[] =>
			all
				.filter(({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending)))
				.map((entry) => join(entry.parentPath, entry.name))
				.sort();
		const usual = withEnding(USUAL_ENDINGS);
		const found = usual.length > 0 ? usual : withEnding(OTHER_ENDINGS);
		if (found.length === 0) return [{ path, name: basename(path) }];
		return found.map((file) => ({ path: file, name: relative(path, file) }));
	});
}

/** Whether a path is a folder that exists. */
export function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
