import { quoteValue } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { createWarning } from '../common/warning.ts';
import { decodeParquet } from './decode-parquet.ts';
import type { ParquetChoiceOptions } from './options.ts';

/** Names that a message lists. */
const MAX_NAMES = 5;

/** Reads one recording of a file that may hold several. Throws `RangeError` if there is none with the name. */
export function decodeOneOfParquet(
	bytes: Uint8Array,
	{ recording: name, ...options }: ParquetChoiceOptions,
): ReadResult {
	const { recordings, issues } = decodeParquet(bytes, options);
	const names = recordings.map((entry) => quoteValue(entry.name));
	const listed = names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')}, …` : names.join(', ');
	const found = name === undefined ? recordings[0] : recordings.find((entry) => entry.name === name);
	if (found === undefined) {
		throw new RangeError(`recording: the file has no recording ${quoteValue(name)}; it has ${listed}`);
	}
	if (recordings.length === 1 || name !== undefined) return { recording: found.recording, issues };
	const message = `only the first of ${recordings.length} recordings is read; the file has ${listed}; the option recording chooses another`;
	return { recording: found.recording, issues: [...issues, createWarning('section-lost', 'recording', message)] };
}
