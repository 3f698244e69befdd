import { isTakeId } from './messages.ts';

// A binary message: the id of the take (16 bytes), the offset of its bytes in the journal (float64, little-endian), and
// bytes of the journal.

/** Bytes of a chunk before the bytes of the journal. */
export const CHUNK_HEADER_BYTES = 24;

/** A piece of a take's journal. */
export interface Chunk {
	readonly take: string;
	readonly offset: number;
	/** A view of the message. */
	readonly bytes: Uint8Array;
}

/** Writes the header of a chunk to the start of `message`. */
export function writeChunkHeader(message: Uint8Array, take: string, offset: number): void {
	if (!isTakeId(take)) throw new TypeError(`take: '${take}' is not an id of 32 hexadecimal digits`);
	for (let i = 0; i < 16; i++) message[i] = Number.parseInt(take.slice(2 * i, 2 * i + 2), 16);
	new DataView(message.buffer, message.byteOffset).setFloat64(16, offset, true);
}

/** Reads a binary message. Returns `null` if it is not a chunk. */
export function readChunk(message: Uint8Array): Chunk | null {
	if (message.length < CHUNK_HEADER_BYTES) return null;
	let take = '';
	for (let i = 0; i < 16; i++) take += message[i]!.toString(16).padStart(2, '0');
	const offset = new DataView(message.buffer, message.byteOffset).getFloat64(16, true);
	if (!Number.isSafeInteger(offset) || offset < 0) return null;
	return { take, offset, bytes: message.subarray(CHUNK_HEADER_BYTES) };
}
