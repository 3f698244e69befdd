import { loadBytes } from '@handreel/core';

/** Reads a blob into memory and reports the share that is read, from 0 to 1. */
export async function readBlob(blob: Blob, onProgress?: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = await loadBytes(blob, { onProgress: (count) => onProgress?.(count / blob.size) });
	// Memory is shared only for sources that are shared themselves.
	return bytes as Uint8Array<ArrayBuffer>;
}
