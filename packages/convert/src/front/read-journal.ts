import { type Issue, type Recording, RecordingError } from '@handreel/core';
import { type JournalRecovery, recoverJournal } from '@handreel/core/record';

/** Core's `recoverJournal`. Throws `RecordingError` for a journal without frames. */
export function readJournal(bytes: Uint8Array): JournalRecovery & { readonly recording: Recording } {
	const recovery = recoverJournal(bytes);
	const { recording, issues } = recovery;
	if (recording !== null) return { ...recovery, recording };
	const [first] = issues;
	const message = first === undefined ? 'the journal holds no frames' : `${first.message}; it holds no frames`;
	throw new RecordingError({ ...(first ?? EMPTY_JOURNAL), severity: 'error', message });
}

const EMPTY_JOURNAL: Omit<Issue, 'severity' | 'message'> = { code: 'empty-file', path: '', byteOffset: 0, time: null };
