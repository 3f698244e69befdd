import type { Filled } from '@handreel/core/internal';
import type { Plot, PlotMark } from '../scale/plot.ts';
import { listTimeTicks } from '../scale/ticks.ts';
import { drawPanel, getPanelHeight, measurePanel } from './draw-panel.ts';
import { CHARACTER_WIDTH, cutText, drawLine, drawText, escapeXml, FONT_SIZE, round } from './elements.ts';
import { THEMES, type Theme, type ThemeName } from './theme.ts';

/** How {@link renderSvg} draws. */
export interface SvgOptions {
	/** Pixels, 320 or more. Default {@link SVG_DEFAULTS}. The height follows from the panels. */
	readonly width?: number | undefined;
	readonly theme?: ThemeName | undefined;
	/** Fonts in the order of preference; all characters should have the same width. */
	readonly fontFamily?: string | undefined;
}

/** The values of options that are not given. */
export const SVG_DEFAULTS: Filled<SvgOptions> = {
	width: 960,
	theme: 'light',
	fontFamily: "'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace",
};

const MIN_WIDTH = 320;
const MARGIN = 16;
const TITLE_HEIGHT = 30;
const MARK_ROW = 14;
const MARK_ROWS = 3;
const MAX_MARK = 28;
const PROBLEM_HEIGHT = 12;
const PANEL_GAP = 12;
const AXIS_HEIGHT = 24;
/** Pixels between two labels of the time axis. */
const TIME_TICK = 90;

/**
 * Draws a plot as an SVG document. Throws `TypeError` for an unknown theme and `RangeError` for a width below 320 pixels.
 *
 * @example
 * save('session.svg', renderSvg(createPlot([{ name: 'session', recording }]), { theme: 'dark' }));
 */
export function renderSvg(plot: Plot, options: SvgOptions = {}): string {
	const {
		width = SVG_DEFAULTS.width,
		theme: themeName = SVG_DEFAULTS.theme,
		fontFamily = SVG_DEFAULTS.fontFamily,
	} = options;
	if (!Object.hasOwn(THEMES, themeName)) throw new TypeError(`theme: '${themeName}' is neither light nor dark`);
	if (!(width >= MIN_WIDTH && Number.isFinite(width)))
		throw new RangeError(`width: must be ${MIN_WIDTH} or greater, got ${width}`);
	const theme = THEMES[themeName];
	const sizes = plot.panels.map((panel) => measurePanel(panel, width));
	const left = MARGIN + Math.max(24, ...sizes.map(({ labelWidth }) => labelWidth)) + 6;
	const right = width - MARGIN;
	const scale = (time: number): number => left + ((time - plot.start) / (plot.end - plot.start)) * (right - left);
	const placed = placeLabels(plot.marks, scale, right);
	const problems = plot.marks.filter(({ kind }) => kind === 'problem');
	const headHeight = TITLE_HEIGHT + placed.rows * MARK_ROW + (problems.length > 0 ? PROBLEM_HEIGHT : 0);
	let top = headHeight;
	const panels = sizes.flatMap((size) => {
		const drawn = drawPanel(size, { left, right, top, start: plot.start, end: plot.end, theme });
		top += getPanelHeight(size) + PANEL_GAP;
		return drawn;
	});
	const bottom = top - PANEL_GAP;
	const height = bottom + AXIS_HEIGHT + 4;
	const title = cutText(plot.title, Math.floor((right - left) / (CHARACTER_WIDTH * 1.3)));
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" role="img" font-family="${escapeXml(fontFamily)}" font-size="${FONT_SIZE}">`,
		`<title>${escapeXml(plot.title)}</title>`,
		`<rect width="100%" height="100%" fill="${theme.background}"/>`,
		drawText(left, 20, title, { fill: theme.text, size: 14 }),
		...drawTimeAxis(plot, left, right, headHeight, bottom, theme),
		...drawMarkers(placed, headHeight, bottom, theme),
		...drawProblems(problems, scale, headHeight - 4, right, theme),
		...panels,
		'</svg>',
		'',
	].join('\n');
}

function drawTimeAxis(
	{ start, end }: Plot,
	left: number,
	right: number,
	top: number,
	bottom: number,
	theme: Theme,
): string[] {
	const { values, labels } = listTimeTicks({ low: start, high: end }, (right - left) / TIME_TICK);
	return values.flatMap((value, i) => {
		const x = left + ((value - start) / (end - start)) * (right - left);
		const half = (labels[i]!.length * CHARACTER_WIDTH) / 2;
		return [
			drawLine(x, top + 20, x, bottom, theme.grid),
			drawText(Math.min(x, right + MARGIN - 2 - half), bottom + 16, labels[i]!, { fill: theme.dim, anchor: 'middle' }),
		];
	});
}

interface PlacedLabels {
	readonly rows: number;
	readonly labels: readonly {
		readonly mark: PlotMark;
		readonly x: number;
		readonly textX: number;
		readonly text: string;
		readonly row: number | null;
	}[];
}

// Labels go into the first row with room; those without room are left out, but their line stays.
function placeLabels(marks: readonly PlotMark[], scale: (time: number) => number, right: number): PlacedLabels {
	const ends: number[] = [];
	const labels = marks
		.filter(({ kind }) => kind === 'marker')
		.map((mark) => {
			const x = scale(mark.time);
			const text = cutText(mark.label, MAX_MARK);
			const width = [...text].length * CHARACTER_WIDTH + 8;
			// Labels near the right edge are on the left of their line.
			const from = x + width > right + 8 ? x - width : x;
			const free = Array.from({ length: MARK_ROWS }, (_, row) => row).find((row) => (ends[row] ?? 0) <= from);
			if (free !== undefined) ends[free] = from + width;
			return { mark, x, textX: from + 4, text, row: free ?? null };
		});
	return { rows: ends.length, labels };
}

function drawMarkers({ rows, labels }: PlacedLabels, headHeight: number, bottom: number, theme: Theme): string[] {
	return labels.flatMap(({ x, textX, text, row, mark }) => {
		const y = TITLE_HEIGHT + (row ?? rows) * MARK_ROW + 8;
		const line = drawLine(x, row === null ? headHeight : y - 8, x, bottom, theme.marker, ' stroke-dasharray="3 3"');
		const described = `<g><title>${escapeXml(mark.label)}</title>${line}</g>`;
		return row === null ? [described] : [described, drawText(textX, y, text, { fill: theme.marker })];
	});
}

function drawProblems(
	problems: readonly PlotMark[],
	scale: (time: number) => number,
	y: number,
	right: number,
	theme: Theme,
): string[] {
	if (problems.length === 0) return [];
	const ticks = problems.map(({ time, label }) => {
		const x = scale(time);
		return `<path d="M${round(x - 3.5)} ${round(y - 6)}h7l-3.5 6z" fill="${theme.problem}"><title>${escapeXml(label)}</title></path>`;
	});
	const text = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
	return [...ticks, drawText(right, 20, text, { fill: theme.problem, anchor: 'end' })];
}
