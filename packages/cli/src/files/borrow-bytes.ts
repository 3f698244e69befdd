import { closeSync, fstatSync, openSync } from 'node:fs';
import { borrowMemory, type ReadOpenFile } from '@handreel/node';
import { readBytes } from './read-file.ts';

/** Larger files are read in pieces. */
const MAX_SMALL = 8 * 1024 * 1024;

/**
 * Reads a file, or standard input for `-`, for the time of `work`, which must not keep the bytes. Keys of .bin files are
 * aligned, so that they can be borrowed.
 */
export function borrowBytes<T>(path: string, work: (bytes: Uint8Array) => T): Promise<Awaited<T>> {
	return borrowMemory(
		async (read): Promise<Awaited<T>> => await work(readSmall(path, read) ?? (await readBytes(path))),
	);
}

/**
 * Reads a file for the time of `work`, without waiting. Returns `null` for standard input and for files that are large,
 * empty, or not regular files.
 */
export function borrowSmall<T>(path: string, work: (bytes: Uint8Array) => T): T | null {
	return borrowMemory((read) => {
		const bytes = readSmall(path, read);
		return bytes && work(bytes);
	});
}

function readSmall(path: string, read: ReadOpenFile): Uint8Array | null {
	if (path === '-') return null;
	const fd = openSync(path, 'r');
	try {
		const stat = fstatSync(fd);
		return stat.isFile() && stat.size > 0 && stat.size <= MAX_SMALL ? read(fd, stat.size) : null;
	} finally {
		closeSync(fd);
	}
}
