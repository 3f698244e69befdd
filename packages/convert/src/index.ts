/**
 * Reads and writes recordings in every format: MRTK input animation, reels, JSON, CSV, glTF, Unity XR Hands and IWER captures,
 * BVH, Parquet, MCAP; Unity animation clips, NumPy and LeRobot for writing; journals and MediaPipe landmarks for reading. Formats load when they are
 * used.
 *
 * @example
 * const { recording, format } = await decodeRecording(await file.arrayBuffer());
 * const { bytes, issues } = await encodeRecording(recording, 'glb');
 *
 * @module
 */

export type { BvhMap, BvhTarget, BvhUnit } from './bvh/options.ts';
export type {
	Dataset,
	DatasetEncoder,
	DatasetFile,
	DatasetResult,
	DatasetStream,
	DatasetStreamer,
	RecordingSource,
} from './common/dataset.ts';
export {
	type AllOptions,
	DATA_KINDS,
	type DataKind,
	type Decoder,
	defineFormat,
	type EncodeChunks,
	type EncodeResult,
	type Encoder,
	type Format,
	type FormatChunks,
	type FormatFacts,
	type FormatLosses,
	type ReadResult,
	type Recovered,
	type Recovery,
} from './common/format.ts';
export type { Head } from './common/head.ts';
export type { JsonField } from './common/inspect-text.ts';
export type { NamedRecording } from './common/named-recording.ts';
export type { FrameOptions } from './frames/options.ts';
export type { LengthUnit, TableMap, TimeUnit } from './frames/table-map.ts';
export { type DecodeOptions, type DecodeResult, decodeRecording } from './front/decode-recording.ts';
export { detectFormat } from './front/detect-format.ts';
export {
	DATASETS,
	type DatasetName,
	type DatasetOptions,
	encodeDataset,
	type KnownDataset,
} from './front/encode-dataset.ts';
export { type EncodeOptions, encodeRecording, encodeRecordingChunks } from './front/encode-recording.ts';
export {
	type FileLayoutName,
	FORMATS,
	type FormatName,
	type FormatsOption,
	findFormat,
	findFormatOfName,
	type KnownFormat,
	listLayouts,
	type ReadableFormatName,
	type ReadOptions,
	type WritableFormatName,
	type WriteOptions,
} from './front/formats.ts';
export { isRecordingFile } from './front/is-recording-file.ts';
export { type RecoverResult, recoverRecording } from './front/recover-recording.ts';
