import { closeSync, fstatSync } from 'node:fs';
import { MAX_FILE_BYTES, openWithoutWaiting } from './disk.ts';
import { borrowMemory, type ReadOpenFile, readOpenFile } from './read-open-file.ts';

/** The bytes of a file that did not change while it was read. */
export interface StableBytes {
	readonly bytes: Uint8Array;
	/** Changes whenever the file changes. */
	readonly signature: string;
}

const ATTEMPTS = 3;

/** Reads a file. Throws if it is not a regular file, too large, or changes during three attempts to read it. */
export function readStable(path: string): StableBytes {
	return retry(() => tryReading(path, readOpenFile));
}

/** {@link readStable} for the time of `work`, which must not keep the bytes. */
export function borrowStable<T>(path: string, work: (file: StableBytes) => Promise<T>): Promise<T> {
	return borrowMemory(async (read) => work(retry(() => tryReading(path, read))));
}

function retry(read: () => StableBytes | null): StableBytes {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const found = read();
		if (found !== null) return found;
	}
	throw new Error('the file changes while it is read');
}

// Returns `null` if the file changed.
function tryReading(path: string, read: ReadOpenFile): StableBytes | null {
	const fd = openWithoutWaiting(path);
	try {
		const stat = fstatSync(fd, { bigint: true });
		if (stat.isDirectory()) throw new Error('this is a folder, not a file');
		if (!stat.isFile()) throw new Error('this is not a regular file');
		if (stat.size >= MAX_FILE_BYTES) throw new Error('files of 4 GiB and more are not supported');
		const size = Number(stat.size);
		const bytes = read(fd, size);
		if (bytes.length < size) return null;
		const signature = createSignature(stat);
		return signature === createSignature(fstatSync(fd, { bigint: true })) ? { bytes, signature } : null;
	} finally {
		closeSync(fd);
	}
}

/** A text that changes whenever a file changes. */
export function createSignature(stat: {
	readonly size: bigint;
	readonly mtimeNs: bigint;
	readonly ctimeNs: bigint;
	readonly ino: bigint;
}): string {
	return [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino].map((value) => value.toString(36)).join('.');
}
