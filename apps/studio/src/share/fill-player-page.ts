import { FACTS_MARK, FILE_MARK, RECORDING_MARK, TITLE_MARK } from './page-parts.ts';

/** What a shared page contains. */
export interface SharedRecording {
	readonly title: string;
	/** A sentence about the recording. */
	readonly facts: string;
	/** The name under which visitors save it. */
	readonly fileName: string;
	/** A `.reel` file. */
	readonly bytes: Uint8Array;
}

/** Bytes that are encoded at once: a call has a limited number of arguments. */
const CHUNK = 0x6000;
const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Puts a recording into the page that the build has made. Names are texts of a stranger and stay texts. */
export function fillPlayerPage(page: string, { title, facts, fileName, bytes }: SharedRecording): string {
	const values: Readonly<Record<string, string>> = {
		[TITLE_MARK]: escapeText(title),
		[FACTS_MARK]: escapeText(facts),
		[FILE_MARK]: escapeText(fileName),
		[RECORDING_MARK]: encodeBase64(bytes),
	};
	// One pass: a value that looks like another mark stays as it is.
	return page.replace(new RegExp(Object.keys(values).join('|'), 'g'), (mark) => values[mark]!);
}

function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!);
}

function encodeBase64(bytes: Uint8Array): string {
	let text = '';
	// Groups of three bytes have no padding, so parts can be joined.
	for (let i = 0; i < bytes.length; i += CHUNK) text += btoa(String.fromCharCode(...bytes.subarray(i, i + CHUNK)));
	return text;
}
