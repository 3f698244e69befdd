import { readFileSync } from 'node:fs';
import { loadBytes } from '@handreel/core';
import { formatBytes } from '@handreel/text';
import { type OpenFile, openFile } from './open-file.ts';

/** Engines limit the size of buffers. */
const MAX_BYTES = 2 ** 32;

/** Reads a file, or standard input for `-`, into a new buffer. Keys of .bin files are aligned, so that they can be borrowed. */
export async function readBytes(path: string): Promise<Uint8Array> {
	if (path === '-') return readFileSync(0);
	const file = openFile(path);
	try {
		checkSize(file);
		return await loadBytes(file);
	} finally {
		file.close();
	}
}

/** Throws for a file that is too large to be read completely. */
export function checkSize({ byteLength }: OpenFile): void {
	if (byteLength < MAX_BYTES) return;
	const size = formatBytes(byteLength);
	throw new Error(`the file has ${size}; files of 4 GiB and more are not supported, except .bin files by 'info'`);
}
