import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createFileBuffer } from '@handreel/core';
import { readBytes } from './read-file.ts';

/** Larger files get memory of their own. */
const MAX_SHARED = 8 * 1024 * 1024;
const FIRST_SIZE = 512 * 1024;

/** Memory for one file at a time. New memory for each file costs more than reading it: systems clear it page by page. */
let shared: ArrayBuffer = new ArrayBuffer(0);
let isTaken = false;

/**
 * Reads a file, or standard input for `-`, for the time of `work`, which must not keep the bytes. Keys of .bin files are
 * aligned, so that they can be borrowed.
 */
export async function borrowBytes<T>(path: string, work: (bytes: Uint8Array) => T): Promise<Awaited<T>> {
	const bytes = path === '-' || isTaken ? null : readShared(path);
	if (bytes === null) return await work(await readBytes(path));
	isTaken = true;
	try {
		return await work(bytes);
	} finally {
		isTaken = false;
	}
}

/**
 * Reads a file for the time of `work`, without waiting. Returns `null` for standard input and for files that are large,
 * empty, or no regular files.
 */
export function borrowSmall<T>(path: string, work: (bytes: Uint8Array) => T): T | null {
	const bytes = path === '-' || isTaken ? null : readShared(path);
	return bytes && work(bytes);
}

function readShared(path: string): Uint8Array | null {
	const fd = openSync(path, 'r');
	try {
		const stat = fstatSync(fd);
		if (!stat.isFile() || stat.size === 0 || stat.size > MAX_SHARED) return null;
		const bytes = takeShared(stat.size);
		let filled = 0;
		while (filled < bytes.length) {
			const count = readSync(fd, bytes, filled, bytes.length - filled, filled);
			if (count === 0) break;
			filled += count;
		}
		return alignBytes(bytes.subarray(0, filled));
	} finally {
		closeSync(fd);
	}
}

/** Bytes in front of a file, so that it can be moved to an aligned place. */
const ROOM = 8;

function takeShared(size: number): Uint8Array {
	if (shared.byteLength < size + ROOM) {
		shared = new ArrayBuffer(Math.max(FIRST_SIZE, 2 ** Math.ceil(Math.log2(size + ROOM))));
	}
	// Where a file of version 1.1 has to lie. Files of version 1.0 are rare.
	return new Uint8Array(shared, createFileBuffer(0).byteOffset, size);
}

function alignBytes(bytes: Uint8Array): Uint8Array {
	const { byteOffset } = createFileBuffer(0, bytes.subarray(0, 16));
	if (byteOffset === bytes.byteOffset) return bytes;
	const moved = new Uint8Array(shared, byteOffset, bytes.length);
	moved.set(bytes);
	return moved;
}
