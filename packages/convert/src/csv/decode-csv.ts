import {
	type Curve,
	createRecording,
	type Issue,
	type Marker,
	RecordingError,
	SPACES,
	type SpaceName,
} from '@handreel/core';
import { clipText, DEFAULT_SPACE, findNearestName, PATH_LENGTH, quoteValue, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { KeyStore } from '../common/key-store.ts';
import { readText } from '../common/read-text.ts';
import { createWarning } from '../common/warning.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { buildParts } from '../frames/build-parts.ts';
import {
	type Column,
	getColumnSign,
	getFilePath,
	listColumns,
	MARKER_COLUMN,
	SPACE_COLUMN,
	TIME_COLUMN,
} from '../frames/columns.ts';
import { findSpans, LABEL_PREFIX } from '../frames/label-columns.ts';
import { SeenRows } from '../frames/seen-rows.ts';
import { checkMapped, type ReadMap, readTableMap, toKey } from '../frames/table-map.ts';
import { placeRows, TimeColumn } from '../frames/time-column.ts';
import type { CsvReadOptions } from './options.ts';
import { parseFloatCell, parseStateCell, parseTimeCell } from './parse-cell.ts';
import { findSeparator, type Row, splitRows } from './split-rows.ts';

const SPACE_NAMES: string = /* @__PURE__ */ Object.keys(SPACES).join(', ');

/** Memory of a row beside its keys, of a character of a marker, which may be all of its name, and of a column, which may be unknown. */
const ROW_BYTES = 48;
const NAME_BYTES = 64;
const COLUMN_BYTES = 512;

/** A known column, its index in the table and its keys. */
interface Input {
	readonly column: Column;
	readonly index: number;
	readonly store: KeyStore;
	/** What values are multiplied with. */
	readonly factor: number;
}

/**
 * Returns the recording that a table describes; `docs/csv.md` lists the columns. Each cell becomes a key at the time of its
 * row, with straight lines between keys; empty cells add no key. Columns may come in any order and may be missing, apart
 * from `time_s`. Separators may be commas, semicolons or tabs, also with decimal commas.
 *
 * The tables of other programs need a `map`.
 *
 * Times that float32 would change, such as Unix times, are moved to start at 0; `info.startTime` holds the start.
 *
 * `issues` lists unknown columns. Throws `bad-csv` with the line and column for tables without times or known columns, duplicate columns,
 * rows of different lengths, cells that are not numbers and times that do not increase, `too-large` for tables beyond `limits`, and
 * `TypeError` for a map that does not fit.
 *
 * @example decodeCsv(await file.text()).recording
 */
export function decodeCsv(source: string | Uint8Array, options: CsvReadOptions = {}): ReadResult {
	const given = readText(source, 'bad-csv');
	const map = options.map === undefined ? null : readTableMap(options.map, [MARKER_COLUMN]);
	const givenSpace = map?.space ?? options.space ?? DEFAULT_SPACE;
	const perSecond = map?.perSecond ?? 1;
	const seen = map === null ? null : new SeenRows();
	if (!isSpace(givenSpace)) throw new TypeError(`space: '${givenSpace}' is not one of ${SPACE_NAMES}`);
	const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
	const budget = new ReadBudget(options.limits, text.length);
	budget.chargeSteps(text.length);
	const separator = findSeparator(text);
	let heading: Heading | null = null;
	let space: SpaceName | null = null;
	const rows = new TimeColumn();
	const lines: number[] = [];
	const markers: { row: number; name: string }[] = [];
	for (const row of splitRows(text, separator, budget)) {
		if ('badQuote' in row) return failAt(row.line, '', row.badQuote);
		if (heading === null) {
			heading = readHeading(row, map, budget);
			continue;
		}
		const { cells, line } = row;
		if (cells.length !== heading.width) {
			failAt(line, '', `expected ${heading.width} cells, as in the first row, but found ${cells.length}`);
		}
		const cell = (index: number): string => cells[index]?.trim() ?? '';
		const { time } = heading;
		const failTime = (reason: string): never => failAt(line, time.name, reason);
		const stamp = time.index < 0 ? lines.length : parseTimeCell(cell(time.index), failTime);
		const index = rows.add(stamp / perSecond, failTime);
		lines.push(line);
		budget.chargeBytes(ROW_BYTES);
		space = checkSpace(heading.space < 0 ? givenSpace : cell(heading.space), space, line);
		for (const { column, index: at, store, factor } of heading.inputs) {
			const content = cell(at);
			if (content === '') continue;
			const fail = (reason: string): never => failAt(line, column.name, reason);
			const value = column.kind === 'boolean' ? parseStateCell(content, fail) : parseFloatCell(content, fail);
			store.pushInteger(index);
			store.pushFloat(getColumnSign(column, space) * factor * value);
			seen?.add(column, index, value);
		}
		for (const { index: at, cells: labels } of heading.labels) {
			const label = cells[at] ?? '';
			budget.chargeBytes(NAME_BYTES + label.length);
			labels.push(label);
		}
		const names = heading.marker < 0 ? '' : (cells[heading.marker] ?? '');
		if (names !== '') {
			budget.chargeBytes(NAME_BYTES * names.length);
			for (const name of names.split('\n')) markers.push({ row: index, name });
		}
	}
	if (heading === null) return failAt(1, '', 'the row with the column names is missing');
	const { name: timeName } = heading.time;
	const { times, info, issues } = rows.settle((row, reason) => failAt(lines[row]!, timeName, reason));
	const curves = collectCurves(heading.inputs, times, space ?? givenSpace);
	seen?.addStates(curves, times);
	return {
		recording: createRecording({
			...buildParts(curves),
			markers: markers.map(({ row, name }): Marker => ({ time: times[row]!, name })),
			tracks: heading.labels.map(({ name, cells }) => ({ name, kind: 'spans', spans: findSpans(cells, times) })),
			info,
		}),
		issues: [...heading.issues, ...issues],
	};
}

interface Heading {
	readonly width: number;
	/** The index is −1 if rows are counted. */
	readonly time: { readonly index: number; readonly name: string };
	/** −1 if the column is missing. */
	readonly space: number;
	readonly marker: number;
	readonly inputs: readonly Input[];
	readonly labels: readonly LabelInput[];
	readonly issues: readonly Issue[];
}

/** A column of labels: the name of its track, its index in the table and its cells. */
interface LabelInput {
	readonly name: string;
	readonly index: number;
	readonly cells: string[];
}

function readHeading({ line, cells }: Row, map: ReadMap | null, budget: ReadBudget): Heading {
	budget.chargeBytes(COLUMN_BYTES * cells.length);
	const known = map?.columns ?? new Map(listColumns().map((column) => [column.name.toLowerCase(), column]));
	const timeKey = map === null ? TIME_COLUMN : map.time;
	const others = map === null ? [SPACE_COLUMN, MARKER_COLUMN] : [...map.others.values()];
	const places = new Map<string, number>();
	const inputs: Input[] = [];
	const labels: LabelInput[] = [];
	const issues: Issue[] = [];
	cells.forEach((cell, index) => {
		const name = cell.trim();
		const key = toKey(name);
		if (places.has(key) && key !== '') failAt(line, name, 'duplicate column');
		places.set(key, index);
		const column = known.get(key);
		if (column !== undefined) {
			inputs.push({ column, index, store: new KeyStore(budget, 64), factor: map?.factorOf(column) ?? 1 });
		} else if (map === null && isLabel(name)) labels.push({ name: name.slice(LABEL_PREFIX.length), index, cells: [] });
		else if (key !== timeKey && !others.includes(key)) {
			issues.push(
				createWarning('unknown-column', name === '' ? `column ${index + 1}` : name, 'unknown column, not read'),
			);
		}
	});
	if (map !== null) {
		checkMapped(map, (key) => places.has(key));
		const time = { index: map.time === null ? -1 : places.get(map.time)!, name: map.time ?? 'times' };
		const marker = places.get(map.others.get(MARKER_COLUMN) ?? '') ?? -1;
		return { width: cells.length, time, space: -1, marker, inputs, labels, issues };
	}
	const index = places.get(TIME_COLUMN);
	if (index === undefined) return failAt(line, '', `the column ${TIME_COLUMN} is missing`);
	if (inputs.length + labels.length === 0 && issues.length > 0 && !places.has(MARKER_COLUMN)) {
		const names = Array.from(known.values(), (column) => column.name);
		const unknown = issues
			.slice(0, 3)
			.map(({ path }) => `${clipText(path)} (nearest: ${findNearestName(path, names)})`);
		failAt(line, '', `no known column except ${TIME_COLUMN}; found ${unknown.join(', ')}`);
	}
	const space = places.get(SPACE_COLUMN) ?? -1;
	const time = { index, name: TIME_COLUMN };
	return { width: cells.length, time, space, marker: places.get(MARKER_COLUMN) ?? -1, inputs, labels, issues };
}

// Names of tracks have no dots.
function isLabel(name: string): boolean {
	return name.startsWith(LABEL_PREFIX) && name.length > LABEL_PREFIX.length && !name.includes('.');
}

function isSpace(space: string): space is SpaceName {
	return Object.hasOwn(SPACES, space);
}

function checkSpace(space: string, before: SpaceName | null, line: number): SpaceName {
	if (!isSpace(space)) return failAt(line, SPACE_COLUMN, `${quoteValue(space)} is not one of ${SPACE_NAMES}`);
	if (before !== null && before !== space)
		failAt(line, SPACE_COLUMN, `${quoteValue(space)} differs from "${before}" in earlier rows`);
	return space;
}

function collectCurves(inputs: readonly Input[], times: Float32Array, space: SpaceName): Map<string, Curve> {
	const curves = new Map<string, Curve>();
	for (const { column, store } of inputs) {
		const curve = store.addCurve({ kind: column.kind, stride: 2, start: 0, ...createClampedWraps() });
		store.finish();
		placeRows(curve, times);
		curves.set(getFilePath(column, space), curve);
	}
	return curves;
}

function failAt(line: number, column: string, reason: string): never {
	const path = column === '' ? `line ${line}` : `line ${line}, column ${clipText(column, PATH_LENGTH)}`;
	throw new RecordingError({
		code: 'bad-csv',
		severity: 'error',
		message: `${path}: ${reason}`,
		path,
		byteOffset: null,
		time: null,
	});
}
