import { type Issue, type Layout, type LayoutName, type Recording, writeRecording } from '@handreel/core';
import type { Tolerances } from '@handreel/core/edit';
import { joinChunks } from '../common/join-chunks.ts';
import type { FrameOptions } from '../frames/options.ts';
import type { GltfOptions } from '../gltf/options.ts';
import { FORMATS, type WritableFormatName } from './formats.ts';

/**
 * How {@link encodeRecording} writes. Each format uses its own options and ignores the others: CSV takes `frameRate`,
 * `times`, `space` and `raw`, glTF takes `meshes`, `hideLost`, `positionTolerance` and `rotationToleranceDegrees`.
 */
export interface EncodeOptions extends FrameOptions, GltfOptions {
	/** BIN: the layout. Default: the recording's own, widened if its content needs it. */
	readonly layout?: Layout | LayoutName;
	/**
	 * Reel: how far the file may deviate from the recording at any time, which makes it many times smaller. Missing
	 * tolerances are core's `TOLERANCE_DEFAULTS`. Default: not at all.
	 */
	readonly tolerances?: Tolerances;
}

/** A recording as the bytes of a file. */
export interface EncodeResult {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Data that the format or layout cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** A recording as the bytes of a file, in pieces. */
export interface EncodeChunks {
	/** JSON and CSV come in pieces of about 64 kB, made on demand; other formats are one piece. */
	readonly chunks: Iterable<Uint8Array<ArrayBuffer>>;
	/** Data that the format or layout cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/**
 * Writes a recording in a format. The code of the format is loaded on first use.
 *
 * Rejects with `TypeError` for a format that cannot be written, `RangeError` for options and marker times out of range,
 * and `RecordingError` (`bad-gltf`) for hand meshes that cannot be used.
 *
 * @example
 * const { bytes, issues } = await encodeRecording(recording, 'csv', { frameRate: 60, space: 'webxr' });
 */
export async function encodeRecording(
	recording: Recording,
	format: WritableFormatName,
	options: EncodeOptions = {},
): Promise<EncodeResult> {
	const { chunks, issues } = await encodeRecordingChunks(recording, format, options);
	return { bytes: joinChunks([...chunks]), issues };
}

/** {@link encodeRecording} for large text: writes JSON and CSV piece by piece, so that memory holds one piece at a time. */
export async function encodeRecordingChunks(
	recording: Recording,
	format: WritableFormatName,
	options: EncodeOptions = {},
): Promise<EncodeChunks> {
	if (!Object.hasOwn(ENCODERS, format)) {
		const names = FORMATS.filter(({ canWrite }) => canWrite).map(({ name }) => name);
		throw new TypeError(`format: '${format}' is not one of ${names.join(', ')}`);
	}
	return ENCODERS[format](recording, options);
}

const ENCODERS: Readonly<
	Record<WritableFormatName, (recording: Recording, options: EncodeOptions) => EncodeChunks | Promise<EncodeChunks>>
> = {
	bin: (recording, { layout }) => {
		const issues: Issue[] = [];
		const onIssue = (issue: Issue): void => {
			issues.push(issue);
		};
		return { chunks: [writeRecording(recording, layout === undefined ? { onIssue } : { layout, onIssue })], issues };
	},
	reel: async (recording, { tolerances }) => {
		const { encodeReel } = await import('@handreel/core/reel');
		const issues: Issue[] = [];
		const onIssue = (issue: Issue): void => {
			issues.push(issue);
		};
		return {
			chunks: [encodeReel(recording, tolerances === undefined ? { onIssue } : { tolerances, onIssue })],
			issues,
		};
	},
	json: async (recording) => {
		const { encodeJsonChunks } = await import('../json/encode-json.ts');
		const { chunks, issues } = encodeJsonChunks(recording);
		return { chunks: encodeText(chunks), issues };
	},
	csv: async (recording, options) => {
		const { encodeCsvChunks } = await import('../csv/encode-csv.ts');
		const { chunks, issues } = encodeCsvChunks(recording, options);
		return { chunks: encodeText(chunks), issues };
	},
	glb: async (recording, options) => {
		const { encodeGlb } = await import('../gltf/encode-gltf.ts');
		const { glb, issues } = encodeGlb(recording, options);
		return { chunks: [glb], issues };
	},
	gltf: async (recording, options) => {
		const { encodeGltf } = await import('../gltf/encode-gltf.ts');
		const { gltf, issues } = encodeGltf(recording, options);
		return { chunks: encodeText([gltf]), issues };
	},
};

function encodeText(chunks: Iterable<string>): Iterable<Uint8Array<ArrayBuffer>> {
	return {
		*[Symbol.iterator]() {
			const encoder = new TextEncoder();
			for (const chunk of chunks) yield encoder.encode(chunk);
		},
	};
}
