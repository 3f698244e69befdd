import { type ByteCursor, ByteWriter } from './bytes.ts';
import { CHUNK_HEADER_SIZE } from './chunks.ts';

// The index at the end of a reel (REEL.md, "Tail"). It repeats the head, so that damage to the head costs nothing.

/** Where a block is and what it is about. */
export interface ReelBlock {
	readonly byteOffset: number;
	/** With the header of the chunk. */
	readonly byteLength: number;
	readonly start: number;
	readonly end: number;
	/** Up to this time the block alone tells all values. */
	readonly cover: number;
	/** Whole curves, which every range needs. */
	readonly isWhole: boolean;
}

/** Bytes at the end of the tail, and of the file: the size of the tail's chunk. */
export const TAIL_SIZE_BYTES = 4;
const MAX_BLOCKS = 0x10_0000;
/** The smallest entry. */
const ENTRY_SIZE = 14;

/** Returns the content of the tail chunk. */
export function writeTail(head: Uint8Array, entries: readonly ReelBlock[], duration: number): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	writer.writeCount(head.length);
	writer.writeBytes(head);
	writer.writeCount(entries.length);
	for (const { byteLength, start, end, cover, isWhole } of entries) {
		writer.writeCount(byteLength);
		writer.writeByte(isWhole ? 1 : 0);
		for (const time of [start, end, cover]) writer.writeFloat32(time);
	}
	writer.writeFloat32(duration);
	writer.writeUint32(CHUNK_HEADER_SIZE + writer.length + TAIL_SIZE_BYTES);
	return writer.finish();
}

/** The content of a tail. */
export interface ReelTail {
	/** The repeated head. */
	readonly head: Uint8Array;
	readonly entries: ReelBlock[];
	/** Seconds. */
	readonly duration: number;
}

/** Reads the content of the tail chunk. The last block ends at `end`. */
export function readTail(cursor: ByteCursor, end: number): ReelTail {
	const head = cursor.readBytes(cursor.readCount(cursor.left));
	const count = cursor.readCount(Math.min(MAX_BLOCKS, cursor.left / ENTRY_SIZE));
	const entries: Omit<ReelBlock, 'byteOffset'>[] = [];
	let total = 0;
	for (let i = 0; i < count; i++) {
		const byteLength = cursor.readCount(end);
		const isWhole = cursor.readByte() === 1;
		const start = cursor.readFloat32();
		const entry = { byteLength, isWhole, start, end: cursor.readFloat32(), cover: cursor.readFloat32() };
		entries.push(entry);
		total += byteLength;
	}
	if (total > end) cursor.fail('the blocks are larger than the file');
	const duration = cursor.readFloat32();
	if (!(duration >= 0)) cursor.fail(`the duration is ${duration}`);
	let byteOffset = end - total;
	return {
		head,
		duration,
		entries: entries.map((entry) => {
			byteOffset += entry.byteLength;
			return { ...entry, byteOffset: byteOffset - entry.byteLength };
		}),
	};
}
