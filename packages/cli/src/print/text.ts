/** `361475` → `361,475`. */
export function formatCount(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `4.93333` → `4.933 s`. */
export function formatSeconds(value: number): string {
	return `${value.toFixed(3)} s`;
}

/** Bytes, with a rounded second figure where it helps: `361,475 bytes (361 kB)`. */
export function formatSize(bytes: number): string {
	const exact = `${formatCount(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
	if (bytes < 10_000) return exact;
	const [unit, divisor] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
	return `${exact} (${Number((bytes / Number(divisor)).toPrecision(3))} ${unit})`;
}

/** `3 spans`, `1 span`. */
export function formatPlural(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Text from a file made harmless for a terminal: control characters are escaped, long text is cut. */
export function formatForeign(text: string, limit = 72): string {
	const characters = [...text];
	const cut = characters.slice(0, limit).join('');
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	const safe = cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeCharacter);
	return characters.length > limit ? `${safe}… (${formatCount(characters.length)} characters)` : safe;
}

function escapeCharacter(character: string): string {
	const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
	return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
