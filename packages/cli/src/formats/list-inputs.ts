import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FORMATS } from './formats.ts';

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
 * files, or where there are none, files in any other format that can be read; with `endings` files that end so. Links to
 * files count, links to folders do not. A folder without any, or that may not be looked into, stays, so that it is
 * named like a file that cannot be read.
 */
export function listInputs(paths: readonly string[], endings?: readonly string[]): InputFile[] {
	return paths.flatMap((path): InputFile[] => {
		if (path === '-') return [{ path, name: 'stdin' }];
		if (!isFolder(path)) return [{ path, name: basename(path) }];
		const { files, locked } = listFiles(path);
		const withEnding = (some: readonly string[]): InputFile[] =>
			files.filter(({ name }) => some.some((ending) => name.toLowerCase().endsWith(ending)));
		const usual = withEnding(endings ?? USUAL_ENDINGS);
		const found = usual.length > 0 || endings !== undefined ? usual : withEnding(OTHER_ENDINGS);
		if (found.length + locked.length === 0) return [{ path, name: basename(path) }];
		return [...found, ...locked].sort((a, b) => (a.path < b.path ? -1 : 1));
	});
}

// The files in a folder and below, and the folders that may not be looked into.
function listFiles(top: string): { files: InputFile[]; locked: InputFile[] } {
	const files: InputFile[] = [];
	const locked: InputFile[] = [];
	const visit = (folder: InputFile): void => {
		let entries: Dirent[];
		try {
			entries = readdirSync(folder.path, { withFileTypes: true });
		} catch {
			locked.push(folder);
			return;
		}
		for (const entry of entries) {
			const file = { path: join(folder.path, entry.name), name: join(folder.name, entry.name) };
			if (entry.isDirectory()) visit(file);
			else if (entry.isFile() || (entry.isSymbolicLink() && !isFolder(file.path))) files.push(file);
		}
	};
	visit({ path: top, name: '' });
	return { files, locked };
}

/** Whether a path is a folder that exists. */
export function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
