import { readOwnJson, STATE_FILE } from '../dataset/own-files.ts';
import { findCurrent } from '../dataset/staging.ts';

/** The signatures of the files when they were read, by path. A file without a signature is read again. */
export type Signatures = ReadonlyMap<string, string>;

const FORMAT = 'handreel-catalog-state';
const VERSION = 1;

/** Formats the signatures. */
export function formatState(signatures: Signatures): string {
	return JSON.stringify({ format: FORMAT, version: VERSION, files: Object.fromEntries(signatures) });
}

/** Reads the signatures of a data set; none if they are missing or damaged. */
export function readState(folder: string): Signatures {
	try {
		const state = readOwnJson(folder, findCurrent(folder, STATE_FILE));
		const { format, version, files } = state as {
			readonly format?: unknown;
			readonly version?: unknown;
			readonly files: object;
		};
		if (format !== FORMAT || version !== VERSION) return new Map();
		return new Map(Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
	} catch {
		return new Map();
	}
}
