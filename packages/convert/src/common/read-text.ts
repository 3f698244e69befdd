import { type IssueCode, RecordingError } from '@handreel/core';
import { decodeUtf8, findInvalidUtf8 } from './utf8.ts';

/** The text of a file. Throws `RecordingError` with a code for bytes that are not UTF-8 and for more than a string can hold. */
export function readText(source: string | Uint8Array, code: IssueCode): string {
	if (typeof source === 'string') return source;
	if (!(source instanceof Uint8Array)) throw new TypeError('source: expected a string or a Uint8Array');
	try {
		return decodeUtf8(source);
	} catch (cause) {
		const invalid = findInvalidUtf8(source);
		// Engines limit the length of strings, V8 to half a gigabyte.
		const message =
			invalid < 0 ? `the text is too long for a string: ${source.length} bytes` : describeInvalid(source, invalid);
		const byteOffset = invalid < 0 ? null : invalid;
		throw new RecordingError({ code, severity: 'error', message, path: '', byteOffset, time: null }, { cause });
	}
}

function describeInvalid(bytes: Uint8Array, at: number): string {
	let line = 1;
	for (let i = 0; i < at; i++) if (bytes[i] === 0x0a) line++;
	const byte = bytes[at]!.toString(16).padStart(2, '0');
	return `line ${line}: byte ${at} (0x${byte}) is not UTF-8; save the text as UTF-8`;
}
