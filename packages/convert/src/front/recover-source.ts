import { type ByteSource, type Issue, isRecordingError, loadBytes, type Recording } from '@handreel/core';
import { type DecodeOptions, decodeRecording } from './decode-recording.ts';
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
	 * `diagnoseBytes` lists.
	 */
	readonly issues: readonly Issue[];
	/** The intact blocks of a reel or the complete frames of a Unity XR Hands capture; `null` for other formats. */
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
		const { recording, issues } = await decodeRecording(bytes, { ...options, format });
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
