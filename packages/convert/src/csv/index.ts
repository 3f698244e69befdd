/**
 * Converts recordings to CSV tables of sampled frames and back.
 *
 * @example
 * const { bytes, issues } = encodeCsv(recording, { frameRate: 60 });
 * const { recording: straight } = decodeCsv(bytes);
 *
 * @module
 */

export { decodeCsv } from './decode-csv.ts';
export {
	encodeCsv,
	encodeCsvChunks,
} from './encode-csv.ts';
export { csvFormat } from './format.ts';
export type { CsvReadOptions } from './options.ts';
