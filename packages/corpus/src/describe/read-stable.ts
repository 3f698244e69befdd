import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { createFileBuffer } from '@handreel/core';

/** The bytes of a file that did not change while it was read. */
export interface StableBytes {
	readonly bytes: Uint8Array;
	/** Changes whenever the file changes. */
	readonly signature: string;
}

/** Engines limit the size of buffers. */
const MAX_BYTES = 2 ** 32;
const ATTEMPTS = 3;
const HEAD_SIZE = 16;

/** Reads a file. Throws if it is no regular file, too large, or changes during three attempts to read it. */
export function readStable(path: string): StableBytes {
	return retry(() => tryReading(path, createFileBuffer));
}

/** Files up to this size share memory. */
const MAX_SHARED = 8 * 1024 * 1024;

/** Memory for one file at a time. New memory for each file costs more than reading it: systems clear it page by page. */
let shared: ArrayBuffer = new ArrayBuffer(0);
let isTaken = false;

/** {@link readStable} for the time of `work`, which must not keep the bytes. */
export async function borrowStable<T>(path: string, work: (file: StableBytes) => Promise<T>): Promise<T> {
	if (isTaken) return work(readStable(path));
	isTaken = true;
	try {
		return await work(retry(() => tryReading(path, takeShared)));
	} finally {
		isTaken = false;
	}
}

function takeShared(size: number, head: Uint8Array): Uint8Array {
	if (size > MAX_SHARED) return createFileBuffer(size, head);
	const { byteOffset } = createFileBuffer(0, head);
	if (shared.byteLength < size + byteOffset) shared = new ArrayBuffer(2 ** Math.ceil(Math.log2(size + HEAD_SIZE)));
	return new Uint8Array(shared, byteOffset, size);
}

function retry(read: () => StableBytes | null): StableBytes {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const found = read();
		if (found !== null) return found;
	}
	throw new Error('the file changes while it is read');
}

// Returns `null` if the file changed.
function tryReading(path: string, createBuffer: (size: number, head: Uint8Array) => Uint8Array): StableBytes | null {
	// Opening a FIFO would wait for its writer. Windows has no such flag.
	const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const stat = fstatSync(fd, { bigint: true });
		if (stat.isDirectory()) throw new Error('this is a folder, not a file');
		if (!stat.isFile()) throw new Error('this is not a regular file');
		if (stat.size >= MAX_BYTES) throw new Error('files of 4 GiB and more are not supported');
		const size = Number(stat.size);
		// The head tells where in memory the file has to lie.
		const head = new Uint8Array(Math.min(size, HEAD_SIZE));
		if (readFully(fd, head) < head.length) return null;
		const bytes = createBuffer(size, head);
		if (readFully(fd, bytes) < size) return null;
		const signature = createSignature(stat);
		return signature === createSignature(fstatSync(fd, { bigint: true })) ? { bytes, signature } : null;
	} finally {
		closeSync(fd);
	}
}

// Reads from the start of the file and returns the number of bytes.
function readFully(fd: number, target: Uint8Array): number {
	let filled = 0;
	while (filled < target.length) {
		const count = readSync(fd, target, filled, target.length - filled, filled);
		if (count === 0) break;
		filled += count;
	}
	return filled;
}

/** A text that changes whenever a file changes. */
export function createSignature(stat: {
	readonly size: bigint;
	readonly mtimeNs: bigint;
	readonly ctimeNs: bigint;
	readonly ino: bigint;
}): string {
	return [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino].map((value) => value.toString(36)).join('.');
}
