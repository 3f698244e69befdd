import { type BytesLike, createFileBuffer } from '@handreel/core';

/** Random access to the bytes of a file: an open file, a `Blob`, an HTTP resource with range requests. */
export interface ByteReader {
	readonly byteLength: number;
	/** Returns `length` bytes from `offset` on. Fewer bytes mean that the file ends there. */
	read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** Bytes in memory, or a reader of them. */
export type RecordingSource = BytesLike | ByteReader;

/** How a {@link ByteReader} is read. Bytes in memory ignore these options. */
export interface SourceOptions {
	/** Stops reading: the promise then rejects with the reason of the signal. */
	readonly signal?: AbortSignal;
	/** Called with the number of bytes read so far, after each piece. */
	readonly onProgress?: (bytesRead: number) => void;
}

/** The first bytes, at most `length`. */
export async function readHead(source: RecordingSource, length: number): Promise<Uint8Array> {
	if (!isReader(source)) return toBytes(source).subarray(0, length);
	const size = Math.min(length, checkByteLength(source));
	return (await source.read(0, size)).subarray(0, size);
}

/** All bytes. Those of a reader are fresh and placed so that `readRecording` need not copy them. */
export async function readAll(
	source: RecordingSource,
	{ signal, onProgress }: SourceOptions = {},
): Promise<Uint8Array> {
	if (!isReader(source)) return toBytes(source);
	const byteLength = checkByteLength(source);
	signal?.throwIfAborted();
	const bytes = createFileBuffer(byteLength, await readHead(source, FILE_HEAD));
	let length = 0;
	while (length < byteLength) {
		signal?.throwIfAborted();
		const piece = await source.read(length, Math.min(PIECE, byteLength - length));
		if (piece.length === 0) break;
		bytes.set(piece.subarray(0, byteLength - length), length);
		length = Math.min(length + piece.length, byteLength);
		onProgress?.(length);
	}
	return bytes.subarray(0, length);
}

/** Whether the caller owns the bytes of a source, so that a recording must not borrow them unasked. */
export function isReader(source: RecordingSource): source is ByteReader {
	return typeof source === 'object' && source !== null && 'read' in source && typeof source.read === 'function';
}

const FILE_HEAD = 16;
const PIECE = 2 ** 22;

function checkByteLength({ byteLength }: ByteReader): number {
	if (Number.isSafeInteger(byteLength) && byteLength >= 0) return byteLength;
	throw new RangeError(`source.byteLength: ${byteLength} is not a length`);
}

function toBytes(bytes: BytesLike): Uint8Array {
	if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const isShared = typeof SharedArrayBuffer !== 'undefined' && bytes instanceof SharedArrayBuffer;
	if (bytes instanceof ArrayBuffer || isShared) return new Uint8Array(bytes);
	throw new TypeError('source: expected bytes or an object with byteLength and read(offset, length)');
}
