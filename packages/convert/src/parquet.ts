/**
 * Converts recordings to Parquet files of sampled frames and back. A file holds any number of recordings.
 *
 * @example
 * const { bytes, issues } = encodeParquet([{ name: 'session-1', recording }], { frameRate: 60 });
 * const { recordings } = decodeParquet(bytes);
 *
 * @module
 */

export { decodeParquet, type ParquetReadOptions, type ParquetReadResult } from './parquet/decode-parquet.ts';
export {
	encodeParquet,
	encodeParquetChunks,
	type ParquetChunks,
	type ParquetResult,
} from './parquet/encode-parquet.ts';
