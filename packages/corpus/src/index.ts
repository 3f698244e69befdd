/**
 * Indexes folders of recordings as a Parquet data set: a table with a row per recording, a table of events, and frames. Node
 * only.
 *
 * @example
 * const { manifest } = await updateCatalog('recordings');
 * console.log(manifest.recordings, manifest.events);
 *
 * @module
 */

export { LockedError, type LockOptions, lockFolder } from './dataset/lock-folder.ts';
export {
	chooseFrames,
	type FramesFile,
	type FramesSettings,
	findCatalog,
	type Manifest,
	readManifest,
} from './dataset/manifest.ts';
export { mergeParts } from './dataset/merge-parts.ts';
export { decodePart, encodePart } from './dataset/part.ts';
export type { StagedFile } from './dataset/staging.ts';
export { type DescribedFile, type DescribeJob, describeFile } from './describe/describe-file.ts';
export { describeFiles } from './describe/describe-files.ts';
export { MissingDuckDBError } from './query/load-duckdb.ts';
export { type CatalogQuery, openQuery, QueryError, type QueryResult, type QueryValue } from './query/open-query.ts';
export { QUESTIONS, type Question } from './query/questions.ts';
export {
	CATALOG_COLUMNS,
	CATALOG_VERSION,
	EVENT_COLUMNS,
	EVENT_KINDS,
	type EventKind,
	type IndexedFile,
} from './schema/columns.ts';
export { DATASET_FOLDER, type FoundFile, listRecordings } from './update/list-recordings.ts';
export { mergePartsWithFrames } from './update/merge-with-frames.ts';
export { type RunDescribe, type UpdateOptions, type UpdateResult, updateCatalog } from './update/update-catalog.ts';
