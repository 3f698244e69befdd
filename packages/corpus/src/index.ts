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

export { LockedError, type LockOptions } from './dataset/lock-folder.ts';
export type { FramesFile, FramesSettings, Manifest } from './dataset/manifest.ts';
export { mergeParts } from './dataset/merge-parts.ts';
export { encodePart } from './dataset/part.ts';
export type { StagedFile } from './dataset/staging.ts';
export type { DescribedFile, DescribeJob } from './describe/describe-file.ts';
export { describeFiles } from './describe/describe-files.ts';
export { MissingDuckDBError } from './query/load-duckdb.ts';
export { type CatalogQuery, openQuery, QueryError, type QueryResult, type QueryValue } from './query/open-query.ts';
export { QUESTIONS, type Question } from './query/questions.ts';
export {
	CATALOG_COLUMNS,
	CATALOG_VERSION,
	EVENT_COLUMNS,
	type EventKind,
	type IndexedFile,
} from './schema/columns.ts';
export { mergePartsWithFrames } from './update/merge-with-frames.ts';
export { type RunDescribe, type UpdateOptions, type UpdateResult, updateCatalog } from './update/update-catalog.ts';
