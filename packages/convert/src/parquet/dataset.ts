import type { Dataset } from '../common/dataset.ts';
import { TABLE_OPTIONS } from '../frames/options.ts';
import { LOSSES } from './format.ts';

/** A Parquet file of several recordings. */
export const parquetDataset = {
	name: 'parquet',
	title: 'Parquet',
	description: 'a table with a row group per recording',
	losses: LOSSES,
	extension: '.parquet',
	options: TABLE_OPTIONS,
	loadEncoder: async () => (await import('./encode-parquet.ts')).encodeParquetDataset,
	loadStreamer: async () => (await import('./encode-parquet.ts')).streamParquetDataset,
} as const satisfies Dataset;
