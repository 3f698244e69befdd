import type { FrameSample } from '../sample/frame-sample.ts';
import {
	FULL_FRAME_WORDS,
	MAX_FRAME_WORDS,
	type PackedRun,
	packedSize,
	packedTime,
	packFrame,
	type RecordedFlags,
} from './packed-frame.ts';

/** Words per block: 256 kB. */
const BLOCK_WORDS = 0x1_0000;

interface Block {
	readonly words: Uint32Array;
	readonly floats: Float32Array;
	/** Where the next frame goes. */
	end: number;
	next: Block | null;
}

/**
 * Packed frames, oldest first, in a linked list of blocks. Blocks are reused when all of their frames were dropped, so a
 * store that drops as many frames as it takes allocates nothing.
 */
export class FrameStore {
	#first: Block;
	/** The position of the oldest frame in the first block. */
	#start = 0;
	#last: Block;
	#free: Block | null = null;
	/** The position of the newest frame in the last block. */
	#newest = 0;
	#count = 0;

	/** Allocates memory for `capacity` frames with head, hands and gaze. */
	constructor(capacity: number) {
		this.#first = createBlock();
		this.#last = this.#first;
		const framesPerBlock = Math.floor((BLOCK_WORDS - MAX_FRAME_WORDS) / FULL_FRAME_WORDS) + 1;
		// One block more than needed, because the oldest block is free only when all of its frames are dropped.
		for (let room = 0; room < capacity; room += framesPerBlock) this.#recycle(createBlock());
	}

	get count(): number {
		return this.#count;
	}

	/** The time of the oldest frame; NaN if the store is empty. */
	get firstTime(): number {
		return this.#count === 0 ? Number.NaN : packedTime(this.#first.words, this.#start);
	}

	/** The time of the newest frame; NaN if the store is empty. */
	get lastTime(): number {
		return this.#count === 0 ? Number.NaN : packedTime(this.#last.words, this.#newest);
	}

	/** Adds a copy of a frame. */
	append(frame: FrameSample, sections: RecordedFlags): void {
		if (this.#last.end + MAX_FRAME_WORDS > BLOCK_WORDS) {
			const block = this.#free ?? createBlock();
			this.#free = block.next;
			block.next = null;
			this.#last.next = block;
			this.#last = block;
		}
		const { words, floats, end } = this.#last;
		this.#last.end = packFrame(frame, sections, words, floats, end);
		this.#newest = end;
		this.#count++;
	}

	/** Copies the newest frame to `to` from `at`, and returns the end. Allocates nothing. */
	copyNewest(to: Uint32Array, at: number): number {
		const { words, end } = this.#last;
		const start = this.#newest;
		for (let i = start; i < end; i++) to[at + i - start] = words[i]!;
		return at + end - start;
	}

	/** Drops the frames before a time, but never the newest frame. */
	dropBefore(time: number): void {
		while (this.#count > 1 && packedTime(this.#first.words, this.#start) < time) {
			const { words, end, next } = this.#first;
			this.#start += packedSize(words, this.#start);
			this.#count--;
			if (this.#start < end || next === null) continue;
			this.#recycle(this.#first);
			this.#first = next;
			this.#start = 0;
		}
	}

	/** Drops all frames. */
	clear(): void {
		while (this.#first.next !== null) {
			const { next } = this.#first;
			this.#recycle(this.#first);
			this.#first = next;
		}
		this.#first.end = 0;
		this.#start = 0;
		this.#count = 0;
	}

	/** The frames in place, oldest first. Valid until the store changes. */
	listRuns(): PackedRun[] {
		const runs: PackedRun[] = [];
		let start = this.#start;
		for (let block: Block | null = this.#first; block !== null; block = block.next) {
			runs.push({ words: block.words, floats: block.floats, start, end: block.end });
			start = 0;
		}
		return runs;
	}

	#recycle(block: Block): void {
		block.end = 0;
		block.next = this.#free;
		this.#free = block;
	}
}

function createBlock(): Block {
	const words = new Uint32Array(BLOCK_WORDS);
	return { words, floats: new Float32Array(words.buffer), end: 0, next: null };
}
