import { closeSync, fstatSync, type PathLike } from 'node:fs';
import { openWithoutWaiting } from './disk.ts';
import { readFully } from './read-open-file.ts';

/**
 * Reads the first bytes of a file, up to `byteLength`. Returns `null` if the file cannot be read, or if it is a folder, pipe or
 * device.
 *
 * @example
 * readHead('take.reel', 8); // the magic number of a reel
 */
export function readHead(path: PathLike, byteLength: number): Uint8Array<ArrayBuffer> | null {
	let fd: number | null = null;
	try {
		fd = openWithoutWaiting(path);
		const stat = fstatSync(fd);
		if (!stat.isFile()) return null;
		const bytes = new Uint8Array(Math.min(byteLength, stat.size));
		return bytes.subarray(0, readFully(fd, bytes));
	} catch {
		return null;
	} finally {
		if (fd !== null) closeSync(fd);
	}
}
