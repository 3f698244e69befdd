import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { READABLE_EXTENSIONS } from './find-format.ts';

/** An input file. */
export interface InputFile {
	/** The path, or `-` for standard input. */
	readonly path: string;
	/** The path relative to the given folder: `a/b.bin` for `dir/a/b.bin` if `dir` was given. */
	readonly name: string;
	/** The content of standard input or a pipe, which can be read only once, if it was looked at. */
	readonly bytes?: Uint8Array;
}

// Folders often contain other JSON and CSV files, so these are taken only if a folder has no .bin and .reel files.
const USUAL_EXTENSIONS: readonly string[] = ['.bin', '.reel'];
/** Where `handreel index` writes. Its tables are no recordings. */
const CATALOG_FOLDER = '.handreel';

/**
 * Lists the given files. Folders are replaced by the recordings in them and their subfolders, sorted by path: `.bin` and
 * `.reel` files, or if there are none, files of any readable format. With `extensions`, only files that have one of them. Follows links
 * to files, not to folders. Empty and unreadable folders stay in the list, so that reading them reports an error.
 * Wildcards are expanded on Windows, whose shells leave that to the command.
 */
export function listInputs(
	paths: readonly string[],
	extensions?: readonly string[],
	platform: NodeJS.Platform = process.platform,
): InputFile[] {
	const expanded = platform === 'win32' ? paths.flatMap(expandWildcards) : paths;
	return expanded.flatMap((path): InputFile[] => {
		if (path === '-') return [{ path, name: 'stdin' }];
		if (!isFolder(path)) return [{ path, name: basename(path) }];
		const { files, locked } = listFiles(path);
		const withExtension = (some: readonly string[]): InputFile[] =>
			files.filter(({ name }) => some.some((extension) => name.toLowerCase().endsWith(extension)));
		const usual = withExtension(extensions ?? USUAL_EXTENSIONS);
		const found = usual.length > 0 || extensions !== undefined ? usual : withExtension(READABLE_EXTENSIONS);
		if (found.length + locked.length === 0) return [{ path, name: basename(path) }];
		return [...found, ...locked].sort((a, b) => (a.path < b.path ? -1 : 1));
	});
}

// `*` and `?` in the last part of a path. Without a match the path stays, so that reading it reports an error.
function expandWildcards(path: string): string[] {
	const pattern = basename(path);
	if (!/[*?]/.test(pattern)) return [path];
	const source = pattern
		.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
		.replaceAll('*', '.*')
		.replaceAll('?', '.');
	const matches = new RegExp(`^${source}$`, 'i');
	try {
		const names = readdirSync(dirname(path)).filter((name) => matches.test(name));
		return names.length === 0 ? [path] : names.sort().map((name) => join(dirname(path), name));
	} catch {
		return [path];
	}
}

// The files in a folder and its subfolders, and the folders that cannot be read.
function listFiles(top: string): { files: InputFile[]; locked: InputFile[] } {
	const files: InputFile[] = [];
	const locked: InputFile[] = [];
	// Names are appended: `join` would take most of the time of a long list. `path` and `name` end with a separator, or are empty.
	const visit = (folder: string, path: string, name: string): void => {
		let entries: Dirent[];
		try {
			entries = readdirSync(folder, { withFileTypes: true });
		} catch {
			locked.push({ path: folder, name: name.slice(0, -1) });
			return;
		}
		for (const entry of entries) {
			const file = { path: path + entry.name, name: name + entry.name };
			if (entry.isDirectory()) {
				if (entry.name !== CATALOG_FOLDER) visit(file.path, file.path + sep, file.name + sep);
			} else if (entry.isFile() || (entry.isSymbolicLink() && !isFolder(file.path))) files.push(file);
		}
	};
	visit(top, join(top, 'x').slice(0, -1), '');
	return { files, locked };
}

/** Whether a path is an existing folder. */
export function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
