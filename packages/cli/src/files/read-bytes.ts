import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** The bytes of a file, or of standard input for `-`. */
export function readBytes(path: string): Uint8Array {
	if (path === '-') return readFileSync(0);
	if (statSync(path).isDirectory()) {
		accessSync(path, constants.R_OK);
		throw new Error('no recordings in this folder');
	}
	return readFileSync(path);
}
