import { prepareStored } from './prepare-recording.ts';
import type { KeptRecording, OpenedRecording, Progress } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** Opens a stored recording again: after an undo, or when a session is restored. */
export async function showStored(kept: KeptRecording, report: (progress: Progress) => void): Promise<OpenedRecording> {
	report({ phase: 'decoding', share: 0 });
	return prepareStored(kept, (await loadStored(kept.stored)).recording, report);
}
