/**
 * Recordings as CSV tables of sampled frames, both ways.
 *
 * @example
 * const { csv, issues } = recordingToCsv(recording, { frameRate: 60 });
 * const { recording: straight } = recordingFromCsv(csv);
 *
 * @module
 */

export { type CsvReadOptions, recordingFromCsv } from './csv/from-csv.ts';
export type { CsvOptions } from './csv/options.ts';
export {
	type CsvChunks,
	type CsvResult,
	recordingToCsv,
	recordingToCsvChunks,
} from './csv/to-csv.ts';
