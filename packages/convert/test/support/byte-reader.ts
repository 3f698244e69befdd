import type { ByteReader } from '@handreel/core';

/** A reader of bytes that counts how many were asked for. */
export interface CountingReader extends ByteReader {
	bytesRead: number;
}

/** Reads bytes as from a file: asynchronously, and in copies. */
export function createReader(bytes: Uint8Array): CountingReader {
	const reader: CountingReader = {
		byteLength: bytes.length,
		bytesRead: 0,
		read: async (offset, length) => {
			const piece = bytes.slice(offset, offset + length);
			reader.bytesRead += piece.length;
			return piece;
		},
	};
	return reader;
}
