import { computeCrc32 } from '../bytes/crc32.ts';
import { failAt } from '../issue/error.ts';
import { ByteCursor } from './bytes.ts';

// A reel is a magic number and chunks (REEL.md, "Chunks"). Each chunk has a checksum, so that damage is found and stays where
// it is.

/** The first eight bytes of every reel. */
export const REEL_MAGIC: readonly number[] = [0x8a, 0x52, 0x45, 0x45, 0x4c, 0x0d, 0x0a, 0x1a];
/** Bytes before the content of a chunk: CRC-32 of everything after it, tag, length of the content. */
export const CHUNK_HEADER_SIZE = 12;
/** Where the tag is in a chunk. */
export const TAG_AT = 4;
/** Where the length of the content is in a chunk. */
export const LENGTH_AT = 8;
/** The chunks of this version. */
export const CHUNK_TAGS = { head: 'HEAD', block: 'BLCK', tail: 'TAIL' } as const;

// A small reel is one chunk with a shorter header: a byte of 0 instead of the tag, and a length of two bytes.

/** The tag of the only chunk of a small reel, in which it is a byte of 0. */
export const SMALL_TAG = 'SMALL';
/** The most bytes of a small reel's content. */
export const MAX_SMALL = 1000;
/** Bytes of a file that tell whether it is small. */
export const TOP_SIZE: number = REEL_MAGIC.length + TAG_AT + 1;
const SMALL_HEADER_SIZE = 7;

/** Returns whether a file that starts with the magic number of a reel is a small reel. */
export function isSmallReel(top: Uint8Array): boolean {
	return top[TOP_SIZE - 1] === 0;
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
}

/** Returns whether bytes start with the magic number of a reel. */
export function hasReelMagic(bytes: Uint8Array): boolean {
	return bytes.length >= REEL_MAGIC.length && REEL_MAGIC.every((byte, i) => bytes[i] === byte);
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

/** Returns the only chunk of a small reel. */
export function writeSmallChunk(content: Uint8Array): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(SMALL_HEADER_SIZE + content.length);
	const view = new DataView(bytes.buffer);
	view.setUint16(TAG_AT + 1, content.length, true);
	bytes.set(content, SMALL_HEADER_SIZE);
	view.setUint32(0, computeCrc32(bytes, TAG_AT, bytes.length), true);
	return bytes;
}

/**
 * Reads the chunk at an offset of `bytes`, which are the bytes of the file from `byteOffset` on. Throws `reel-cut` if it is not
 * complete and `reel-damaged` if its checksum is wrong.
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
	if (computeCrc32(bytes, at + TAG_AT, at + byteLength) !== readWord(bytes, at)) {
		failAt('reel-damaged', '', place, `the checksum of the chunk ${tag} at ${place} is wrong`);
	}
	const content = bytes.subarray(at + headerSize, at + byteLength);
	return { tag, byteOffset: place, byteLength, content, contentOffset: place + headerSize };
}

/** Returns a cursor over the content of a chunk. */
export function openChunk({ tag, contentOffset, content }: Chunk): ByteCursor {
	return new ByteCursor(content, contentOffset, `chunk ${tag}`);
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
