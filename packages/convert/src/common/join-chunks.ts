import type { EncodeChunks, EncodeResult, FormatChunks } from './format.ts';

/** Returns all pieces as one array; a single piece is returned as it is. */
export function joinChunks<B extends ArrayBufferLike>(chunks: readonly Uint8Array<B>[]): Uint8Array<B | ArrayBuffer> {
	if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
	const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
	let length = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, length);
		length += chunk.length;
	}
	return bytes;
}

/** Joins the pieces of a file. */
export function joinFile<T extends EncodeChunks>({ chunks, ...facts }: T): Omit<T, 'chunks'> & EncodeResult {
	return { ...facts, bytes: joinChunks([...chunks]) };
}

/** Turns pieces of text into bytes, piece by piece. */
export function encodeText(chunks: FormatChunks['chunks']): EncodeChunks['chunks'] {
	return {
		*[Symbol.iterator]() {
			const encoder = new TextEncoder();
			for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
		},
	};
}
