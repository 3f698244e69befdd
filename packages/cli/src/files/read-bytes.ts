import { readFileSync } from 'node:fs';
import { loadBytes } from '@handreel/core';
import { openFile } from './open-file.ts';

/** Reads a file, or standard input for `-`, into a new buffer. Keys of .bin files are aligned, so that they can be borrowed. */
export async function readBytes(path: string): Promise<Uint8Array> {
	if (path === '-') return readFileSync(0);
	const file = openFile(path);
	try {
		return await loadBytes(file);
	} finally {
		file.close();
	}
}
