import { type ByteSource, isRecordingError, type LimitOptions, loadBytes, type SourceOptions } from '@handreel/core';
import type { Format, ReadResult } from '../common/format.ts';
import { detectFormat } from './detect-format.ts';
import {
	FORMATS,
	type FormatsOption,
	findFormat,
	type KnownFormat,
	type ReadableFormatName,
	type ReadOptions,
} from './formats.ts';

/** How {@link decodeRecording} reads: the options of all formats. Each format uses its own and ignores the others. */
export type DecodeOptions<F extends Format = KnownFormat> = SourceOptions &
	LimitOptions &
	FormatsOption<F> &
	ReadOptions<F> & {
		/** The format, if {@link detectFormat} has found it already. Default: it is detected. */
		readonly format?: ReadableFormatName<F> | null | undefined;
		/**
		 * Borrow bytes that are given in memory instead of copying them, where possible. Do not change them afterwards.
		 */
		readonly keep?: boolean | undefined;
	};

/** A recording that was read from a file of any format. */
export interface DecodeResult<F extends Format = KnownFormat> extends ReadResult {
	readonly format: ReadableFormatName<F>;
}

/**
 * Reads a recording from a file of any format. The content decides, not the name. The code of the format is loaded on
 * first use.
 *
 * Rejects with `RecordingError` for damaged or unknown content. The message explains what was found and where.
 *
 * @example
 * const { recording, format, issues } = await decodeRecording(await file.arrayBuffer());
 */
export async function decodeRecording(source: ByteSource, options?: DecodeOptions): Promise<DecodeResult>;
export async function decodeRecording<F extends Format>(
	source: ByteSource,
	options: DecodeOptions<F> & Required<FormatsOption<F>>,
): Promise<DecodeResult<F>>;
export async function decodeRecording<F extends Format>(
	source: ByteSource,
	options: DecodeOptions<F> = {} as DecodeOptions<F>,
): Promise<DecodeResult<F>> {
	const bytes = await loadBytes(source, options);
	const name = options.format ?? (await detectFormat(bytes, options)) ?? (await findTable(bytes, options));
	const { loadDecoder } = findReadable(name, options);
	const decode = await loadDecoder();
	try {
		const { recording, issues } = decode(bytes, keepLoaded(bytes, source, options));
		return { recording, format: name as ReadableFormatName<F>, issues };
	} catch (error) {
		if (!isRecordingError(error) || (name !== 'csv' && name !== 'parquet')) throw error;
		const { addTableHint } = await import('./explain-unknown.ts');
		throw getMap(options) === undefined ? addTableHint(error, bytes, name as 'csv' | 'parquet') : error;
	}
}

function findReadable(name: string, { formats }: FormatsOption<Format>): Required<Pick<Format, 'loadDecoder'>> {
	const list: readonly Format[] = formats ?? FORMATS;
	const found = findFormat(name, list);
	if (found?.loadDecoder !== undefined) return found as Required<Format>;
	const names = list.filter(({ loadDecoder }) => loadDecoder !== undefined).map((format) => format.name);
	throw new TypeError(`format: '${name}' is not one of ${names.join(', ')}`);
}

// With a map of columns, any table can be read.
async function findTable(bytes: Uint8Array, options: FormatsOption<Format>): Promise<'csv'> {
	const { failUnknown, looksLikeTable } = await import('./explain-unknown.ts');
	const map = getMap(options);
	return map !== undefined && 'columns' in map && looksLikeTable(bytes) ? 'csv' : failUnknown(bytes);
}

function getMap(options: object): ReadOptions['map'] {
	return (options as ReadOptions).map;
}

/** `options` with `keep` if `bytes` were loaded from `source`: nobody else has that memory. */
export function keepLoaded<O extends object>(bytes: Uint8Array, source: ByteSource, options: O): O {
	const isBorrowed = ArrayBuffer.isView(source) || bytes.buffer === source;
	return isBorrowed ? options : { ...options, keep: true };
}
