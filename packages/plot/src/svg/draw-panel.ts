import { listSpans, sumUpColumns } from '../scale/columns.ts';
import type { PlotPanel, PlotSeries } from '../scale/plot.ts';
import { findRange, listTicks, type Ticks, type ValueRange } from '../scale/ticks.ts';
import { CHARACTER_WIDTH, cutText, drawLine, drawText, round } from './elements.ts';
import type { Theme } from './theme.ts';

/** Where a panel is drawn, in pixels and seconds. */
export interface PanelPlace {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly start: number;
	readonly end: number;
	readonly theme: Theme;
}

/** A panel with the sizes that its content needs. */
export interface PanelSize {
	readonly panel: PlotPanel;
	/** The lines of the legend. */
	readonly legend: readonly (readonly PlotSeries[])[];
	readonly areaHeight: number;
	readonly range: ValueRange | null;
	readonly ticks: Ticks;
	/** Pixels that the labels at the left need. */
	readonly labelWidth: number;
}

const LINES_HEIGHT = 140;
const LANE_HEIGHT = 16;
const TITLE_HEIGHT = 20;
const LEGEND_HEIGHT = 15;
const LEGEND_MARK = 16;
const LEGEND_GAP = 14;
const MAX_LEGEND = 14;
const MAX_LABEL = 36;
/** Pixels between marked places from which on they are drawn. */
const POINT_DISTANCE = 2.5;
const DASHES = ['', ' stroke-dasharray="6 3"', ' stroke-dasharray="2 3"', ' stroke-dasharray="8 3 2 3"'];

/** Measures a panel. `width` is the width of the picture. */
export function measurePanel(panel: PlotPanel, width: number): PanelSize {
	const range =
		panel.kind === 'lines' ? (findRange(panel.series.map(({ values }) => values)) ?? { low: 0, high: 1 }) : null;
	const ticks = range === null ? { values: [], labels: [] } : listTicks(range, 5);
	const labels = panel.kind === 'states' ? panel.series.map(({ label }) => cutText(label, MAX_LABEL)) : ticks.labels;
	return {
		panel,
		legend: panel.kind === 'states' ? [] : layOutLegend(panel, width - 140),
		areaHeight: panel.kind === 'states' ? panel.series.length * LANE_HEIGHT : LINES_HEIGHT,
		range,
		ticks,
		labelWidth: Math.max(0, ...labels.map((label) => [...label].length)) * CHARACTER_WIDTH,
	};
}

/** The height of a panel with its title and legend. */
export function getPanelHeight({ legend, areaHeight }: PanelSize): number {
	return TITLE_HEIGHT + Math.max(0, legend.length - 1) * LEGEND_HEIGHT + areaHeight;
}

// The first line of the legend is beside the title.
function layOutLegend({ title, unit, series }: PlotPanel, width: number): PlotSeries[][] {
	if (series.length === 1 && (series[0]?.label === title || title.includes('('))) return [];
	const lines: PlotSeries[][] = [[]];
	let used = (title.length + unit.length + 6) * CHARACTER_WIDTH;
	for (const entry of series.slice(0, MAX_LEGEND)) {
		const size = LEGEND_MARK + Math.min(entry.label.length, MAX_LABEL) * CHARACTER_WIDTH + LEGEND_GAP;
		if (used + size > width && lines.at(-1)!.length > 0) {
			lines.push([]);
			used = 0;
		}
		lines.at(-1)!.push(entry);
		used += size;
	}
	return lines;
}

/** Draws a panel. */
export function drawPanel(size: PanelSize, place: PanelPlace): string[] {
	const { panel, areaHeight } = size;
	const { left, right, top, theme } = place;
	const areaTop = top + getPanelHeight(size) - areaHeight;
	const heading = panel.unit === '' ? panel.title : `${panel.title} (${panel.unit})`;
	const inner = panel.kind === 'states' ? drawLanes(size, place, areaTop) : drawLines(size, place, areaTop);
	return [
		drawText(left, top + 13, heading, { fill: theme.text }),
		...drawLegend(size, place),
		...inner,
		`<rect x="${round(left)}" y="${round(areaTop)}" width="${round(right - left)}" height="${round(areaHeight)}" fill="none" stroke="${theme.grid}"/>`,
	];
}

function drawLegend({ panel, legend }: PanelSize, { left, right, top, theme }: PanelPlace): string[] {
	const heading = (panel.title.length + (panel.unit === '' ? 0 : panel.unit.length + 3)) * CHARACTER_WIDTH;
	const shown = legend.reduce((sum, line) => sum + line.length, 0);
	const drawn = legend.flatMap((line, row) => {
		let x = row === 0 ? left + heading + 2 * LEGEND_GAP : left;
		const y = top + 13 + row * LEGEND_HEIGHT;
		return line.flatMap((entry) => {
			const label = cutText(entry.label, MAX_LABEL);
			const parts = [
				drawLine(x, y - 4, x + LEGEND_MARK - 4, y - 4, colorOf(entry, theme), ` stroke-width="2"${dashOf(entry)}`),
				drawText(x + LEGEND_MARK, y, label, { fill: theme.dim }),
			];
			x += LEGEND_MARK + label.length * CHARACTER_WIDTH + LEGEND_GAP;
			return parts;
		});
	});
	if (shown === 0 || shown === panel.series.length) return drawn;
	return [
		...drawn,
		drawText(right, top + 13, `+ ${panel.series.length - shown} more`, { fill: theme.dim, anchor: 'end' }),
	];
}

function drawLines({ panel, range, ticks, areaHeight }: PanelSize, place: PanelPlace, areaTop: number): string[] {
	const { left, right, theme } = place;
	const { low, high } = range ?? { low: 0, high: 1 };
	const scale = (value: number): number => areaTop + areaHeight - ((value - low) / (high - low)) * areaHeight;
	const grid = ticks.values.flatMap((value, i) => [
		drawLine(left, scale(value), right, scale(value), theme.grid),
		drawText(left - 6, scale(value) + 4, ticks.labels[i]!, { fill: theme.dim, anchor: 'end' }),
	]);
	const lines = panel.series.map((series) => {
		const path = tracePath(series, place, scale);
		const style = `fill="none" stroke="${colorOf(series, theme)}" stroke-width="1.4" stroke-linejoin="round"`;
		return path === '' ? '' : `<path d="${path}" ${style}${dashOf(series)}/>`;
	});
	const points = panel.series.flatMap((series) => drawPoints(series, place, scale));
	return [...grid, ...lines.filter((line) => line !== ''), ...points];
}

// Marks that touch would hide the line.
function drawPoints(
	series: PlotSeries,
	{ left, right, start, end, theme }: PanelPlace,
	scale: (value: number) => number,
): string[] {
	const points = (series.points ?? []).filter(
		({ time, value }) => time >= start && time <= end && Number.isFinite(value),
	);
	const distance = (right - left) / points.length;
	if (distance < POINT_DISTANCE) return [];
	const radius = distance < 6 ? 1.2 : 1.8;
	return points.map(({ time, value }) => {
		const x = left + ((time - start) / (end - start)) * (right - left);
		return `<circle cx="${round(x)}" cy="${round(scale(value))}" r="${radius}" fill="${colorOf(series, theme)}"/>`;
	});
}

// A pixel column shows the lowest and the highest of its values, so that no peak is lost.
function tracePath(
	series: PlotSeries,
	{ left, right, start, end }: PanelPlace,
	scale: (value: number) => number,
): string {
	const columns = Math.max(1, Math.round(right - left));
	const offset = series.start ?? 0;
	const { low, high } = sumUpColumns(series, start - offset, end - offset, columns);
	let path = '';
	let isDrawing = false;
	for (let column = 0; column < columns; column++) {
		if (Number.isNaN(low[column])) {
			isDrawing = false;
			continue;
		}
		const x = round(left + ((column + 0.5) / columns) * (right - left));
		const [bottom, top] = [round(scale(low[column]!)), round(scale(high[column]!))];
		path += `${isDrawing ? 'L' : 'M'}${x} ${bottom}`;
		// A point alone needs a length to be seen.
		if (bottom !== top) path += `L${x} ${top}`;
		else if (!isDrawing) path += 'h0.1';
		isDrawing = true;
	}
	return path;
}

function drawLanes({ panel }: PanelSize, { left, right, start, end, theme }: PanelPlace, areaTop: number): string[] {
	const scale = (time: number): number => left + ((time - start) / (end - start)) * (right - left);
	return panel.series.flatMap((series, lane) => {
		const y = areaTop + lane * LANE_HEIGHT;
		const bars = listSpans(series)
			.filter((span) => span.end >= start && span.start <= end)
			.map((span) => {
				const from = scale(Math.max(span.start, start));
				const width = Math.max(1, scale(Math.min(span.end, end)) - from);
				return `<rect x="${round(from)}" y="${round(y + 4)}" width="${round(width)}" height="${LANE_HEIGHT - 7}" rx="1.5" fill="${colorOf(series, theme)}"/>`;
			});
		const label = drawText(left - 6, y + 12, cutText(series.label, MAX_LABEL), { fill: theme.dim, anchor: 'end' });
		return [label, ...bars];
	});
}

function colorOf({ color }: PlotSeries, { lines }: Theme): string {
	return lines[color % lines.length]!;
}

function dashOf({ dash }: PlotSeries): string {
	return DASHES[dash % DASHES.length]!;
}
