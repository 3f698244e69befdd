import type { ByteView } from '@handreel/core';
import type { OpenFile } from './read-file.ts';

const BLOCK_SIZE = 4096;
const MAX_BLOCKS = 4096;

/** A `DataView` of a file that reads blocks on demand and caches them. */
export class BlockView implements ByteView {
	readonly #file: OpenFile;
	readonly #blocks = new Map<number, DataView>();
	readonly #word = new DataView(new ArrayBuffer(4));
	#lastBlock = -1;
	#lastView: DataView = this.#word;

	constructor(file: OpenFile) {
		this.#file = file;
	}

	get byteLength(): number {
		return this.#file.byteLength;
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
			const bytes = this.#file.read(block * BLOCK_SIZE, BLOCK_SIZE);
			view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
			if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.clear();
			this.#blocks.set(block, view);
		}
		this.#lastBlock = block;
		this.#lastView = view;
		return view;
	}
}
