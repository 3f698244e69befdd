import {
	type Curve,
	createRecording,
	DEFAULT_SPACE,
	findNearestName,
	type Issue,
	type Marker,
	RecordingError,
	SPACES,
	type SpaceName,
} from '@handreel/core';
import { KeyStore } from '../common/key-store.ts';
import type { ReadResult } from '../common/read-result.ts';
import { TIME_COLUMN } from '../common/signatures.ts';
import { createWarning } from '../common/warning.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { buildParts } from '../frames/build-parts.ts';
import { type Column, getColumnSign, listColumns, MARKER_COLUMN, SPACE_COLUMN } from '../frames/columns.ts';
import { FRAME_LAYOUT } from '../frames/issues.ts';
import { parseFloatCell, parseStateCell, parseTimeCell } from './parse-cell.ts';
import { findSeparator, type Row, splitRows } from './split-rows.ts';

const SPACE_NAMES: string = /* @__PURE__ */ Object.keys(SPACES).join(', ');

/** How {@link decodeCsv} reads. */
export interface CsvReadOptions {
	/** The space of a table without the column `space`. Default: core's `DEFAULT_SPACE`. */
	readonly space?: SpaceName;
}

/** A known column, its index in the table and its keys. */
interface Input {
	readonly column: Column;
	readonly index: number;
	readonly store: KeyStore;
}

/**
 * Returns the recording that a table describes; `docs/csv.md` lists the columns. Each cell becomes a key at the time of its
 * row, with straight lines between keys; empty cells add no key. Columns may come in any order and may be missing, apart
 * from `time_s`. Separators may be commas, semicolons or tabs, also with decimal commas.
 *
 * `issues` lists unknown columns. Throws `bad-csv` with the line and column for tables without times or known columns, duplicate columns,
 * rows of different lengths, cells that are not numbers and times that do not increase.
 *
 * @example decodeCsv(await file.text()).recording
 */
export function decodeCsv(csv: string, options: CsvReadOptions = {}): ReadResult {
	if (typeof csv !== 'string') throw new TypeError('csv: expected a string');
	const { space: givenSpace = DEFAULT_SPACE } = options;
	if (!isSpace(givenSpace)) throw new TypeError(`space: '${givenSpace}' is not one of ${SPACE_NAMES}`);
	const text = csv.charCodeAt(0) === 0xfeff ? csv.slice(1) : csv;
	const separator = findSeparator(text);
	let heading: Heading | null = null;
	let space: SpaceName | null = null;
	let lastTime = Number.NEGATIVE_INFINITY;
	const markers: Marker[] = [];
	for (const row of splitRows(text, separator)) {
		if ('badQuote' in row) return failAt(row.line, '', row.badQuote);
		if (heading === null) {
			heading = readHeading(row);
			continue;
		}
		const { cells, line } = row;
		if (cells.length !== heading.width) {
			failAt(line, '', `expected ${heading.width} cells, as in the first row, but found ${cells.length}`);
		}
		const cell = (index: number): string => cells[index]?.trim() ?? '';
		const time = parseTimeCell(cell(heading.time), (reason) => failAt(line, TIME_COLUMN, reason));
		if (!(time > lastTime)) failAt(line, TIME_COLUMN, `${time} does not come after ${lastTime}`);
		lastTime = time;
		space = checkSpace(heading.space < 0 ? givenSpace : cell(heading.space), space, line);
		const rounded = Math.fround(time);
		for (const { column, index, store } of heading.inputs) {
			const content = cell(index);
			if (content === '') continue;
			const fail = (reason: string): never => failAt(line, column.name, reason);
			const value = column.kind === 'boolean' ? parseStateCell(content, fail) : parseFloatCell(content, fail);
			store.pushFloat(rounded);
			store.pushFloat(getColumnSign(column, space) * value);
		}
		const names = heading.marker < 0 ? '' : (cells[heading.marker] ?? '');
		if (names !== '') for (const name of names.split('\n')) markers.push({ time: rounded, name });
	}
	if (heading === null) return failAt(1, '', 'the row with the column names is missing');
	return {
		recording: createRecording({ ...buildParts(collectCurves(heading.inputs)), markers, layout: FRAME_LAYOUT }),
		issues: heading.issues,
	};
}

interface Heading {
	readonly width: number;
	readonly time: number;
	/** −1 if the column is missing. */
	readonly space: number;
	readonly marker: number;
	readonly inputs: readonly Input[];
	readonly issues: readonly Issue[];
}

function readHeading({ line, cells }: Row): Heading {
	const known = new Map(listColumns().map((column) => [column.name.toLowerCase(), column]));
	const places = new Map<string, number>();
	const inputs: Input[] = [];
	const issues: Issue[] = [];
	cells.forEach((cell, index) => {
		const name = cell.trim();
		const key = name.toLowerCase();
		if (places.has(key) && key !== '') failAt(line, name, 'duplicate column');
		places.set(key, index);
		const column = known.get(key);
		if (column !== undefined) inputs.push({ column, index, store: new KeyStore(64) });
		else if (![TIME_COLUMN, SPACE_COLUMN, MARKER_COLUMN].includes(key)) {
			issues.push(
				createWarning('unknown-column', name === '' ? `column ${index + 1}` : name, 'unknown column, not read'),
			);
		}
	});
	const time = places.get(TIME_COLUMN);
	if (time === undefined) return failAt(line, '', `the column ${TIME_COLUMN} is missing`);
	if (inputs.length === 0 && issues.length > 0 && !places.has(MARKER_COLUMN)) {
		const names = Array.from(known.values(), (column) => column.name);
		const unknown = issues.slice(0, 3).map(({ path }) => `${path} (nearest: ${findNearestName(path, names)})`);
		failAt(line, '', `no known column except ${TIME_COLUMN}; found ${unknown.join(', ')}`);
	}
	const space = places.get(SPACE_COLUMN) ?? -1;
	return { width: cells.length, time, space, marker: places.get(MARKER_COLUMN) ?? -1, inputs, issues };
}

function isSpace(space: string): space is SpaceName {
	return Object.hasOwn(SPACES, space);
}

function checkSpace(space: string, before: SpaceName | null, line: number): SpaceName {
	if (!isSpace(space)) return failAt(line, SPACE_COLUMN, `"${space}" is not one of ${SPACE_NAMES}`);
	if (before !== null && before !== space)
		failAt(line, SPACE_COLUMN, `"${space}" differs from "${before}" in earlier rows`);
	return space;
}

function collectCurves(inputs: readonly Input[]): Map<string, Curve> {
	const curves = new Map<string, Curve>();
	for (const { column, store } of inputs) {
		const curve = store.addCurve({ kind: column.kind, stride: 2, start: 0, ...createClampedWraps() });
		store.finish();
		curves.set(column.path, curve);
	}
	return curves;
}

function failAt(line: number, column: string, reason: string): never {
	const path = column === '' ? `line ${line}` : `line ${line}, column ${column}`;
	throw new RecordingError({
		code: 'bad-csv',
		severity: 'error',
		message: `${path}: ${reason}`,
		path,
		byteOffset: null,
		time: null,
	});
}
