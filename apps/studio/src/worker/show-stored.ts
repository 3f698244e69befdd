import { readOutline, summarizeBytes } from '@handreel/core';
import { prepareStored } from './prepare-recording.ts';
import type { KeptRecording, OpenedRecording, Progress } from './protocol.ts';
import { readBlob } from './read-blob.ts';
import { loadStored } from './stored-recording.ts';

/** Opens a stored recording again: after an undo, or when a session is restored. */
export async function showStored(kept: KeptRecording, report: (progress: Progress) => void): Promise<OpenedRecording> {
	report({ phase: 'decoding', share: 0 });
	const { recording } = await loadStored(kept.stored);
	if (kept.bin === null) return prepareStored(kept, recording, report);
	// The summary of a file has facts about its layout that the recording does not have.
	const bytes = await readBlob(kept.bin);
	return prepareStored(kept, recording, report, summarizeBytes(bytes, readOutline(bytes)));
}
