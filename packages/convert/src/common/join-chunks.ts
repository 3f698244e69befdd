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
