import { type Issue, type LimitOptions, type Recording, RecordingError } from '@handreel/core';
import { type JournalRecovery, recoverJournal } from '@handreel/core/record';
import type { Recovered } from '../common/format.ts';

/** Core's `recoverJournal`. Throws `RecordingError` for a journal without frames, and for one beyond `limits`. */
export function decodeJournal(
	bytes: Uint8Array,
	{ limits }: LimitOptions,
): JournalRecovery & { readonly recording: Recording } {
	const recovery = recoverJournal(bytes, { limits });
	const { recording, issues } = recovery;
	if (recording !== null) return { ...recovery, recording };
	const [first] = issues;
	const message = first === undefined ? 'the journal holds no frames' : `${first.message}; it holds no frames`;
	throw new RecordingError({ ...(first ?? EMPTY_JOURNAL), severity: 'error', message });
}

const EMPTY_JOURNAL: Omit<Issue, 'severity' | 'message'> = { code: 'empty-file', path: '', byteOffset: 0, time: null };

/** {@link decodeJournal} with the gaps. */
export function recoverJournalFile(bytes: Uint8Array, options: LimitOptions): Recovered {
	const { recording, frameCount, gaps: found, isComplete: hasEnd, issues } = decodeJournal(bytes, options);
	const gaps = found.map(({ start, end }) => ({
		start: start ?? Number.NEGATIVE_INFINITY,
		end: end ?? Number.POSITIVE_INFINITY,
	}));
	const isComplete = hasEnd && gaps.length === 0;
	if (!hasEnd && gaps.at(-1)?.end !== Number.POSITIVE_INFINITY)
		gaps.push({ start: recording.duration, end: Number.POSITIVE_INFINITY });
	return { recording, isComplete, issues, pieces: { kind: 'frame', count: frameCount }, gaps };
}
