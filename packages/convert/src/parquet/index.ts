/**
 * Converts recordings to Parquet files of sampled frames and back. A file holds any number of recordings.
 *
 * @example
 * const { bytes, issues } = encodeParquet([{ name: 'session-1', recording }], { frameRate: 60 });
 * const { recordings } = decodeParquet(bytes);
 *
 * @module
 */

export { decodeParquet, type ParquetReadResult } from './decode-parquet.ts';
export {
	encodeParquet,
	encodeParquetChunks,
	type ParquetStream,
	streamParquet,
} from './encode-parquet.ts';
export { parquetFormat } from './format.ts';
export type { ParquetReadOptions } from './options.ts';
