import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What lies in a folder or its subfolders. */
export interface ListedFile {
	/** The path, for functions of `node:fs`: bytes if the name is not UTF-8. */
	readonly path: string | Buffer;
	/** The path relative to the folder. Bytes that are not UTF-8 are written as `\xFF`, so that different names stay different. */
	readonly name: string;
	/**
	 * - `file`: a file, a link to a file, or a link that leads nowhere.
	 * - `stream`: a link to a pipe or device. Reading it may never end.
	 * - `locked`: a folder that cannot be read.
	 */
	readonly kind: 'file' | 'stream' | 'locked';
	/** Why the folder is locked. */
	readonly error?: unknown;
}

/** Which folders {@link listFiles} leaves out. */
export type IsSkipped = (path: string | Buffer, name: string) => boolean;

/**
 * Lists the files in a folder and its subfolders, in no order. Follows links to files, not to folders, so that links in circles do
 * no harm. `isSkipped` is asked for each folder, by its path and its own name. Names have the separator of the system.
 */
export function listFiles(folder: string, isSkipped: IsSkipped): ListedFile[] {
	const found: ListedFile[] = [];
	// Names are appended: `join` would take most of the time of a long list. `path` and `name` end with a separator, or are empty.
	const visit = (folder: string | Buffer, path: string | Buffer, name: string): void => {
		let entries: readonly Entry[];
		try {
			entries = readEntries(folder);
		} catch (error) {
			found.push({ path: folder, name: name.slice(0, -1), kind: 'locked', error });
			return;
		}
		for (const { entry, bytes } of entries) {
			const own = bytes === null ? entry.name : toText(bytes);
			const file = { path: append(path, bytes ?? entry.name), name: name + own };
			if (entry.isDirectory()) {
				if (!isSkipped(file.path, own)) visit(file.path, append(file.path, sep), `${file.name}${sep}`);
			} else if (entry.isFile()) found.push({ ...file, kind: 'file' });
			else if (entry.isSymbolicLink() && !isFolder(file.path))
				found.push({ ...file, kind: isFileOrNothing(file.path) ? 'file' : 'stream' });
		}
	};
	visit(folder, join(folder, 'x').slice(0, -1), '');
	return found;
}

interface Entry {
	readonly entry: Dirent;
	/** The name, if it is not UTF-8. */
	readonly bytes: Buffer | null;
}

/** The replacement for bytes that are not UTF-8 in names as texts. */
const REPLACEMENT = '\uFFFD';

// Names as bytes cost more, so only folders that need them are read again.
function readEntries(folder: string | Buffer): Entry[] {
	const entries = readdirSync(folder, { withFileTypes: true });
	if (!entries.some(({ name }) => name.includes(REPLACEMENT))) return entries.map((entry) => ({ entry, bytes: null }));
	return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((raw) => {
		const entry = Object.assign(Object.create(raw), { name: raw.name.toString('utf8') }) as Dirent;
		return { entry, bytes: isUtf8(raw.name) ? null : raw.name };
	});
}

function append(path: string | Buffer, name: string | Buffer): string | Buffer {
	if (typeof path === 'string' && typeof name === 'string') return path + name;
	return Buffer.concat([Buffer.from(path as string), Buffer.from(name as string)]);
}

// Every byte that is not part of a UTF-8 sequence becomes `\xFF`.
function toText(name: Buffer): string {
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

// Links that lead nowhere count, so that reading them reports an error.
function isFileOrNothing(path: string | Buffer): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		return true;
	}
}

/** Whether a path is an existing folder. */
export function isFolder(path: string | Buffer): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
