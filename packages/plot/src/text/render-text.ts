import { countOf, type Filled } from '@handreel/core/internal';
import { listSpans, sumUpColumns } from '../scale/columns.ts';
import type { Plot, PlotPanel, PlotSeries } from '../scale/plot.ts';
import { findRange, listTicks, listTimeTicks } from '../scale/ticks.ts';
import { BrailleCanvas } from './braille.ts';

/** How {@link renderText} draws. */
export interface TextOptions {
	/** Characters per line, 20 or more. Default {@link TEXT_DEFAULTS}. */
	readonly columns?: number | undefined;
	/** Lines per panel, 2 or more. Default {@link TEXT_DEFAULTS}. */
	readonly rows?: number | undefined;
	/** Colors by ANSI escape sequences. */
	readonly color?: boolean | undefined;
}

/** The values of options that are not given. */
export const TEXT_DEFAULTS: Filled<TextOptions> = { columns: 80, rows: 6, color: false };

const MIN_COLUMNS = 20;
const MIN_ROWS = 2;
/** Blue, yellow, green, magenta, cyan, red, and brighter ones. */
const COLORS = [34, 33, 32, 35, 36, 31, 94, 93] as const;
const DIM = 2;
const MARKER_COLOR = 35;
const PROBLEM_COLOR = 31;
/** Characters between two labels of the time axis. */
const TIME_TICK = 14;

type Paint = (text: string, code: number) => string;

/**
 * Draws a plot as lines of text with braille characters, for terminals. Throws `RangeError` for fewer than 20 columns or 2
 * rows.
 *
 * @example console.log(renderText(createPlot([{ name: 'session', recording }]), { columns: 100 }));
 */
export function renderText(plot: Plot, options: TextOptions = {}): string {
	const { columns = TEXT_DEFAULTS.columns, rows = TEXT_DEFAULTS.rows, color = TEXT_DEFAULTS.color } = options;
	if (!(Number.isInteger(columns) && columns >= MIN_COLUMNS))
		throw new RangeError(`columns: must be an integer of ${MIN_COLUMNS} or greater, got ${columns}`);
	if (!(Number.isInteger(rows) && rows >= MIN_ROWS))
		throw new RangeError(`rows: must be an integer of ${MIN_ROWS} or greater, got ${rows}`);
	const paint: Paint = (text, code) => (color && text.trim() !== '' ? `\u001b[${code}m${text}\u001b[0m` : text);
	const marks = plot.marks.length > 0 ? [markTitle(plot, 'marker').length, markTitle(plot, 'problem').length] : [];
	const labelWidth = Math.min(Math.floor(columns / 3), Math.max(...plot.panels.map(measureLabels), ...marks));
	const width = columns - labelWidth - 1;
	const place = (time: number): number =>
		Math.min(width - 1, Math.max(0, Math.floor(((time - plot.start) / (plot.end - plot.start)) * width)));
	const lines = plot.panels.flatMap((panel) => [
		cut(titleOf(panel), columns),
		...drawLegend(panel, columns, paint),
		...(panel.kind === 'states'
			? drawLanes(panel, plot, labelWidth, width, paint)
			: drawLines(panel, plot, labelWidth, width, rows, paint)),
	]);
	return `${[
		cut(clean(plot.title), columns),
		...drawMarkLine(plot, 'problem', '!', labelWidth, width, place, paint),
		...drawMarkLine(plot, 'marker', '▼', labelWidth, width, place, paint),
		...lines,
		...drawTimeAxis(plot, labelWidth, width, place, paint),
		...listMarkers(plot, columns, paint),
	].join('\n')}\n`;
}

function titleOf({ title, unit }: PlotPanel): string {
	return clean(unit === '' ? title : `${title} (${unit})`);
}

function measureLabels(panel: PlotPanel): number {
	const labels = panel.kind === 'states' ? panel.series.map(({ label }) => label) : listTicks(rangeOf(panel), 2).labels;
	return Math.max(4, ...labels.map((label) => [...label].length));
}

function rangeOf(panel: PlotPanel): { readonly low: number; readonly high: number } {
	return findRange(panel.series.map(({ values }) => values)) ?? { low: 0, high: 1 };
}

function drawLegend({ kind, title, series }: PlotPanel, columns: number, paint: Paint): string[] {
	if (kind === 'states' || (series.length === 1 && title.includes('('))) return [];
	const lines: string[] = [];
	let [line, used] = ['', 0];
	for (const entry of series) {
		const label = cut(clean(entry.label), columns - 4);
		if (used + label.length + 4 > columns && used > 0) {
			lines.push(line);
			[line, used] = ['', 0];
		}
		line += `  ${paint('━', colorOf(entry))} ${label}`;
		used += label.length + 4;
	}
	return line === '' ? lines : [...lines, line];
}

function drawLines(
	panel: PlotPanel,
	{ start, end }: Plot,
	labelWidth: number,
	width: number,
	rows: number,
	paint: Paint,
): string[] {
	const { low, high } = rangeOf(panel);
	const canvas = new BrailleCanvas(width, rows);
	const height = rows * 4;
	const scale = (value: number): number => Math.round((1 - (value - low) / (high - low)) * (height - 1));
	for (const series of panel.series) {
		const offset = series.start ?? 0;
		const ranges = sumUpColumns(series, start - offset, end - offset, width * 2);
		let before: readonly [number, number] | null = null;
		for (let x = 0; x < width * 2; x++) {
			if (Number.isNaN(ranges.low[x])) {
				before = null;
				continue;
			}
			let [top, bottom] = [scale(ranges.high[x]!), scale(ranges.low[x]!)];
			const own: readonly [number, number] = [top, bottom];
			// Steep lines stay connected.
			if (before !== null && before[1] < top) top = before[1] + 1;
			if (before !== null && before[0] > bottom) bottom = before[0] - 1;
			canvas.drawColumn(x, top, bottom, series.color);
			before = own;
		}
	}
	const labels = new Map<number, string>();
	const ticks = listTicks({ low, high }, Math.max(2, rows * 0.7));
	ticks.values.forEach((value, i) => {
		labels.set(Math.min(rows - 1, Math.floor(scale(value) / 4)), ticks.labels[i]!);
	});
	const painted = canvas.toLines((text, color) => paint(text, COLORS[color % COLORS.length]!));
	return painted.map((line, row) =>
		`${label(labels.get(row) ?? '', labelWidth, paint)}${paint('│', DIM)}${line}`.trimEnd(),
	);
}

function drawLanes(panel: PlotPanel, { start, end }: Plot, labelWidth: number, width: number, paint: Paint): string[] {
	return panel.series.map((series) => {
		const lane = new Array<string>(width).fill(' ');
		for (const span of listSpans(series)) {
			if (span.end < start || span.start > end) continue;
			const from = Math.floor(((Math.max(span.start, start) - start) / (end - start)) * width);
			const to = Math.ceil(((Math.min(span.end, end) - start) / (end - start)) * width);
			lane.fill('▬', Math.min(from, width - 1), Math.max(from + 1, to));
		}
		return `${label(clean(series.label), labelWidth, paint)}${paint('│', DIM)}${paint(lane.join(''), colorOf(series))}`.trimEnd();
	});
}

function drawMarkLine(
	plot: Plot,
	kind: 'marker' | 'problem',
	sign: string,
	labelWidth: number,
	width: number,
	place: (time: number) => number,
	paint: Paint,
): string[] {
	const some = plot.marks.filter((mark) => mark.kind === kind);
	if (some.length === 0) return [];
	const line = new Array<string>(width).fill(' ');
	for (const { time } of some) line[place(time)] = sign;
	const code = kind === 'problem' ? PROBLEM_COLOR : MARKER_COLOR;
	return [`${label(markTitle(plot, kind), labelWidth, paint)} ${paint(line.join('').trimEnd(), code)}`];
}

function markTitle({ marks }: Plot, kind: 'marker' | 'problem'): string {
	const count = marks.filter((mark) => mark.kind === kind).length;
	return countOf(count, kind);
}

function drawTimeAxis(
	plot: Plot,
	labelWidth: number,
	width: number,
	place: (time: number) => number,
	paint: Paint,
): string[] {
	const { values, labels } = listTimeTicks({ low: plot.start, high: plot.end }, Math.max(1, width / TIME_TICK));
	const axis = new Array<string>(width).fill('─');
	const text = new Array<string>(width + labelWidth).fill(' ');
	let free = 0;
	values.forEach((value, i) => {
		const x = place(value);
		axis[x] = '┴';
		const from = Math.max(free, Math.min(x - Math.floor(labels[i]!.length / 2), width - labels[i]!.length));
		if (from < 0 || from > x) return;
		[...labels[i]!].forEach((character, k) => {
			text[from + k] = character;
		});
		free = from + labels[i]!.length + 1;
	});
	const indent = ' '.repeat(labelWidth);
	return [`${indent}${paint(`└${axis.join('')}`, DIM)}`, `${indent} ${paint(text.join('').trimEnd(), DIM)}`];
}

function listMarkers({ marks }: Plot, columns: number, paint: Paint): string[] {
	return marks
		.filter(({ kind }) => kind === 'marker')
		.slice(0, 20)
		.map(
			({ time, label: name }) =>
				`${paint('▼', MARKER_COLOR)} ${cut(`${time.toFixed(2)} s  ${clean(name)}`, columns - 2)}`,
		);
}

function label(text: string, width: number, paint: Paint): string {
	return paint(cut(text, width).padStart(width), DIM);
}

function colorOf({ color }: PlotSeries): number {
	return COLORS[color % COLORS.length]!;
}

// Names must not control the terminal.
function clean(text: string): string {
	return text.replace(/\p{Cc}/gu, '·');
}

function cut(text: string, length: number): string {
	const characters = [...text];
	return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
}
