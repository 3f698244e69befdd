import { parseJson, ReadBudget } from '@handreel/core/internal';
import { readRegularFile } from './disk.ts';

/** The longest file of JSON, in bytes. */
const MAX_BYTES: number = 2 ** 28;
/** This many characters are harmless: `JSON.parse` takes up to 50 bytes for one. */
const HARMLESS: number = 2 ** 16;

/**
 * `JSON.parse` for a text that may come from a stranger: memory follows its length. Throws `SyntaxError`, and `RecordingError` with the
 * code `too-large` for deep or dense lists and objects.
 */
export function parseForeignJson(text: string): unknown {
	return text.length <= HARMLESS ? JSON.parse(text) : parseJson(text, new ReadBudget(undefined, text.length));
}

/**
 * Reads a file of JSON in a folder that may come from a stranger. Returns `undefined` if there is none. Throws for links, folders, pipes,
 * devices and too large files, and as {@link parseForeignJson} does.
 */
export function readForeignJson(path: string): unknown {
	const bytes = readRegularFile(path, MAX_BYTES);
	return bytes === null ? undefined : parseForeignJson(bytes.toString('utf8'));
}
