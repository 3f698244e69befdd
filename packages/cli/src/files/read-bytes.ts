import { accessSync, closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createFileBuffer } from '@handreel/core';

/** The system cannot read more at once. */
const MAX_READ = 2 ** 30;

/** Reads a file, or standard input for `-`, into a new buffer whose keys are aligned. */
export function readBytes(path: string): Uint8Array {
	if (path === '-') return readFileSync(0);
	const stats = statSync(path);
	if (stats.isDirectory()) {
		accessSync(path, constants.R_OK);
		throw new Error('this folder contains no recordings');
	}
	// The size of pipes is unknown.
	return stats.isFile() && stats.size > 0 ? readWhole(path, stats.size) : readFileSync(path);
}

function readWhole(path: string, size: number): Uint8Array {
	const bytes = createFileBuffer(size);
	const file = openSync(path, 'r');
	try {
		let length = 0;
		while (length < size) {
			const count = readSync(file, bytes, length, Math.min(size - length, MAX_READ), null);
			if (count === 0) break;
			length += count;
		}
		return bytes.subarray(0, length);
	} finally {
		closeSync(file);
	}
}
