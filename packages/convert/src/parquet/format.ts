import type { Format, FormatFacts } from '../common/format.ts';
import { PARQUET_OPTIONS, PARQUET_READ_OPTIONS } from './options.ts';

/** What sampled frames lose. */
export const LOSSES: FormatFacts['losses'] = {
	tracks: 'some',
	room: 'all',
	keys: 'some',
	tangents: 'all',
	wraps: 'all',
};

/** Parquet files of sampled frames. */
export const parquetFormat = {
	name: 'parquet',
	title: 'Parquet',
	description: 'a table of sampled frames for DuckDB, pandas and Polars; may hold several recordings',
	losses: LOSSES,
	extensions: ['.parquet'],
	mediaType: 'application/vnd.apache.parquet',
	reads: 'all',
	writes: true,
	options: PARQUET_OPTIONS,
	readOptions: PARQUET_READ_OPTIONS,
	issues: {
		'bad-parquet': 'The Parquet file is malformed or is not a table of frames.',
		'unknown-column': 'A column of the table is unknown and was ignored.',
	},
	matches: (head) => head.startsWith('PAR1'),
	loadDecoder: async () => (await import('./decode-one.ts')).decodeOneOfParquet,
	loadEncoder: async () => (await import('./encode-parquet.ts')).encodeOneParquet,
} as const satisfies Format;
