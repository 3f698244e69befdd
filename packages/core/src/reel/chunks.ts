import { computeCrc32 } from '../bytes/crc32.ts';
import { REEL_MAGIC } from '../codec/signatures.ts';
import type { ReadBudget } from '../issue/budget.ts';
import { failAt } from '../issue/error.ts';
import { ByteCursor } from './bytes.ts';

// A reel is a magic number and chunks (REEL.md, "Chunks"). Each chunk has a checksum, so that damage is found and stays where
// it is.

/** Bytes before the content of a chunk: CRC-32 of everything after it, tag, length of the content. */
export const CHUNK_HEADER_SIZE = 12;
/** Where the tag is in a chunk. */
export const TAG_AT = 4;
/** Where the length of the content is in a chunk. */
export const LENGTH_AT = 8;
/** The chunks of this version. */
export const CHUNK_TAGS = { head: 'HEAD', block: 'BLCK', tail: 'TAIL' } as const;
/** What a headset knew of the room. Readers may skip it; it depends on times and places. */
export const ROOM_TAG = 'rOOM';

// A small reel is one chunk with a shorter header: a byte of 0 instead of the tag, and a length of two bytes.

/** The tag of the only chunk of a small reel, in which it is a byte of 0. */
export const SMALL_TAG = 'SMALL';
/** The most bytes of a small reel's content. */
export const MAX_SMALL = 1000;
const SMALL_HEADER_SIZE = 7;

/** Returns whether a file that starts with the magic number of a reel is a small reel. */
export function isSmallReel(top: Uint8Array): boolean {
	return top[REEL_MAGIC.length + TAG_AT] === 0;
}

/** A chunk in a file. */
export interface Chunk {
	/** Four characters. */
	readonly tag: string;
	readonly byteOffset: number;
	/** The size with its header. */
	readonly byteLength: number;
	readonly content: Uint8Array;
	/** Where the content is in the file. */
	readonly contentOffset: number;
	/** The CRC-32 of tag, length and content, and what it should be. */
	readonly checksum: number;
	readonly expected: number;
}

/** Throws `not-a-reel` unless bytes start with the magic number. */
export function checkReelMagic(bytes: Uint8Array): void {
	const start = bytes.subarray(0, REEL_MAGIC.length);
	if (start.every((byte, i) => byte === REEL_MAGIC[i])) {
		if (start.length === REEL_MAGIC.length) return;
		failAt('reel-cut', '', start.length, `the file ends at ${start.length}, inside the magic number of a reel`);
	}
	failAt('not-a-reel', '', 0, 'not a reel: the file does not start with the magic number of a reel');
}

/** Returns the bytes of a chunk. */
export function writeChunk(tag: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(CHUNK_HEADER_SIZE + content.length);
	const view = new DataView(bytes.buffer);
	for (let i = 0; i < 4; i++) bytes[TAG_AT + i] = tag.charCodeAt(i);
	view.setUint32(LENGTH_AT, content.length, true);
	bytes.set(content, CHUNK_HEADER_SIZE);
	view.setUint32(0, computeCrc32(bytes, TAG_AT, bytes.length), true);
	return bytes;
}

/** Returns the only chunk of a small reel. `checksums`: those of its blocks, which it does not store. */
export function writeSmallChunk(content: Uint8Array, checksums: readonly number[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(SMALL_HEADER_SIZE + content.length);
	const view = new DataView(bytes.buffer);
	view.setUint16(TAG_AT + 1, content.length, true);
	bytes.set(content, SMALL_HEADER_SIZE);
	view.setUint32(0, addChecksums(computeCrc32(bytes, TAG_AT, bytes.length), checksums), true);
	return bytes;
}

/**
 * Reads the chunk at an offset of `bytes`, which are the bytes of the file from `byteOffset` on. Throws `reel-cut` if it is not
 * complete and `reel-damaged` if its checksum is wrong; {@link checkChunk} checks that of a small reel after its blocks are read.
 */
export function readChunk(bytes: Uint8Array, at: number, byteOffset = 0): Chunk {
	const place = byteOffset + at;
	const left = bytes.length - at;
	const isSmall = place === REEL_MAGIC.length && bytes[at + TAG_AT] === 0;
	const headerSize = isSmall ? SMALL_HEADER_SIZE : CHUNK_HEADER_SIZE;
	if (left < headerSize) {
		failAt('reel-cut', '', place, `the file ends at ${place + left}, inside the header of a chunk at ${place}`);
	}
	const tag = isSmall ? SMALL_TAG : readTag(bytes, at + TAG_AT);
	const size = isSmall ? bytes[at + TAG_AT + 1]! | (bytes[at + TAG_AT + 2]! << 8) : readWord(bytes, at + LENGTH_AT);
	const byteLength = headerSize + size;
	if (byteLength > left) {
		const message = `the chunk ${tag} at ${place} has ${byteLength} bytes, but the file ends after ${left}`;
		failAt(isSmall || isTag(tag) ? 'reel-cut' : 'reel-damaged', '', place, message);
	}
	const content = bytes.subarray(at + headerSize, at + byteLength);
	const checksum = computeCrc32(bytes, at + TAG_AT, at + byteLength);
	const expected = readWord(bytes, at);
	const chunk = { tag, byteOffset: place, byteLength, content, contentOffset: place + headerSize, checksum, expected };
	if (!isSmall) checkChunk(chunk, []);
	return chunk;
}

/** Throws `reel-damaged` if the checksum of a chunk is wrong. `checksums`: those of the blocks of a small reel. */
export function checkChunk({ tag, byteOffset, checksum, expected }: Chunk, checksums: readonly number[]): void {
	if (addChecksums(checksum, checksums) === expected) return;
	failAt('reel-damaged', '', byteOffset, `the checksum of the chunk ${tag} at ${byteOffset} is wrong`);
}

function addChecksums(before: number, checksums: readonly number[]): number {
	return computeCrc32(new Uint8Array(Uint32Array.from(checksums).buffer), 0, 4 * checksums.length, before);
}

/** Throws `reel-version` for an unknown chunk that readers must not skip: the first letter of its tag is not a lower-case letter. */
export function checkSkippable({ tag, byteOffset }: Chunk): void {
	if (!/^[a-z]/.test(tag)) failAt('reel-version', '', byteOffset, `chunk ${tag} needs a newer version`);
}

/** Returns a cursor over the content of a chunk. */
export function openChunk({ tag, contentOffset, content }: Chunk, budget: ReadBudget): ByteCursor {
	return new ByteCursor(content, contentOffset, `chunk ${tag}`, budget);
}

/** Reads a little-endian UInt32. */
export function readWord(bytes: Uint8Array, at: number): number {
	return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

function readTag(bytes: Uint8Array, at: number): string {
	return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!).replace(/[^ -~]/g, '?');
}

function isTag(tag: string): boolean {
	return (Object.values(CHUNK_TAGS) as string[]).includes(tag);
}
