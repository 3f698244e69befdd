import { formatCount } from '@handreel/text';

/** Characters that control a terminal or reorder its text, except line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\r': '\\r', '\t': '\\t' };
/** Code units of a character at most. */
const MAX_UNITS = 2;

/** Text from a file in a single line, safe for a terminal: escapes control characters and cuts long text. */
export function escapeText(text: string, limit = 72): string {
	// Not all characters of a text that may be as long as a file.
	const start = [...text.slice(0, limit * MAX_UNITS)].slice(0, limit).join('');
	const safe = escapeControls(start).replaceAll('\n', '\\n');
	return start.length < text.length ? `${safe}… (${formatCount(text.length)} characters)` : safe;
}

/** Escapes the characters that control a terminal, except line breaks. The escapes are those of JSON. */
export function escapeControls(text: string): string {
	return text.replace(CONTROLS, (character) => ESCAPES[character] ?? escapeUnit(character));
}

/** Escapes control characters that `JSON.stringify` leaves as they are. The value stays the same. */
export function escapeJson(json: string): string {
	return json.replace(CONTROLS, escapeUnit);
}

function escapeUnit(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
