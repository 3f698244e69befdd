import { type Issue, type Layout, type LayoutName, type Recording, writeRecording } from '@handreel/core';
import { joinChunks } from '../common/join-chunks.ts';
import type { HandsbinOptions } from '../handsbin/options.ts';
import type { EncodeOptions } from './encode-options.ts';
import { FORMATS, type WritableFormatName } from './formats.ts';

/** A recording as the bytes of a file. */
export interface EncodeResult {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Data that the format or layout cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** A recording as the bytes of a file, in pieces. */
export interface EncodeChunks {
	/** Text of many rows, columns and messages come in pieces that are made on demand; other formats are one piece. */
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

/** {@link encodeRecording} for large files: writes piece by piece, so that memory holds one piece at a time. */
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

/** The default of `name`. */
const DEFAULT_NAME = 'recording';

const ENCODERS: Readonly<
	Record<WritableFormatName, (recording: Recording, options: EncodeOptions) => EncodeChunks | Promise<EncodeChunks>>
> = {
	bin: (recording, { layout: given }) => {
		// Core refuses the layouts of other formats.
		const layout = given as Layout | LayoutName | undefined;
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
	parquet: async (recording, options) => {
		const { encodeParquetChunks } = await import('../parquet/encode-parquet.ts');
		return encodeParquetChunks([{ name: options.name ?? DEFAULT_NAME, recording }], options);
	},
	npz: async (recording, options) => {
		const { encodeNpzChunks } = await import('../npz/encode-npz.ts');
		return encodeNpzChunks(recording, options);
	},
	mcap: async (recording, options) => {
		const { encodeMcapChunks } = await import('../mcap/encode-mcap.ts');
		return encodeMcapChunks(recording, options);
	},
	gltf: async (recording, options) => {
		const { encodeGltf } = await import('../gltf/encode-gltf.ts');
		const { gltf, issues } = encodeGltf(recording, options);
		return { chunks: encodeText([gltf]), issues };
	},
	iwer: async (recording, options) => {
		const { encodeIwerChunks } = await import('../iwer/encode-iwer.ts');
		const { chunks, issues } = encodeIwerChunks(recording, options);
		return { chunks: encodeText(chunks), issues };
	},
	bvh: async (recording, options) => {
		const { encodeBvh } = await import('../bvh/encode-bvh.ts');
		const { bvh, issues } = encodeBvh(recording, options);
		return { chunks: encodeText([bvh]), issues };
	},
	anim: async (recording, options) => {
		const { encodeAnimChunks } = await import('../anim/encode-anim.ts');
		const { chunks, issues } = encodeAnimChunks(recording, options);
		return { chunks: encodeText(chunks), issues };
	},
	handsbin: async (recording, options) => {
		const { encodeHandsbin } = await import('../handsbin/encode-handsbin.ts');
		const { bytes, issues } = encodeHandsbin(recording, options as HandsbinOptions);
		return { chunks: [bytes], issues };
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
