import { type IssueCode, isRecordingError, RecordingError, readRecording } from '@handreel/core';
import { JSON_FORMAT, TIME_COLUMN } from '../common/signatures.ts';
import { decodeUtf8, findForeignEncoding, hasControls, listCsvColumns, listJsonFields } from './inspect-text.ts';

const QUOTED_LENGTH = 24;
/** Columns that a table of frames may have. */
const TABLE_COLUMN = /^(?:time|space|marker)\b|^(?:head|left|right|gaze)_/;
const ARCHIVES: readonly { readonly name: string; readonly magic: readonly number[] }[] = [
	{ name: 'a ZIP archive', magic: [0x50, 0x4b, 0x03, 0x04] },
	{ name: 'gzip data', magic: [0x1f, 0x8b] },
];

/** Throws the `RecordingError` for bytes of no known format. The message says what they look like. */
export function failUnknown(bytes: Uint8Array): never {
	rethrowBinaryErrors(bytes);
	const encoding = findForeignEncoding(bytes);
	if (encoding !== null) fail('bad-magic', `the text is encoded as ${encoding}; save it as UTF-8`);
	if (isNumpyArchive(bytes)) fail('bad-magic', 'the file is a NumPy archive, which is written but not read');
	const archive = ARCHIVES.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte));
	if (archive !== undefined) fail('bad-magic', `the file is ${archive.name}; unpack it first`);
	const text = decodeUtf8(bytes.subarray(0, 4096));
	if (hasControls(text.slice(0, 64))) {
		const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
		return fail('bad-magic', `unknown format: the file starts with the bytes ${start}`);
	}
	const fields = listJsonFields(text);
	if (fields !== null) return failJson(fields);
	if (/^%YAML[\s\S]*\nAnimationClip:/.test(text))
		fail('bad-magic', 'the file is a Unity animation clip, which can be written but not read');
	if (/^\s*\[/.test(text)) fail('bad-json', 'the JSON text is an array; a recording is an object');
	if (listCsvColumns(text).some((name) => TABLE_COLUMN.test(name))) {
		fail('bad-csv', `line 1: the column ${TIME_COLUMN} is missing`);
	}
	return fail('bad-magic', `unknown format: the text starts with ${quote(text.trimStart())}`);
}

// The name of the first file of a ZIP archive follows its header.
function isNumpyArchive(bytes: Uint8Array): boolean {
	const start = decodeUtf8(bytes.subarray(0, 128));
	return start.startsWith('PK\u0003\u0004') && start.slice(26).includes('.npy');
}

// Core knows best about empty files and about files that end inside their header.
function rethrowBinaryErrors(bytes: Uint8Array): void {
	try {
		readRecording(bytes);
	} catch (error) {
		if (!isRecordingError(error, 'bad-magic')) throw error;
	}
}

function failJson(fields: readonly { readonly name: string; readonly text: string | null }[]): never {
	const format = fields.find(({ name }) => name === 'format');
	if (format !== undefined) {
		const found = format.text === null ? 'not a string' : quote(format.text);
		fail('bad-json', `the field "format" is ${found}; a recording has "${JSON_FORMAT}"`);
	}
	const names = fields.length === 0 ? 'no fields' : `the fields ${fields.slice(0, 3).map(({ name }) => quote(name))}`;
	return fail('bad-json', `the JSON object has ${names}; a recording has "format", glTF has "asset"`);
}

function quote(text: string): string {
	return JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);
}

function fail(code: IssueCode, message: string): never {
	throw new RecordingError({ code, severity: 'error', message, path: '', byteOffset: 0, time: null });
}
