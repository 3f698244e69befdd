import type { LimitOptions, OptionsOf } from '@handreel/core';
import { merge } from '../common/merge.ts';
import { FRAME_OPTIONS, READ_SPACE, RECORDING_NAME, TABLE_MAP } from '../frames/options.ts';

/** The options of a Parquet file of one recording. */
export const PARQUET_OPTIONS = /* @__PURE__ */ merge(FRAME_OPTIONS, { name: RECORDING_NAME });

/** The options for reading one recording of a Parquet file. */
export const PARQUET_READ_OPTIONS = {
	space: READ_SPACE,
	map: TABLE_MAP,
	recording: {
		type: 'text',
		title: 'Recording',
		text: 'the recording to read from a file with several',
		otherwise: 'the first',
	},
} as const;

/** How one recording of a Parquet file is read. */
export type ParquetChoiceOptions = OptionsOf<typeof PARQUET_READ_OPTIONS> & LimitOptions;

/** How {@link decodeParquet} reads. In a `map`, names of fields in structs have dots. */
export type ParquetReadOptions = Omit<OptionsOf<typeof PARQUET_READ_OPTIONS>, 'recording'> & LimitOptions;
