import { readSync } from 'node:fs';
import { createFileBuffer } from '@handreel/core/internal';

/** Reads the first bytes of an open file, up to `byteLength`. Returns fewer bytes if the file is shorter. */
export type ReadOpenFile = (fd: number, byteLength: number) => Uint8Array<ArrayBuffer>;

/** Larger files get separate memory. */
const MAX_SHARED = 8 * 1024 * 1024;
const FIRST_SIZE = 512 * 1024;
/** Bytes that tell where in memory a file has to lie. */
const HEAD_SIZE = 16;

/** Memory for one file at a time. New memory for each file costs more than reading it: systems clear it page by page. */
let shared = new ArrayBuffer(0);
let isTaken = false;

/**
 * Reads an open file into new memory, aligned so that `readRecording(bytes, { keep: true })` copies nothing.
 *
 * Throws the errors of `readSync`, and `RangeError` for more bytes than fit into a buffer.
 */
export const readOpenFile: ReadOpenFile = (fd, byteLength) => readAligned(fd, byteLength, createFileBuffer);

/**
 * Calls `work` with a function that reads as {@link readOpenFile} does, but into memory that the next call reuses: the bytes are
 * valid until `work` returns or its promise settles. Reading many small files takes less time in this way. Memory that is
 * in use is not lent again: files that are read at the same time, and all but the first file that `work` reads, get separate
 * memory.
 *
 * @example
 * const duration = borrowMemory((read) => readRecording(read(fd, size), { keep: true }).duration);
 */
export function borrowMemory<T>(work: (read: ReadOpenFile) => T): T {
	if (isTaken) return work(readOpenFile);
	isTaken = true;
	let isLent = false;
	const read: ReadOpenFile = (fd, byteLength) => {
		if (isLent) return readOpenFile(fd, byteLength);
		isLent = true;
		return readAligned(fd, byteLength, takeShared);
	};
	const end = (): void => {
		// `work` may have kept `read`.
		isLent = true;
		isTaken = false;
	};
	let result: T;
	try {
		result = work(read);
	} catch (error) {
		end();
		throw error;
	}
	if (isThenable(result)) return Promise.resolve(result).finally(end) as T;
	end();
	return result;
}

// Promises of other realms and libraries are not instances of `Promise`.
function isThenable(value: unknown): value is PromiseLike<unknown> {
	return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}

/** Reads from an open file until `target` is full or the file ends. Returns the number of bytes. */
export function readFully(fd: number, target: Uint8Array, position = 0): number {
	let filled = 0;
	while (filled < target.length) {
		const count = readSync(fd, target, filled, target.length - filled, position + filled);
		if (count === 0) break;
		filled += count;
	}
	return filled;
}

function readAligned(
	fd: number,
	byteLength: number,
	createBuffer: (byteLength: number, head: Uint8Array) => Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
	const head = new Uint8Array(Math.min(byteLength, HEAD_SIZE));
	const bytes = createBuffer(byteLength, head.subarray(0, readFully(fd, head)));
	return bytes.subarray(0, readFully(fd, bytes));
}

function takeShared(byteLength: number, head: Uint8Array): Uint8Array<ArrayBuffer> {
	if (byteLength > MAX_SHARED) return createFileBuffer(byteLength, head);
	const { byteOffset } = createFileBuffer(0, head);
	const needed = byteOffset + byteLength;
	if (shared.byteLength < needed) shared = new ArrayBuffer(Math.max(FIRST_SIZE, 2 ** Math.ceil(Math.log2(needed))));
	return new Uint8Array(shared, byteOffset, byteLength);
}
