import type { Recording } from '@handreel/core';
import { checkRecording } from '@handreel/core/internal';
import type { EncodeChunks, EncodeResult, Format } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
import { warnAt } from '../common/lost-keys.ts';
import {
	FORMATS,
	type FormatsOption,
	findFormat,
	type KnownFormat,
	type WritableFormatName,
	type WriteOptions,
} from './formats.ts';

/** How {@link encodeRecording} writes: the options of all formats. Each format uses its own and ignores the others. */
export type EncodeOptions<F extends Format = KnownFormat> = WriteOptions<F> & FormatsOption<F>;

/**
 * Writes a recording in a format. The code of the format is loaded on first use.
 *
 * Rejects with `TypeError` for a format that cannot be written, `RangeError` for options and marker times out of range,
 * and `RecordingError` (`bad-gltf`) for hand meshes that cannot be used.
 *
 * @example
 * const { bytes, issues } = await encodeRecording(recording, 'csv', { frameRate: 60, space: 'webxr' });
 */
export async function encodeRecording<F extends Format = KnownFormat>(
	recording: Recording,
	format: WritableFormatName<F>,
	options: EncodeOptions<F> = {} as EncodeOptions<F>,
): Promise<EncodeResult> {
	return joinFile(await encodeRecordingChunks(recording, format, options));
}

/** {@link encodeRecording} for large files: writes piece by piece, so that memory holds one piece at a time. */
export async function encodeRecordingChunks<F extends Format = KnownFormat>(
	recording: Recording,
	format: WritableFormatName<F>,
	options: EncodeOptions<F> = {} as EncodeOptions<F>,
): Promise<EncodeChunks> {
	checkRecording(recording);
	const list: readonly Format[] = options.formats ?? FORMATS;
	const found = findFormat(format, list);
	if (found?.loadEncoder === undefined) {
		const names = list.filter(({ loadEncoder }) => loadEncoder !== undefined).map(({ name }) => name);
		throw new TypeError(`format: '${format}' is not one of ${names.join(', ')}`);
	}
	const encode = await found.loadEncoder();
	const { chunks, issues, ...result } = encode(recording, options);
	const unknown = found.keepsUnknown ? [] : (recording.unknown ?? []).map(({ name }) => name);
	const isReported = issues.some(({ path }) => path === 'room');
	if (recording.room !== undefined && found.losses.room === 'all' && !isReported) unknown.push('room');
	const lost = warnAt('section-lost', unknown, `${found.title} cannot store it`, '');
	return { ...result, issues: [...issues, ...lost], chunks: encodeText(chunks) };
}
