import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { createSignature, openWithoutWaiting } from '@handreel/node/internal';

/** The content of a file at some time. */
export interface FileVersion {
	/** SHA-256. */
	readonly hash: string;
	/** Differs if the file was written since. */
	readonly stamp: string;
}

const CHUNK = 1 << 20;
const chunk = Buffer.allocUnsafe(CHUNK);

/** Hashes a file without keeping its content. Returns `null` if it is not a file or cannot be read. */
export function hashFile(path: string): FileVersion | null {
	let fd: number | null = null;
	try {
		fd = openWithoutWaiting(path);
		const stats = fstatSync(fd, { bigint: true });
		// Reading a pipe would take its content away.
		if (!stats.isFile()) return null;
		const hash = createHash('sha256');
		for (let length = readSync(fd, chunk); length > 0; length = readSync(fd, chunk)) {
			hash.update(chunk.subarray(0, length));
		}
		return { hash: hash.digest('hex'), stamp: createSignature(stats) };
	} catch {
		return null;
	} finally {
		if (fd !== null) closeSync(fd);
	}
}
