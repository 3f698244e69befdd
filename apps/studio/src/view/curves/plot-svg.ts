import type { Issue } from '@handreel/core';
import { formatPath } from '@handreel/core/internal';
import { type Plot, type PlotMark, type PlotPoint, type PlotSeries, renderSvg, type SvgOptions } from '@handreel/plot';
import type { PlottedLine } from '../../state/curve-plot.svelte.ts';
import type { StoredRecording } from '../../worker/stored-recording.ts';
import { plotLines } from './plot-lines.ts';
import { forEachKey } from './series.ts';

/** Samples per curve. More would not be visible. */
const SAMPLES = 2000;

/** What else a plot shows. */
export interface PlotSvgOptions extends SvgOptions {
	/** Plots the change per second of curves instead of their values. */
	readonly isSpeed?: boolean;
	readonly title?: string;
	readonly marks?: readonly PlotMark[];
}

/** Renders lines in a range as an SVG document: a panel per unit, with axes, keys and a legend. */
export function plotSvg(
	lines: readonly PlottedLine[],
	range: readonly [start: number, end: number],
	{ isSpeed = false, title = '', marks = [], ...options }: PlotSvgOptions = {},
): string {
	const [start, end] = range;
	const plot: Plot = {
		title,
		start,
		end,
		marks: marks.filter(({ time }) => time >= start && time <= end),
		panels: [...new Set(lines.map(({ unit }) => unit))].map((unit) => ({
			title: PANEL_TITLES[unit] ?? 'value',
			unit,
			kind: 'lines',
			series: lines.filter((line) => line.unit === unit).map((line, i) => createSeries(line, i, range, isSpeed)),
		})),
	};
	return renderSvg(plot, options);
}

const PANEL_TITLES: Readonly<Record<string, string>> = {
	m: 'position',
	'm/s': 'speed',
	'1/s': 'change',
	'°': 'angle',
	'°/s': 'angular speed',
};

function createSeries(
	line: PlottedLine,
	index: number,
	range: readonly [start: number, end: number],
	isSpeed: boolean,
): PlotSeries {
	const style = { label: formatPath(line.path), color: index, dash: 0 };
	const { rows } = plotLines([line], range, SAMPLES / 2, isSpeed);
	const points: PlotPoint[] = [];
	if (!isSpeed && 'curve' in line) forEachKey(line.curve, range, (time, value) => points.push({ time, value }));
	return { ...style, values: rows[0]!, start: range[0], sampleRate: (SAMPLES - 1) / (range[1] - range[0]), points };
}

/** The markers and problems of a recording, in order of time. */
export function listPlotMarks(
	recording: { readonly stored: StoredRecording; readonly issues: readonly Issue[] | null } | null,
): PlotMark[] {
	const markers = recording?.stored.skeleton.markers ?? [];
	const problems = (recording?.issues ?? []).filter(({ severity }) => severity !== 'info');
	return [
		...markers.map(({ time, name }): PlotMark => ({ time, label: name, kind: 'marker' })),
		...problems.flatMap(({ time, code }): PlotMark[] =>
			time === null ? [] : [{ time, label: code, kind: 'problem' }],
		),
	].sort((a, b) => a.time - b.time);
}
