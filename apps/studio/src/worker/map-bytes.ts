import { listSpans, readOutline } from '@handreel/core';
import { writeBin } from './prepare-recording.ts';
import type { ByteMap, InspectRequest } from './protocol.ts';
import { readBlob } from './read-blob.ts';
import { loadStored } from './stored-recording.ts';

/** The meaning of each byte of a .bin file, or of the .bin file that a recording would be saved to. */
export async function mapBytes({ bin, stored }: InspectRequest): Promise<ByteMap> {
	if (bin !== null) return { file: bin, spans: listSpans(readOutline(await readBlob(bin))) };
	const { bytes, outline } = writeBin((await loadStored(stored)).recording);
	return { file: new Blob([bytes]), spans: listSpans(outline) };
}
