import { join } from 'node:path';
import {
	type TableCell,
	type TableColumn,
	type TableRow,
	type TableType,
	TableWriter,
} from '@handreel/convert/internal';
import type { QueryResult, QueryValue } from '@handreel/corpus';
import { formatCount, quoteCell } from '@handreel/text';
import { UsageError } from './errors.ts';
import { escapeText } from './escape-text.ts';
import { writeData, writeOutput } from './output.ts';
import type { Style } from './style.ts';
import { formatTable } from './table.ts';

/** More rows do not help a reader, and a table has to be complete before its columns can be aligned. */
const MAX_ROWS = 1000;
const MAX_CELL = 80;
/** Rows of a Parquet row group. */
const GROUP_SIZE = 65_536;

/** Prints a result as a table with aligned columns. */
export async function printQueryTable({ columns, types, blocks }: QueryResult, style: Style): Promise<void> {
	const rows: string[][] = [];
	let count = 0;
	for await (const block of blocks) {
		count += block.length;
		for (const row of block) if (rows.length < MAX_ROWS) rows.push(row.map(formatCell));
	}
	const headings = columns.map((heading, i) => ({
		heading: escapeText(heading, MAX_CELL),
		align: NUMBERS.test(types[i] ?? '') ? ('right' as const) : ('left' as const),
	}));
	const lines = formatTable(headings, rows, (cell, row) => (row < 0 ? style.strong(cell) : cell));
	writeOutput(`${lines.join('\n')}\n`);
	if (count > MAX_ROWS)
		writeOutput(style.dim(`… ${formatCount(count - MAX_ROWS)} more rows; use LIMIT, --csv or --json\n`));
}

const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/;

function formatCell(value: QueryValue): string {
	return value === null ? '' : escapeText(toText(value), MAX_CELL);
}

function toText(value: QueryValue): string {
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** Prints a result as CSV. */
export async function writeQueryCsv({ columns, blocks }: QueryResult): Promise<void> {
	writeData(`${columns.map(quoteCell).join(',')}\n`);
	for await (const rows of blocks) {
		writeData(rows.map((row) => `${row.map((value) => quoteCell(toText(value))).join(',')}\n`).join(''));
	}
}

/** Prints the paths of a result as paths of files, each path once. */
export async function printQueryFiles({ columns, blocks }: QueryResult, folder: string, end: string): Promise<void> {
	const at = columns.indexOf('path');
	if (at < 0) throw new UsageError('--files needs a column path');
	const seen = new Set<string>();
	for await (const rows of blocks) {
		for (const row of rows) {
			const path = row[at];
			if (typeof path !== 'string' || seen.has(path)) continue;
			seen.add(path);
			const file = join(folder, path);
			if (end === '\n' && file.includes('\n')) {
				throw new Error(`${escapeText(file, 400)}: the path has a line break; add --null here and to --files-from`);
			}
			writeData(`${file}${end}`);
		}
	}
}

/** Encodes a result as a Parquet file. Types that a table does not have become text. */
export async function encodeQueryResult({ columns, types, blocks }: QueryResult): Promise<Uint8Array> {
	const described = columns.map((name, i): TableColumn => ({ name, type: findType(types[i] ?? '') }));
	const writer = new TableWriter(described);
	const pieces: Uint8Array[] = [];
	let waiting: TableRow[] = [];
	const flush = (): void => {
		pieces.push(...writer.addRows(waiting));
		waiting = [];
	};
	for await (const rows of blocks) {
		for (const row of rows) waiting.push(row.map((value, i) => toCell(value, described[i]?.type ?? 'text')));
		if (waiting.length >= GROUP_SIZE) flush();
	}
	flush();
	pieces.push(...writer.end());
	return Buffer.concat(pieces);
}

function findType(type: string): TableType {
	if (type === 'BOOLEAN') return 'boolean';
	if (/^U?(TINY|SMALL)INT$|^INTEGER$/.test(type)) return 'int32';
	if (/^(UINTEGER|BIGINT)$/.test(type)) return 'int64';
	if (type === 'FLOAT') return 'float';
	if (NUMBERS.test(type)) return 'double';
	if (type === 'VARCHAR[]') return 'texts';
	return type === 'FLOAT[]' ? 'floats' : 'text';
}

function toCell(value: QueryValue, type: TableType): TableCell {
	if (type === 'texts') return Array.isArray(value) ? value.map(toText) : [];
	if (type === 'floats') return Array.isArray(value) ? value.map(Number) : [];
	if (value === null) return null;
	if (type === 'text') return toText(value);
	return type === 'boolean' ? value === true : Number(value);
}
