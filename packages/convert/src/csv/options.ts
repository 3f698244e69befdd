import type { LimitOptions, OptionsOf } from '@handreel/core';
import { READ_SPACE, TABLE_MAP } from '../frames/options.ts';

/** The options of {@link decodeCsv}. */
export const CSV_READ_OPTIONS = { space: READ_SPACE, map: TABLE_MAP } as const;

/** How {@link decodeCsv} reads. */
export type CsvReadOptions = OptionsOf<typeof CSV_READ_OPTIONS> & LimitOptions;
