import type { Issue, Recording } from '@handreel/core';
import type { FormatFacts } from './format.ts';
import type { NamedRecording } from './named-recording.ts';

/** The description of a data set, which holds any number of recordings. */
export interface Dataset extends FormatFacts {
	/** With the dot; `null` for data sets that are folders. */
	readonly extension: string | null;
	readonly loadEncoder: () => Promise<DatasetEncoder>;
	/** For data sets that are written from one recording at a time. */
	readonly loadStreamer?: () => Promise<DatasetStreamer>;
}

/** Writes recordings as a data set. */
// biome-ignore lint/suspicious/noExplicitAny: each data set has its options.
export type DatasetEncoder<O = any> = (recordings: readonly NamedRecording[], options: O) => DatasetResult;
/** Writes recordings as a data set, and reads them one at a time. */
// biome-ignore lint/suspicious/noExplicitAny: each data set has its options.
export type DatasetStreamer<O = any> = (sources: readonly RecordingSource[], options: O) => Promise<DatasetStream>;

/** A recording that is read when its turn comes. */
export interface RecordingSource {
	readonly name: string;
	/** Called twice. The recording must be the same both times. */
	readonly load: () => Promise<Recording>;
}

/** A file of a data set, in pieces. */
export interface DatasetFile<C = Iterable<Uint8Array<ArrayBuffer>>> {
	/** The path inside of the folder of the data set, with slashes. */
	readonly path: string;
	/** Made on demand. */
	readonly chunks: C;
}

/** Recordings as the files of a data set. */
export interface DatasetResult<C = Iterable<Uint8Array<ArrayBuffer>>> {
	/** One file unless the data set is a folder. */
	readonly files: readonly DatasetFile<C>[];
	/** Data that the data set does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** {@link DatasetResult} of recordings that are read one at a time. */
export type DatasetStream = DatasetResult<AsyncIterable<Uint8Array<ArrayBuffer>>>;
