import {
	type ByteSource,
	type Issue,
	type IssueCode,
	loadBytes,
	RecordingError,
	readRecording,
	type SourceOptions,
	type SpaceName,
} from '@handreel/core';
import type { BvhReadOptions } from '../bvh/options.ts';
import type { ReadResult } from '../common/read-result.ts';
import { createWarning } from '../common/warning.ts';
import type { NamedRecording } from '../frames/named-recording.ts';
import { detectFormat } from './detect-format.ts';
import { failUnknown } from './explain-unknown.ts';
import type { ReadableFormatName } from './formats.ts';
import { decodeUtf8 } from './inspect-text.ts';

/** How {@link decodeRecording} reads. */
export interface DecodeOptions extends SourceOptions, BvhReadOptions {
	/** The format, if {@link detectFormat} has found it already. Default: it is detected. */
	readonly format?: ReadableFormatName | null;
	/** CSV and Parquet: the space of a table that does not name it. Default: core's `DEFAULT_SPACE`. */
	readonly space?: SpaceName;
	/** Parquet: the name of the recording to read from a file with several. Default: the first, with a warning. */
	readonly recording?: string;
	/**
	 * Borrow bytes that are given in memory instead of copying them, where possible. Do not change them afterwards.
	 */
	readonly keep?: boolean;
}

/** A recording that was read from a file of any format. */
export interface DecodeResult extends ReadResult {
	readonly format: ReadableFormatName;
}

/**
 * Reads a recording from a file of any format. The content decides, not the name. The code of the format is loaded on
 * first use.
 *
 * Rejects with `RecordingError` for damaged or unknown content. The message says what was found and where.
 *
 * @example
 * const { recording, format, issues } = await decodeRecording(await file.arrayBuffer());
 */
export async function decodeRecording(source: ByteSource, options: DecodeOptions = {}): Promise<DecodeResult> {
	const bytes = await loadBytes(source, options);
	const format = options.format ?? (await detectFormat(bytes)) ?? failUnknown(bytes);
	const result = await DECODERS[format](bytes, keepLoaded(bytes, source, options));
	return { recording: result.recording, format, issues: result.issues };
}

/** `options` with `keep` if `bytes` were loaded from `source`: nobody else has that memory. */
export function keepLoaded(bytes: Uint8Array, source: ByteSource, options: DecodeOptions): DecodeOptions {
	const isBorrowed = ArrayBuffer.isView(source) || bytes.buffer === source;
	return isBorrowed ? options : { ...options, keep: true };
}

const DECODERS: Readonly<
	Record<ReadableFormatName, (bytes: Uint8Array, options: DecodeOptions) => ReadResult | Promise<ReadResult>>
> = {
	bin: (bytes, { keep = false }) => {
		const issues: Issue[] = [];
		return { recording: readRecording(bytes, { keep, onIssue: (issue) => issues.push(issue) }), issues };
	},
	reel: async (bytes) => {
		const { decodeReel } = await import('@handreel/core/reel');
		const issues: Issue[] = [];
		return { recording: decodeReel(bytes, { onIssue: (issue) => issues.push(issue) }), issues };
	},
	json: async (bytes) => {
		const { decodeJson } = await import('../json/decode-json.ts');
		return decodeJson(toText(bytes, 'bad-json'));
	},
	csv: async (bytes, options) => {
		const { decodeCsv } = await import('../csv/decode-csv.ts');
		return decodeCsv(toText(bytes, 'bad-csv'), options);
	},
	glb: async (bytes) => {
		const { decodeGlb } = await import('../gltf/decode-gltf.ts');
		return decodeGlb(bytes);
	},
	gltf: async (bytes) => {
		const { decodeGltf } = await import('../gltf/decode-gltf.ts');
		return decodeGltf(toText(bytes, 'bad-gltf'));
	},
	handsbin: async (bytes) => {
		const { decodeHandsbin } = await import('../handsbin/decode-handsbin.ts');
		return decodeHandsbin(bytes);
	},
	iwer: async (bytes) => {
		const { decodeIwer } = await import('../iwer/decode-iwer.ts');
		return decodeIwer(toText(bytes, 'bad-iwer'));
	},
	bvh: async (bytes, { map }) => {
		const { decodeBvh } = await import('../bvh/decode-bvh.ts');
		return decodeBvh(toText(bytes, 'bad-bvh'), map === undefined ? {} : { map });
	},
	parquet: async (bytes, options) => {
		const { decodeParquet } = await import('../parquet/decode-parquet.ts');
		return chooseRecording(decodeParquet(bytes, options), options.recording);
	},
	mcap: async (bytes) => {
		const { decodeMcap } = await import('../mcap/decode-mcap.ts');
		return decodeMcap(bytes);
	},
	journal: async (bytes) => {
		const { readJournal } = await import('./read-journal.ts');
		return readJournal(bytes);
	},
};

function chooseRecording(
	{ recordings, issues }: { readonly recordings: readonly NamedRecording[]; readonly issues: readonly Issue[] },
	name: string | undefined,
): ReadResult {
	const names = recordings.map((entry) => JSON.stringify(entry.name));
	const listed = names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')}, …` : names.join(', ');
	const found = name === undefined ? recordings[0] : recordings.find((entry) => entry.name === name);
	if (found === undefined) {
		throw new RangeError(`recording: the file has no recording ${JSON.stringify(name)}; it has ${listed}`);
	}
	if (recordings.length === 1 || name !== undefined) return { recording: found.recording, issues };
	const message = `only the first of ${recordings.length} recordings is read; the file has ${listed}; the option recording chooses another`;
	return { recording: found.recording, issues: [...issues, createWarning('section-lost', 'recording', message)] };
}

/** Names that a message lists. */
const MAX_NAMES = 5;

function toText(bytes: Uint8Array, code: IssueCode): string {
	try {
		return decodeUtf8(bytes);
	} catch (cause) {
		// Engines limit the length of strings, V8 to half a gigabyte.
		const message = `the text is too long for a string: ${bytes.length} bytes`;
		const issue = { code, severity: 'error', message, path: '', byteOffset: null, time: null } as const;
		throw new RecordingError(issue, { cause });
	}
}
