import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { loadBytes } from '@handreel/core';

/** The bytes of a file that did not change while it was read. */
export interface StableBytes {
	readonly bytes: Uint8Array;
	/** Changes whenever the file changes. */
	readonly signature: string;
}

/** Engines limit the size of buffers. */
const MAX_BYTES = 2 ** 32;
const ATTEMPTS = 3;

/** Reads a file. Throws if it is no regular file, too large, or changes during three attempts to read it. */
export async function readStable(path: string): Promise<StableBytes> {
	for (let attempt = 1; ; attempt++) {
		const found = await tryReading(path);
		if (found !== null) return found;
		if (attempt === ATTEMPTS) throw new Error('the file changes while it is read');
	}
}

// Returns `null` if the file changed.
async function tryReading(path: string): Promise<StableBytes | null> {
	// Opening a FIFO would wait for its writer. Windows has no such flag.
	const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const stat = fstatSync(fd, { bigint: true });
		if (stat.isDirectory()) throw new Error('this is a folder, not a file');
		if (!stat.isFile()) throw new Error('this is not a regular file');
		const byteLength = Number(stat.size);
		if (byteLength >= MAX_BYTES) throw new Error('files of 4 GiB and more are not supported');
		let isShort = false;
		const read = (offset: number, length: number): Uint8Array => {
			const target = new Uint8Array(length);
			const count = readSync(fd, target, 0, length, offset);
			if (count === 0) isShort = true;
			// The length is that of an earlier time: the missing bytes are discarded with the rest.
			return count === 0 ? target : target.subarray(0, count);
		};
		const bytes = await loadBytes({ byteLength, read });
		const signature = createSignature(stat);
		return !isShort && signature === createSignature(fstatSync(fd, { bigint: true })) ? { bytes, signature } : null;
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
