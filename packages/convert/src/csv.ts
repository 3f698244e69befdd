/**
 * Converts recordings to CSV tables of sampled frames and back.
 *
 * @example
 * const { csv, issues } = encodeCsv(recording, { frameRate: 60 });
 * const { recording: straight } = decodeCsv(csv);
 *
 * @module
 */

export { type CsvReadOptions, decodeCsv } from './csv/decode-csv.ts';
export {
	type CsvChunks,
	type CsvResult,
	encodeCsv,
	encodeCsvChunks,
} from './csv/encode-csv.ts';
