import { listSpans, readOutline, writeRecording } from '@handreel/core';
import type { ByteMap, InspectRequest } from './protocol.ts';
import { readBlob } from './read-blob.ts';
import { loadStored } from './stored-recording.ts';

/** The meaning of each byte of a .bin file, or of the .bin file that a recording would be saved to. */
export async function mapBytes({ bin, stored }: InspectRequest): Promise<ByteMap> {
	if (bin !== null) return { file: bin, spans: listSpans(readOutline(await readBlob(bin))) };
	// What a .bin file cannot store is shown elsewhere.
	const bytes = writeRecording((await loadStored(stored)).recording, { onIssue: () => {} });
	return { file: new Blob([bytes]), spans: listSpans(readOutline(bytes)) };
}
