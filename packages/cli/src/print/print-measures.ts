import { SIDES } from '@handreel/core';
import {
	FIGURES,
	type FigureNumber,
	type FigureSection,
	type FigureSubject,
	type HandMeasures,
	listNumbers,
	type RecordingMeasures,
	readFigure,
} from '@handreel/core/measure';
import {
	formatFigureUnit,
	formatFigureValue,
	formatPercent,
	formatPlural,
	formatRounded,
	quoteCell,
} from '@handreel/text';
import { escapeText } from './escape-text.ts';
import type { Style } from './style.ts';
import { type Column, formatTable } from './table.ts';

/** The lines that `handreel measure` prints for one file. */
export function printMeasures(file: string, measures: RecordingMeasures, style: Style): string[] {
	const lines = [style.heading(escapeText(file, 400))];
	for (const section of FIGURES) {
		const table = printSection(section, measures, style);
		if (table.length > 0) lines.push('', ...table.map((line) => `  ${line}`));
	}
	const { problems } = measures;
	if (problems !== null) {
		const codes = Object.entries(problems).map(([code, count]) => `${code} ${count}`);
		lines.push('', `  Problems  ${codes.length === 0 ? style.good('none') : style.warn(codes.join(', '))}`);
	}
	return lines;
}

/** With more subjects, each has a row instead of a column. */
const MAX_COLUMNS = 2;

function printSection(section: FigureSection, measures: RecordingMeasures, style: Style): string[] {
	const subjects = section.subjects
		.filter(({ isHidden }) => !isHidden)
		.map((subject) => ({ subject, cells: listCells(section, subject, measures) }))
		.filter(({ cells }) => cells.some(({ value }) => value !== null));
	if (subjects.length === 0) return [];
	const isWide = section.subjects.length > MAX_COLUMNS;
	const rows = isWide
		? subjects.map(({ subject, cells }) => [
				subject.title,
				...cells.map(({ number, value }) => formatCell(value, number)),
			])
		: listRows(subjects.map(({ cells }) => cells));
	const headings = isWide
		? subjects[0]!.cells.map(({ number }, i) => nameColumn(number, subjects[0]!.cells[i - 1]?.number))
		: subjects.map(({ subject }) => (section.subjects.length === 1 ? '' : subject.title));
	const columns = [section.title, ...headings].map(
		(heading, i): Column => ({ heading, align: i === 0 ? 'left' : 'right' }),
	);
	return formatTable(columns, rows, (cell, row) => (row < 0 ? style.dim(cell) : cell));
}

interface Cell {
	readonly number: FigureNumber;
	readonly value: number | null;
}

function listCells(section: FigureSection, subject: FigureSubject, measures: RecordingMeasures): Cell[] {
	const numbers = listNumbers(section, subject, measures).filter(({ isShown }) => isShown);
	return numbers.map((number) => ({ number, value: readFigure(measures, number.path) }));
}

// A row per figure that any subject has. Subjects may have different buttons.
function listRows(subjects: readonly (readonly Cell[])[]): string[][] {
	const titles = new Set(
		subjects.flatMap((cells) => cells.flatMap(({ number, value }) => (value === null ? [] : number.title))),
	);
	return [...titles].map((title) => [
		title,
		...subjects.map((cells) => {
			const cell = cells.find(({ number }) => number.title === title);
			return cell === undefined ? '–' : formatCell(cell.value, cell.number, formatFigureUnit(cell.number));
		}),
	]);
}

function formatCell(value: number | null, number: FigureNumber, unit = ''): string {
	return value === null ? '–' : `${formatFigureValue(value, number)}${unit}`;
}

// `Speed m/s, median`, and only `p95` after it.
function nameColumn(number: FigureNumber, before: FigureNumber | undefined): string {
	const [title = '', field] = number.title.split(', ');
	const isSame = before?.title.startsWith(`${title}, `) === true;
	if (isSame && field !== undefined) return field;
	return `${title}${formatFigureUnit(number)}${field === undefined ? '' : `, ${field}`}`;
}

const FILE_COLUMNS: readonly Column[] = [
	{ heading: 'File', align: 'left' },
	...['Seconds', 'Hz', 'Tracked L', 'R', 'Pinches L', 'R', 'Wrist m/s p95 L', 'R', 'Smoothness L', 'R', 'Problems'].map(
		(heading): Column => ({ heading, align: 'right' }),
	),
];

/** The table that `handreel measure` prints for several files. Keeps the cells only. */
export class FileTable {
	readonly #rows: string[][] = [];

	add(file: string, { duration, frames, hands, problems }: RecordingMeasures): void {
		const both = (figure: (hand: HandMeasures) => string): string[] =>
			SIDES.map((side) => (hands === null ? '–' : figure(hands[side])));
		this.#rows.push([
			escapeText(file, 400),
			duration.toFixed(1),
			frames.frameRate === null ? '–' : String(Math.round(frames.frameRate)),
			...both(({ tracking }) => formatShare(tracking.share)),
			...both(({ pinches }) => String(pinches.count)),
			...both(({ motion }) => digits(motion.wrist?.speed.p95)),
			...both(({ smoothness }) => (smoothness === null ? '–' : smoothness.toFixed(2))),
			problems === null ? '–' : String(Object.values(problems).reduce((sum, count) => sum + count, 0)),
		]);
	}

	format(): string {
		return `${formatTable(FILE_COLUMNS, this.#rows).join('\n')}\n${formatPlural(this.#rows.length, 'file')}\n`;
	}
}

/** All figures of several files as CSV: a row per file, a column per figure, named by its path. */
export class FigureTable {
	/** The place of each figure in a row. */
	readonly #columns = new Map<string, number>([['file', 0]]);
	readonly #rows: string[] = [];
	readonly #widths: number[] = [];

	add(file: string, measures: RecordingMeasures): void {
		const figures = new Map<string, number>();
		collectFigures(measures, '', figures);
		for (const name of figures.keys()) {
			if (!this.#columns.has(name)) this.#columns.set(name, this.#columns.size);
		}
		const names = [...this.#columns.keys()].slice(1);
		this.#rows.push([quoteCell(file), ...names.map((name) => figures.get(name) ?? '')].join(','));
		this.#widths.push(this.#columns.size);
	}

	format(): string {
		const names = [...this.#columns.keys()];
		// Rows before a new figure end early.
		const rows = this.#rows.map((row, i) => `${row}${','.repeat(names.length - this.#widths[i]!)}\n`);
		return `${names.map(quoteCell).join(',')}\n${rows.join('')}`;
	}
}

function collectFigures(node: unknown, path: string, row: Map<string, number>): void {
	if (typeof node === 'number') row.set(path, node);
	else if (typeof node === 'object' && node !== null) {
		for (const [name, child] of Object.entries(node))
			collectFigures(child, path === '' ? name : `${path}.${name}`, row);
	}
}

/** Three digits; `–` without a figure. */
function digits(value: number | null | undefined): string {
	return value === null || value === undefined ? '–' : formatRounded(value);
}

function formatShare(share: number): string {
	return formatPercent(share, 1);
}
