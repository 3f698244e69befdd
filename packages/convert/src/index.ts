/**
 * Reads and writes recordings in every format: MRTK input animation, reels, JSON, CSV, glTF, Unity XR Hands and IWER captures,
 * BVH, Parquet, MCAP; Unity animation clips, NumPy and LeRobot for writing and journals for reading. Formats load when they are
 * used.
 *
 * @example
 * const { recording, format } = await decodeRecording(await file.arrayBuffer());
 * const { bytes, issues } = await encodeRecording(recording, 'glb');
 *
 * @module
 */

export type { BvhMap, BvhReadOptions, BvhTarget } from './bvh/options.ts';
export type { ReadResult } from './common/read-result.ts';
export type { NamedRecording } from './frames/named-recording.ts';
export type { FrameOptions } from './frames/options.ts';
export { type BinResult, convertToBin } from './front/convert-to-bin.ts';
export { type DecodeOptions, type DecodeResult, decodeRecording } from './front/decode-recording.ts';
export { detectFormat } from './front/detect-format.ts';
export {
	DATASETS,
	type DatasetChunks,
	type DatasetInfo,
	type DatasetName,
	type DatasetOptions,
	type DatasetResult,
	encodeDataset,
} from './front/encode-dataset.ts';
export type { EncodeOptions, FileLayoutName } from './front/encode-options.ts';
export {
	type EncodeChunks,
	type EncodeResult,
	encodeRecording,
	encodeRecordingChunks,
} from './front/encode-recording.ts';
export {
	DATA_KINDS,
	type DataKind,
	FORMATS,
	type FormatInfo,
	type FormatLosses,
	type FormatName,
	findFormatOfName,
	type ReadableFormatName,
	type WritableFormatName,
} from './front/formats.ts';
export { recoverRecording } from './front/recover-recording.ts';
export type { RecoverResult } from './front/recover-source.ts';
