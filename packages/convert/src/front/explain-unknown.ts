import { type IssueCode, isRecordingError, RecordingError, readRecording } from '@handreel/core';
import { ReadBudget } from '@handreel/core/internal';
import { openParquet } from '../columnar/read-parquet.ts';
import { Head } from '../common/head.ts';
import { findForeignEncoding, hasControls, listCsvCells, listJsonFields, peekText } from '../common/inspect-text.ts';
import { listColumns, TIME_COLUMN } from '../frames/columns.ts';
import { listFields, toKey } from '../frames/table-map.ts';
import { JSON_FORMAT } from '../json/structure.ts';
import { findForeign } from './foreign-formats.ts';
import { FORMATS } from './formats.ts';
import { suggestMap } from './suggest-map.ts';

const QUOTED_LENGTH = 24;
/** Columns that a table of frames may have. */
const TABLE_COLUMN = /^(?:time|space|marker)\b|^(?:head|left|right|gaze)_/;
const HEAD_LENGTH = 4096;
/** The heading of a table with all columns of two hands takes 8 kB. */
const HEADING_LENGTH = 65_536;

/** Throws the `RecordingError` for bytes of no known format. The message explains what they look like. */
export function failUnknown(bytes: Uint8Array): never {
	rethrowBinaryErrors(bytes);
	const encoding = findForeignEncoding(bytes);
	if (encoding !== null) fail('bad-magic', `the text is encoded as ${encoding}; save it as UTF-8`);
	const unread = FORMATS.find(({ reads, matches }) => reads === 'no' && matches(new Head(bytes)));
	if (unread !== undefined)
		fail('bad-magic', `the format of the file is ${unread.title}, which is written but not read`);
	const head = bytes.subarray(0, HEAD_LENGTH);
	const text = peekText(head);
	const foreign = findForeign(head, text);
	if (foreign !== null) fail('bad-magic', `the file is ${foreign.name}, which is not read; ${foreign.hint}`);
	if (hasControls(text.slice(0, 64))) {
		const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
		return fail('bad-magic', `unknown format: the file starts with the bytes ${start}`);
	}
	const fields = listJsonFields(text);
	if (fields !== null) return failJson(fields);
	if (/^\s*\[/.test(text)) fail('bad-json', 'the JSON text is an array; a recording is an object');
	const names = readHeading(bytes);
	const hint = names.length > 1 ? formatHint(names) : '';
	if (hint !== '' || names.some((name) => TABLE_COLUMN.test(toKey(name)))) {
		fail('bad-csv', `line 1: the column ${TIME_COLUMN} is missing${hint}`);
	}
	return fail('bad-magic', `unknown format: the text starts with ${quote(text.trimStart())}`);
}

/** Whether bytes may be a table: text with several columns. */
export function looksLikeTable(bytes: Uint8Array): boolean {
	return findForeignEncoding(bytes) === null && readHeading(bytes).length > 1;
}

/** Adds the map that reads a table of another program to the error that reading it caused. */
export function addTableHint(error: RecordingError, bytes: Uint8Array, format: 'csv' | 'parquet'): RecordingError {
	const names = format === 'csv' ? readHeading(bytes) : listParquetNames(bytes);
	const known = format === 'csv' ? new Set(listColumns().map(({ name }) => toKey(name))) : listFields();
	if (names.some((name) => known.has(toKey(name)))) return error;
	const hint = formatHint(names);
	if (hint === '') return error;
	return new RecordingError({ ...error.issue, message: error.message + hint }, { cause: error });
}

function formatHint(names: readonly string[]): string {
	const map = suggestMap(names);
	return map === null ? '' : `; a map reads the table, for example (check time, unit and space) ${JSON.stringify(map)}`;
}

function readHeading(bytes: Uint8Array): string[] {
	return listCsvCells(peekText(bytes.subarray(0, HEADING_LENGTH)));
}

// None if the file is damaged.
function listParquetNames(bytes: Uint8Array): string[] {
	try {
		return openParquet(bytes, new ReadBudget(undefined, bytes.length, 'table')).leaves.map(({ path }) =>
			path.join('.'),
		);
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return [];
	}
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
