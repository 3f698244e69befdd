import { formatCount } from '@handreel/text';

/** Text from a file, safe for a terminal: escapes control characters and cuts long text. */
export function escapeText(text: string, limit = 72): string {
	const characters = [...text];
	const cut = characters.slice(0, limit).join('');
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
	const safe = cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeCharacter);
	return characters.length > limit ? `${safe}… (${formatCount(characters.length)} characters)` : safe;
}

function escapeCharacter(character: string): string {
	const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
	return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
