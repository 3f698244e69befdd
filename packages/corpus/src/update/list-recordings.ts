import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { FORMATS } from '@handreel/convert';
import { comparePaths } from '../dataset/part.ts';

/** A file of the corpus. */
export interface FoundFile {
	/** The path relative to the folder, with `/` as separator. Bytes that are not UTF-8 are written as `\xFF`. */
	readonly path: string;
	/** Why the file cannot be read, if that is known already. */
	readonly reason?: string;
}

/** The name of the folder with the data set, which is not searched. */
export const DATASET_FOLDER = '.handreel';

// Folders often contain other JSON and CSV files, so these are taken only if a folder has no .bin and .reel files.
const USUAL_EXTENSIONS: readonly string[] = ['.bin', '.reel'];
const READABLE_EXTENSIONS: readonly string[] = /* @__PURE__ */ FORMATS.flatMap(({ canRead, extensions }) =>
	canRead ? extensions : [],
);
const SLASH = Buffer.from('/');

/**
 * Lists the recordings in a folder and its subfolders, sorted by path: `.bin` and `.reel` files, or if there are none, files of
 * any readable format. Follows links to files, not to folders, so that links in circles do no harm. Folders that cannot be
 * read are part of the list, with a reason. `skip` is a folder that is left out.
 */
export function listRecordings(root: string, skip?: string): FoundFile[] {
	const files: FoundFile[] = [];
	const locked: FoundFile[] = [];
	const skipped = skip === undefined ? null : identify(Buffer.from(skip));
	const visit = (folder: Buffer, prefix: Buffer): void => {
		let entries: Dirent<Buffer>[];
		try {
			entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
		} catch (error) {
			const code = (error as NodeJS.ErrnoException).code;
			if (prefix.length === 0) throw error;
			locked.push({ path: toText(prefix.subarray(0, -1)), reason: `the folder cannot be read (${code})` });
			return;
		}
		for (const entry of entries) {
			const full = Buffer.concat([folder, SLASH, entry.name]);
			const name = Buffer.concat([prefix, entry.name]);
			if (entry.isDirectory()) {
				const isDataset = toText(entry.name) === DATASET_FOLDER || (skipped !== null && identify(full) === skipped);
				if (!isDataset) visit(full, Buffer.concat([name, SLASH]));
			} else if (entry.isFile() || (entry.isSymbolicLink() && !isFolder(full))) files.push(toFound(name));
		}
	};
	visit(Buffer.from(root), Buffer.alloc(0));
	const usual = withExtension(files, USUAL_EXTENSIONS);
	const found = usual.length > 0 ? usual : withExtension(files, READABLE_EXTENSIONS);
	return [...found, ...locked].sort((a, b) => comparePaths(a.path, b.path));
}

function withExtension(files: readonly FoundFile[], extensions: readonly string[]): FoundFile[] {
	return files.filter(({ path }) => extensions.some((extension) => path.toLowerCase().endsWith(extension)));
}

function toFound(name: Buffer): FoundFile {
	if (isUtf8(name)) return { path: name.toString('utf8') };
	return { path: toText(name), reason: 'the name is not UTF-8; rename the file' };
}

// Every byte that is not part of a UTF-8 sequence becomes `\xFF`, so that different names stay different.
function toText(name: Buffer): string {
	if (isUtf8(name)) return name.toString('utf8');
	let text = '';
	for (let at = 0; at < name.length; ) {
		const length = [1, 2, 3, 4].find((size) => at + size <= name.length && isUtf8(name.subarray(at, at + size)));
		text +=
			length === undefined
				? `\\x${name.toString('hex', at, at + 1).toUpperCase()}`
				: name.toString('utf8', at, at + length);
		at += length ?? 1;
	}
	return text;
}

function isFolder(path: Buffer): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}

// The same folder may have several paths.
function identify(path: Buffer): string | null {
	try {
		const { dev, ino } = lstatSync(path, { bigint: true });
		return `${dev}-${ino}`;
	} catch {
		return null;
	}
}
