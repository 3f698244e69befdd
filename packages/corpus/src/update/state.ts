import { readFileSync } from 'node:fs';
import { STATE_FILE } from '../dataset/manifest.ts';
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
		const { format, version, files } = JSON.parse(readFileSync(findCurrent(folder, STATE_FILE), 'utf8'));
		return format === FORMAT && version === VERSION ? new Map(Object.entries(files)) : new Map();
	} catch {
		return new Map();
	}
}
