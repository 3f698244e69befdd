import { REEL_MAGIC } from '../codec/signatures.ts';
import { type ByteCursor, ByteWriter } from './bytes.ts';
import { CHUNK_HEADER_SIZE } from './chunks.ts';
import { type ReelHead, readHead } from './head.ts';

// The index at the end of a reel (REEL.md, "Tail"). It repeats the head, so that damage to the head costs nothing.

/** Where a block is and what it is about. */
export interface ReelBlock {
	readonly byteOffset: number;
	/** With the header of the chunk. */
	readonly byteLength: number;
	readonly start: number;
	readonly end: number;
	/** Up to this time the block alone determines all values. */
	readonly cover: number;
	/** Whole curves, which every range needs. */
	readonly isWhole: boolean;
}

/** Bytes at the end of the tail, and of the file: the size of the tail's chunk. */
export const TAIL_SIZE_BYTES = 4;
const MAX_BLOCKS = 0x10_0000;
/** The smallest entry. */
const ENTRY_SIZE = 15;
/** The flag of blocks of whole curves. */
const WHOLE = 1;

/** Returns the content of the tail chunk. `head`: the content of the head chunk. `entries` in file order. */
export function writeTail(head: Uint8Array, entries: readonly ReelBlock[], duration: number): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	writer.writeBytes(head);
	writer.writeCount(entries.length);
	let last = REEL_MAGIC.length;
	for (const { byteOffset, byteLength, start, end, cover, isWhole } of entries) {
		writer.writeCount(byteOffset - last);
		writer.writeCount(byteLength);
		writer.writeByte(isWhole ? WHOLE : 0);
		for (const time of [start, end, cover]) writer.writeFloat32(time);
		last = byteOffset + byteLength;
	}
	writer.writeFloat32(duration);
	writer.writeUint32(CHUNK_HEADER_SIZE + writer.length + TAIL_SIZE_BYTES);
	return writer.finish();
}

/** The content of a tail. */
export interface ReelTail {
	/** The repeated head. */
	readonly head: ReelHead;
	readonly entries: ReelBlock[];
	/** Seconds. */
	readonly duration: number;
}

/** Reads the content of the tail chunk. All blocks end before `end`. */
export function readTail(cursor: ByteCursor, end: number): ReelTail {
	const head = readHead(cursor);
	const count = cursor.readCount(Math.min(MAX_BLOCKS, cursor.left / ENTRY_SIZE));
	let last = REEL_MAGIC.length;
	const entries = Array.from({ length: count }, (): ReelBlock => {
		const byteOffset = last + cursor.readCount(end);
		const byteLength = cursor.readCount(end);
		last = byteOffset + byteLength;
		if (last > end) cursor.fail('the blocks are larger than the file');
		const isWhole = (cursor.readFlags(WHOLE) & WHOLE) !== 0;
		const [start, stop, cover] = [cursor.readFloat32(), cursor.readFloat32(), cursor.readFloat32()];
		return { byteOffset, byteLength, isWhole, start, end: stop, cover };
	});
	const duration = cursor.readFloat32();
	if (!(duration >= 0)) cursor.fail(`the duration is ${duration}`);
	return { head, entries, duration };
}
