import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecordingFile } from '@handreel/convert';
import { isFolder, listFiles, readHead } from '@handreel/node/internal';
import { escapeText } from '../print/escape-text.ts';
import { writeError } from '../print/output.ts';

/** An input file. */
export interface InputFile {
	/** The path, or `-` for standard input. */
	readonly path: string;
	/** The path relative to the given folder: `a/b.bin` for `dir/a/b.bin` if `dir` was given. */
	readonly name: string;
	/** The content of standard input or a pipe, which can be read only once, if it was looked at. */
	readonly bytes?: Uint8Array;
}

/** Where `handreel index` writes. Its tables are not recordings. */
const CATALOG_FOLDER = '.handreel';

/** Options of {@link listInputs}. */
export interface ListOptions {
	/** Default: the platform of this process. */
	readonly platform?: NodeJS.Platform;
	/** Called with the path of each link to a pipe or device. Default: a line on standard error. */
	readonly onSkip?: (path: string) => void;
}

/**
 * Lists the given files. Folders are replaced by the recordings in them and their subfolders, sorted by path: files that
 * `isRecordingFile` takes, or with `extensions`, files that have one of them. Follows links to files, not to folders, pipes
 * and devices, of which `onSkip` gets those with the name of a recording. Empty and unreadable folders stay in the list, so
 * that reading them reports an error. Wildcards are expanded on Windows, whose shells leave that to the command.
 */
export function listInputs(
	paths: readonly string[],
	extensions?: readonly string[],
	{ platform = process.platform, onSkip = printSkipped }: ListOptions = {},
): InputFile[] {
	const expanded = platform === 'win32' ? paths.flatMap(expandWildcards) : paths;
	return expanded.flatMap((path): InputFile[] => {
		if (path === '-') return [{ path, name: 'stdin' }];
		if (!isFolder(path)) return [{ path, name: basename(path) }];
		const isTaken = (name: string, read: (length: number) => Uint8Array | null): boolean =>
			extensions === undefined
				? isRecordingFile(name, read)
				: extensions.some((extension) => name.toLowerCase().endsWith(extension));
		const found: InputFile[] = [];
		for (const { path: file, name, kind } of listFiles(path, (_, folder) => folder === CATALOG_FOLDER)) {
			// Reading a name that is not UTF-8 reports an error.
			const input = { path: typeof file === 'string' ? file : join(path, name), name };
			if (kind === 'locked') found.push(input);
			else if (!isTaken(name, (length) => (kind === 'stream' ? null : readHead(file, length)))) continue;
			else if (kind === 'file') found.push(input);
			// Not read: they may never end.
			else onSkip(input.path);
		}
		if (found.length === 0) return [{ path, name: basename(path) }];
		return found.sort((a, b) => (a.path < b.path ? -1 : 1));
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

function printSkipped(path: string): void {
	writeError(`handreel: ${escapeText(path, 400)}: skipped: this link leads to a pipe or device`);
}
