import { type ByteSource, isRecordingError, loadBytes } from '@handreel/core';
import type { Format, Recovered } from '../common/format.ts';
import { type DecodeOptions, decodeRecording, keepLoaded } from './decode-recording.ts';
import { detectFormat } from './detect-format.ts';
import { FORMATS, type FormatsOption, findFormat, type KnownFormat, type ReadableFormatName } from './formats.ts';

/** What {@link recoverRecording} finds. */
export interface RecoverResult<F extends Format = KnownFormat> extends Recovered {
	/** `null` for unknown content. */
	readonly format: ReadableFormatName<F> | null;
}

/**
 * Reads as much as possible of a file that may be damaged: the complete keys of a .bin file, the intact blocks of a reel, the
 * complete frames of a Unity XR Hands capture or of a journal. Other formats are read completely or not at all. Does not
 * repair values; core's `repairRecording` does.
 *
 * Never rejects because of the content. The code of the format is loaded on first use.
 *
 * @example
 * const { recording, isComplete, issues } = await recoverRecording(await file.arrayBuffer());
 */
export async function recoverRecording(source: ByteSource, options?: DecodeOptions): Promise<RecoverResult>;
export async function recoverRecording<F extends Format>(
	source: ByteSource,
	options: DecodeOptions<F> & Required<FormatsOption<F>>,
): Promise<RecoverResult<F>>;
export async function recoverRecording<F extends Format>(
	source: ByteSource,
	options: DecodeOptions<F> = {} as DecodeOptions<F>,
): Promise<RecoverResult<F>> {
	const bytes = await loadBytes(source, options);
	// MRTK leaves empty files.
	const empty = bytes.length === 0 ? ('bin' as ReadableFormatName<F>) : null;
	const format = options.format ?? empty ?? (await detectFormat(bytes, options));
	const list: readonly Format[] = options.formats ?? FORMATS;
	const { loadRecovery } = findFormat(format ?? '', list) ?? {};
	const own = { ...keepLoaded(bytes, source, options), format, formats: list };
	try {
		if (loadRecovery !== undefined) return { ...(await (await loadRecovery())(bytes, own)), format };
		const { recording, issues } = await decodeRecording(bytes, own);
		return { format, recording, isComplete: true, issues, pieces: null, gaps: [] };
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { format, recording: null, isComplete: false, issues: [error.issue], pieces: null, gaps: [] };
	}
}
