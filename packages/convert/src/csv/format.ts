import type { Format } from '../common/format.ts';
import { TIME_COLUMN } from '../frames/columns.ts';
import { FRAME_OPTIONS } from '../frames/options.ts';
import { CSV_READ_OPTIONS } from './options.ts';

/** Tables of sampled frames as text. */
export const csvFormat = {
	name: 'csv',
	title: 'CSV',
	description: 'a table of sampled frames, one row per frame',
	losses: {
		radii: 'all',
		controllers: 'some',
		tracks: 'some',
		info: 'all',
		room: 'all',
		keys: 'some',
		tangents: 'all',
		wraps: 'all',
	},
	extensions: ['.csv'],
	sharesExtensions: true,
	mediaType: 'text/csv',
	reads: 'all',
	writes: true,
	options: FRAME_OPTIONS,
	readOptions: CSV_READ_OPTIONS,
	issues: {
		'bad-csv': 'The CSV text is malformed or is not a table of frames.',
		'unknown-column': 'A column of the table is unknown and was ignored.',
	},
	matches: ({ csvColumns }) => csvColumns.includes(TIME_COLUMN),
	loadDecoder: async () => (await import('./decode-csv.ts')).decodeCsv,
	loadEncoder: async () => (await import('./encode-csv.ts')).encodeCsvChunks,
} as const satisfies Format;
