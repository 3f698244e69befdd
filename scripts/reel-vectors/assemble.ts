import type { Curve, Recording } from '@handreel/core';
import { REEL_MAGIC } from '../../packages/core/src/codec/signatures.ts';
import { ReadBudget } from '../../packages/core/src/issue/budget.ts';
import { type BlockBody, writeBlock, writeCodedBody } from '../../packages/core/src/reel/block.ts';
import { CHUNK_TAGS, openChunk, readChunk, writeChunk } from '../../packages/core/src/reel/chunks.ts';
import { listReelCurves, listVectors } from '../../packages/core/src/reel/groups.ts';
import { createHead, type ReelHead, writeHead } from '../../packages/core/src/reel/head.ts';
import { splitCurves } from '../../packages/core/src/reel/split.ts';
import { type ReelBlock, readTail, writeTail } from '../../packages/core/src/reel/tail.ts';

// Reels that our writer does not write.

/** A reel of one exact block, written from its parts. */
export function assemble(
	recording: Recording,
	change: Partial<ReelHead>,
	isLater = false,
	sumChange = 0,
	version = isLater ? 0x13 : 0x10,
	flags = isLater ? 0x50 : 0,
): Uint8Array {
	const head = { ...createHead(recording), curves: listReelCurves(recording), ...change };
	const [range] = splitCurves(listReelCurves(recording), 10);
	const curves = change.sections ? (change.curves as Curve[]) : listReelCurves(recording);
	const from = Int32Array.from(curves, () => 0);
	const to = Int32Array.from(curves, ({ count }) => count);
	const body = writeCodedBody({ ...range!, from, to }, listVectors(head.sections), curves, null);
	return joinParts(
		changeHead(writeHead(head), version, flags, isLater ? 10 : 0),
		range!,
		{ ...body, checksum: (body.checksum + sumChange) >>> 0 },
		recording.duration,
		isLater,
	);
}

function joinParts(
	head: Uint8Array,
	range: { start: number; end: number; cover: number },
	body: BlockBody,
	duration: number,
	isLater: boolean,
): Uint8Array {
	const top = writeChunk(CHUNK_TAGS.head, head);
	const block = writeChunk(CHUNK_TAGS.block, writeBlock(0, range.start, range.end, body));
	const entry = { ...range, byteOffset: REEL_MAGIC.length + top.length, byteLength: block.length, isWhole: false };
	let tail: Uint8Array = writeTail(head, [entry], duration);
	if (isLater) {
		const size = new Uint8Array(Uint32Array.of(12 + tail.length + 5).buffer);
		tail = Uint8Array.from([...tail.subarray(0, -4), 1, 2, 3, 4, 5, ...size]);
	}
	return Uint8Array.from([...REEL_MAGIC, ...top, ...block, ...writeChunk(CHUNK_TAGS.tail, tail)]);
}

// Heads of these vectors are shorter than 16,384 bytes and longer than 127.
function changeHead(head: Uint8Array, version: number, flags: number, more: number): Uint8Array {
	const size = head[1]! < 128 ? 1 : 2;
	const fields = Uint8Array.from([...head.subarray(1 + size), ...new Uint8Array(more).fill(0xee)]);
	fields[1] = flags;
	const length = fields.length < 128 ? [fields.length] : [(fields.length & 127) | 128, fields.length >> 7];
	return Uint8Array.from([version, ...length, ...fields]);
}

/** Puts a chunk behind the head, and one in front of the index. */
export function addChunks(reel: Uint8Array, [first, second]: readonly [string, string] = ['xtra', 'xtra']): Uint8Array {
	const { head, blocks, duration } = openParts(reel);
	const [more, last] = [first, second].map((tag) => ({ bytes: writeChunk(tag, new Uint8Array(50).fill(7)) }));
	return joinChunks(head, [more!, ...blocks, last!], duration);
}

/** Leaves out a block, so that those beside it do not meet. */
export function dropBlock(reel: Uint8Array, dropped: number): Uint8Array {
	const { head, blocks, duration } = openParts(reel);
	const kept = blocks.filter((_, i) => i !== dropped);
	// Numbers below 128 are a byte.
	const numbered = kept.map(({ bytes, entry }, i) => {
		return { bytes: writeChunk(CHUNK_TAGS.block, Uint8Array.from([i, ...bytes.subarray(13)])), entry };
	});
	return joinChunks(head, numbered, duration);
}

/** A chunk; `entry` is that of a block in the index. */
interface Part {
	readonly bytes: Uint8Array;
	readonly entry?: ReelBlock;
}

/** The content of the head and the blocks of a reel. */
function openParts(reel: Uint8Array): { head: Uint8Array; blocks: Part[]; duration: number } {
	const head = readChunk(reel, REEL_MAGIC.length);
	const tail = readChunk(reel, reel.length - readUint32(reel, reel.length - 4));
	const { entries, duration } = readTail(openChunk(tail, new ReadBudget({}, reel.length)), tail.byteOffset);
	const blocks = entries.map((entry) => ({
		bytes: reel.subarray(entry.byteOffset, entry.byteOffset + entry.byteLength),
		entry,
	}));
	return { head: head.content, blocks, duration };
}

function joinChunks(head: Uint8Array, parts: readonly Part[], duration: number): Uint8Array {
	const top = writeChunk(CHUNK_TAGS.head, head);
	let byteOffset = REEL_MAGIC.length + top.length;
	const entries = parts.flatMap(({ bytes, entry }) => {
		const start = byteOffset;
		byteOffset += bytes.length;
		return entry === undefined ? [] : [{ ...entry, byteOffset: start, byteLength: bytes.length }];
	});
	const tail = writeChunk(CHUNK_TAGS.tail, writeTail(head, entries, duration));
	return Uint8Array.from([
		...REEL_MAGIC,
		...[top, ...parts.map(({ bytes }) => bytes), tail].flatMap((part) => [...part]),
	]);
}

/** Reads a little-endian UInt32. */
export function readUint32(bytes: Uint8Array, at: number): number {
	return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}
