/** Characters of a text that are quoted. */
const QUOTED_LENGTH = 40;
/** Characters of a path. Paths contain names from files, which may be long. */
export const PATH_LENGTH = 200;

/**
 * Quotes a value of a file in a message. The result is short and without control characters, however long or deep the
 * value is.
 *
 * @example quoteValue('grab') // '"grab"'
 */
export function quoteValue(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	if (typeof value !== 'string') return String(value).slice(0, QUOTED_LENGTH);
	return escapeControls(JSON.stringify(clipText(value)));
}

/** Shortens a text of a file for a message. */
export function clipText(text: string, length: number = QUOTED_LENGTH): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

// JSON leaves DEL and the control characters above it.
function escapeControls(text: string): string {
	return text.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
