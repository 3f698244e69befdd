import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type ByteView, createFileBuffer } from '@handreel/core';

/** Files up to this size are read completely. */
export const WHOLE_FILE_LIMIT = 16 * 1024 * 1024;

const BLOCK_SIZE = 4096;
const MAX_BLOCKS = 4096;

/** An open file. */
export interface OpenFile {
	/** The bytes of the file with aligned keys, or a view that reads blocks of a large file on demand. */
	readonly source: Uint8Array | ByteView;
	readonly close: () => void;
}

/** Opens a file. Small files are read completely, large files in blocks on demand. */
export function openFile(path: string): OpenFile {
	const fd = openSync(path, 'r');
	try {
		const stat = fstatSync(fd);
		if (stat.isDirectory()) throw new Error('this folder contains no recordings');
		if (!stat.isFile()) throw new Error('not a regular file');
		if (stat.size > WHOLE_FILE_LIMIT) {
			return { source: new BlockView(fd, stat.size), close: () => closeSync(fd) };
		}
		const head = new Uint8Array(16);
		readFully(fd, head, 0);
		const bytes = createFileBuffer(stat.size, head);
		const source = bytes.subarray(0, readFully(fd, bytes, 0));
		closeSync(fd);
		return { source, close: () => {} };
	} catch (error) {
		closeSync(fd);
		throw error;
	}
}

// A DataView of a file that caches blocks.
class BlockView implements ByteView {
	readonly byteLength: number;
	readonly #fd: number;
	readonly #blocks = new Map<number, DataView>();
	readonly #word = new DataView(new ArrayBuffer(4));
	#lastBlock = -1;
	#lastView: DataView = this.#word;

	constructor(fd: number, byteLength: number) {
		this.#fd = fd;
		this.byteLength = byteLength;
	}

	getUint8(byteOffset: number): number {
		return this.#fetch(Math.floor(byteOffset / BLOCK_SIZE)).getUint8(byteOffset % BLOCK_SIZE);
	}

	getInt32(byteOffset: number, littleEndian: true): number {
		const at = byteOffset % BLOCK_SIZE;
		if (at > BLOCK_SIZE - 4) return this.#gather(byteOffset).getInt32(0, littleEndian);
		return this.#fetch(Math.floor(byteOffset / BLOCK_SIZE)).getInt32(at, littleEndian);
	}

	getFloat32(byteOffset: number, littleEndian: true): number {
		const at = byteOffset % BLOCK_SIZE;
		if (at > BLOCK_SIZE - 4) return this.#gather(byteOffset).getFloat32(0, littleEndian);
		return this.#fetch(Math.floor(byteOffset / BLOCK_SIZE)).getFloat32(at, littleEndian);
	}

	// A word that crosses the border of two blocks.
	#gather(byteOffset: number): DataView {
		for (let i = 0; i < 4; i++) this.#word.setUint8(i, this.getUint8(byteOffset + i));
		return this.#word;
	}

	#fetch(block: number): DataView {
		if (block === this.#lastBlock) return this.#lastView;
		let view = this.#blocks.get(block);
		if (view === undefined) {
			const bytes = new Uint8Array(BLOCK_SIZE);
			view = new DataView(bytes.buffer, 0, readFully(this.#fd, bytes, block * BLOCK_SIZE));
			if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.clear();
			this.#blocks.set(block, view);
		}
		this.#lastBlock = block;
		this.#lastView = view;
		return view;
	}
}

// Returns the number of bytes read: less than the target holds at the end of the file.
function readFully(fd: number, target: Uint8Array, position: number): number {
	let filled = 0;
	while (filled < target.length) {
		const read = readSync(fd, target, filled, target.length - filled, position + filled);
		if (read === 0) break;
		filled += read;
	}
	return filled;
}
