import { type ByteSource, type Issue, isRecordingError, loadBytes, type Recording } from '@handreel/core';
import { type DecodeOptions, decodeRecording, keepLoaded } from './decode-recording.ts';
import { detectFormat } from './detect-format.ts';
import type { ReadableFormatName } from './formats.ts';

/** What is left of a file that may be damaged. */
export interface RecoverResult {
	/** `null` for unknown content. */
	readonly format: ReadableFormatName | null;
	/** The intact data, as it was read; `null` if nothing is intact. */
	readonly recording: Recording | null;
	/** Whether nothing is missing. */
	readonly isComplete: boolean;
	/**
	 * Damage as errors, and everything that reading the rest reports. For a damaged .bin file, the issues that core's
	 * `diagnoseBytes` lists. Damage to a journal is a warning if frames are left: journals are made to survive crashes.
	 */
	readonly issues: readonly Issue[];
	/**
	 * The intact blocks of a reel, or the complete frames of a Unity XR Hands capture or a journal; `null` for other formats,
	 * and if the file cannot be read at all.
	 */
	readonly pieces: { readonly kind: 'block' | 'frame'; readonly count: number } | null;
	/** The spans whose pieces are lost, in seconds. Infinite where they start or end is unknown. */
	readonly gaps: ReadonlyArray<{ readonly start: number; readonly end: number }>;
}

/** {@link recoverRecording}, in a chunk of its own. */
export async function recoverSource(source: ByteSource, options: DecodeOptions): Promise<RecoverResult> {
	const bytes = await loadBytes(source, options);
	// MRTK leaves empty files.
	const format = options.format ?? (bytes.length === 0 ? 'bin' : await detectFormat(bytes));
	try {
		if (format === 'reel') return await recoverBlocks(bytes);
		if (format === 'handsbin') return await recoverFrames(bytes);
		if (format === 'journal') return await recoverRecords(bytes);
		const { recording, issues } = await decodeRecording(bytes, { ...keepLoaded(bytes, source, options), format });
		return { ...NO_PIECES, format, recording, isComplete: true, issues };
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		const nothing = { ...NO_PIECES, format, recording: null, isComplete: false, issues: [error.issue] };
		if (format !== 'bin') return nothing;
		const { diagnoseBytes } = await import('@handreel/core/diagnose');
		const { recording, issues } = diagnoseBytes(bytes);
		return { ...nothing, recording, issues };
	}
}

const NO_PIECES = { pieces: null, gaps: [] } as const;

async function recoverBlocks(bytes: Uint8Array): Promise<RecoverResult> {
	const { recoverReel } = await import('@handreel/core/reel');
	const { recording, blockCount, gaps, isComplete, issues: found } = recoverReel(bytes);
	const issues = found.map((issue): Issue => (issue.code === 'reel-unknown' ? issue : { ...issue, severity: 'error' }));
	const isEmpty = blockCount === 0 && !isComplete;
	const pieces = { kind: 'block', count: blockCount } as const;
	return { format: 'reel', recording: isEmpty ? null : recording, isComplete, issues, pieces, gaps };
}

async function recoverFrames(bytes: Uint8Array): Promise<RecoverResult> {
	const { recoverHandsbin } = await import('../handsbin/recover-handsbin.ts');
	const { recording, frameCount, isComplete, issues } = recoverHandsbin(bytes);
	const start = recording?.duration ?? Number.NEGATIVE_INFINITY;
	const gaps = isComplete ? [] : [{ start, end: Number.POSITIVE_INFINITY }];
	return { format: 'handsbin', recording, isComplete, issues, pieces: { kind: 'frame', count: frameCount }, gaps };
}

async function recoverRecords(bytes: Uint8Array): Promise<RecoverResult> {
	const { readJournal } = await import('./read-journal.ts');
	const { recording, frameCount, gaps: found, isComplete: hasEnd, issues } = readJournal(bytes);
	const gaps = found.map(({ start, end }) => ({
		start: start ?? Number.NEGATIVE_INFINITY,
		end: end ?? Number.POSITIVE_INFINITY,
	}));
	const isComplete = hasEnd && gaps.length === 0;
	if (!hasEnd && gaps.at(-1)?.end !== Number.POSITIVE_INFINITY)
		gaps.push({ start: recording.duration, end: Number.POSITIVE_INFINITY });
	return { format: 'journal', recording, isComplete, issues, pieces: { kind: 'frame', count: frameCount }, gaps };
}
