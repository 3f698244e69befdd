/** A recording inside of a link, as a `.reel` file. */
export interface LinkedData {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The most bytes of a recording in a link: the whole link stays below 8 kB, which every program accepts. */
export const MAX_LINKED_BYTES = 5700;

const MAX_NAME = 60;
const BASE64 = /^[\w-]*$/;

/** Formats a recording as a value of a link. */
export function formatData({ name, bytes }: LinkedData): string {
	let text = '';
	for (const byte of bytes) text += String.fromCharCode(byte);
	const data = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
	return `${encodeURIComponent(cleanName(name))},${data}`;
}

/** Parses what {@link formatData} wrote. Returns `null` for anything else, and for more than links may hold. */
export function parseData(value: string): LinkedData | null {
	const comma = value.lastIndexOf(',');
	const data = value.slice(comma + 1);
	if (comma < 0 || data === '' || data.length > (MAX_LINKED_BYTES * 4) / 3 + 3 || !BASE64.test(data)) return null;
	try {
		const text = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
		return { name: cleanName(value.slice(0, comma)), bytes: Uint8Array.from(text, (char) => char.charCodeAt(0)) };
	} catch {
		return null;
	}
}

/** A name of a stranger becomes part of the page, and of the files that are saved. */
function cleanName(name: string): string {
	const clean = name
		.replace(/\.[a-z0-9]+$/i, '')
		.replaceAll(/[^\p{L}\p{N} ()_.-]/gu, '_')
		.replace(/^[. ]+/, '')
		.slice(0, MAX_NAME);
	return `${clean.trim() || 'recording'}.reel`;
}
