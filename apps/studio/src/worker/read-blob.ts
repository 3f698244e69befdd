import { createFileBuffer } from '@handreel/core';

const HEAD = 16;

/** Reads a blob into memory that is aligned for `readRecording`, and reports the share that is read. */
export async function readBlob(blob: Blob, onProgress?: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> {
	const head = new Uint8Array(await blob.slice(0, HEAD).arrayBuffer());
	const bytes = createFileBuffer(blob.size, head);
	const reader = blob.stream().getReader();
	let offset = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return bytes;
		bytes.set(value, offset);
		offset += value.length;
		onProgress?.(offset / blob.size);
	}
}
