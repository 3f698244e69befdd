import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { type ByteReader, loadBytes } from '@handreel/core';
import { readFully } from '@handreel/node';
import { MAX_FILE_BYTES } from '@handreel/node/internal';
import { formatBytes } from '@handreel/text';
import { readStream } from './read-stream.ts';

/** An open file. */
export interface OpenFile extends ByteReader {
	/** Whether the file can be read again. Pipes cannot. */
	readonly isStored: boolean;
	read(offset: number, length: number): Uint8Array;
	close(): void;
}

/** Opens a file for reading. Throws for folders. */
export function openFile(path: string): OpenFile {
	const fd = openSync(path, 'r');
	try {
		const stat = fstatSync(fd);
		if (stat.isDirectory()) throw new Error('this folder contains no recordings');
		// The size of pipes and of files of the system is unknown.
		if (!stat.isFile() || stat.size === 0) return openBytes(fd, readStream(fd), stat.isFile());
		return {
			isStored: true,
			byteLength: stat.size,
			// Fewer bytes at the end of the file.
			read: (offset, length) => {
				const target = new Uint8Array(length);
				return target.subarray(0, readFully(fd, target, offset));
			},
			close: () => closeSync(fd),
		};
	} catch (error) {
		closeSync(fd);
		throw error;
	}
}

function openBytes(fd: number, bytes: Uint8Array, isStored: boolean): OpenFile {
	return {
		isStored,
		byteLength: bytes.length,
		read: (offset, length) => bytes.subarray(offset, offset + length),
		close: () => closeSync(fd),
	};
}

/** Reads a file, or standard input for `-`, into a new buffer. Keys of .bin files are aligned, so that they can be borrowed. */
export async function readBytes(path: string): Promise<Uint8Array> {
	if (path === '-') return readStream(0);
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
	if (byteLength < MAX_FILE_BYTES) return;
	const size = formatBytes(byteLength);
	throw new Error(`the file has ${size}; files of 4 GiB and more are not supported, except .bin files by 'info'`);
}

/** The size of a file; 0 if it is unknown. */
export function readSize(path: string): number {
	try {
		return statSync(path).size;
	} catch {
		return 0;
	}
}
