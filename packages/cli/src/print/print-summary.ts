import {
	type BytesSummary,
	describeLayout,
	type HandSummary,
	type Issue,
	type Marker,
	type PartSummary,
	type RecordingSummary,
	sumTimeSpans,
	type TimeSpan,
} from '@handreel/core';
import {
	formatBytes,
	formatCount,
	formatFrameRate,
	formatPercent,
	formatPlural,
	formatSeconds,
	formatTimeSpan,
} from '@handreel/text';
import { escapeText } from './escape-text.ts';
import { printExtras } from './print-extras.ts';
import type { Style } from './style.ts';
import { type Column, formatTable } from './table.ts';

const LABEL_WIDTH = 12;
const LANE_WIDTH = 48;
const MAX_SPANS = 6;
const MAX_MARKERS = 20;

/** What `handreel info` shows about a file, and its JSON output. */
export interface FileSummary
	extends RecordingSummary,
		Partial<Pick<BytesSummary, 'size' | 'version' | 'keyLayout' | 'markerList' | 'writtenBy' | 'origin'>> {
	readonly format: string;
	readonly fileSize: number;
	readonly issues: readonly Issue[];
}

/** The lines that `handreel info` prints for a file. */
export function printSummary(file: string, summary: FileSummary, style: Style): string[] {
	return [
		style.heading(escapeText(file, 400)),
		'',
		...factLines(summary, style),
		'',
		...sectionLines(summary, style),
		...handLines(summary, style),
		...printExtras(summary, { label: (name, value) => label(name, value, style), spansText }),
		...markerLines(summary.markers, style),
		...summary.issues.map((issue) => style.warn(`  ${issue.severity}: ${issue.message} (${issue.code})`)),
	];
}

function label(name: string, value: string, style: Style): string {
	// Names of details can be longer.
	return `  ${style.dim(`${name} `.padEnd(LABEL_WIDTH))}${value}`;
}

function factLines(summary: FileSummary, style: Style): string[] {
	const { start, frameRate, isFrameRateSteady } = summary;
	const rate =
		frameRate === null
			? 'unknown (too few keys, or irregular key times)'
			: `about ${formatFrameRate(frameRate)}${isFrameRateSteady ? '' : ', uneven'}`;
	const lines = [
		...formatLines(summary, style),
		label('Size', formatBytes(summary.fileSize), style),
		label('Duration', durationText(summary, style), style),
		label('Frame rate', frameRate === null ? rate : `${rate} ${style.dim('(estimated from key times)')}`, style),
	];
	if (start < 0) lines.push(label('Starts at', formatSeconds(start), style));
	return lines;
}

function formatLines({ format, layout }: FileSummary, style: Style): string[] {
	if (layout === null) return [label('Format', style.strong(format), style)];
	const { layout: parts, writtenBy, origin } = describeLayout(layout);
	const source = label('Layout of', writtenBy ?? `no MRTK release: ${origin}`, style);
	const keys = parts.keys === 'full' ? '28-byte keys' : '8-byte keys';
	const details = `(${keys}, ${parts.markers ? 'marker list' : 'no marker list'})`;
	if (format !== 'bin') {
		const read = label('Read from', `layout ${style.strong(layout)} ${details}`, style);
		return [label('Format', style.strong(format), style), read, source];
	}
	const name = `input animation ${style.strong(parts.version)}, layout ${style.strong(layout)}`;
	return [label('Format', `${name} ${details}`, style), source];
}

function durationText({ duration, durationFrom }: FileSummary, style: Style): string {
	const text = style.strong(formatSeconds(duration));
	return durationFrom === 'every key' ? text : `${text} ${style.dim('(from the last key of each curve)')}`;
}

function sectionLines(summary: FileSummary, style: Style): string[] {
	const { head, hands, gaze, controllers, keys, curves, size } = summary;
	const parts: [string, PartSummary | null][] = [
		['head', head],
		['left hand', hands?.left ?? null],
		['right hand', hands?.right ?? null],
		['eye gaze', gaze],
	];
	const isFile = size !== undefined;
	const columns: Column[] = [
		{ heading: 'Section', align: 'left' },
		...['Curves', 'With keys', 'Keys', ...(isFile ? ['Bytes'] : []), 'Share'].map(
			(heading): Column => ({ heading, align: 'right' }),
		),
	];
	// Of the bytes of a .bin file, else of the keys.
	const share = (part: { readonly keys: number; readonly bytes: number | null }): string[] =>
		isFile
			? [formatCount(part.bytes ?? 0), formatPercent(part.bytes ?? 0, size)]
			: [formatPercent(part.keys, Math.max(1, keys))];
	const rows = parts.map(([name, part]) =>
		part === null
			? [name, ...columns.slice(1).map(() => '–')]
			: [name, formatCount(part.curves), formatCount(part.filledCurves), formatCount(part.keys), ...share(part)],
	);
	const known = parts.reduce((sum, [, part]) => sum + (part?.keys ?? 0), 0);
	if (keys > known)
		rows.push([
			controllers ? 'controllers and tracks' : 'others',
			'',
			'',
			formatCount(keys - known),
			formatPercent(keys - known, keys),
		]);
	rows.push(['all', formatCount(curves), '', formatCount(keys), ...share({ keys, bytes: size ?? null })]);
	return formatTable(columns, rows, (cell, row) => {
		if (row === -1) return style.dim(cell);
		return parts[row]?.[1] === null ? style.dim(cell) : cell;
	}).map((line) => `  ${line}`);
}

function handLines(summary: FileSummary, style: Style): string[] {
	if (summary.hands === null) return [];
	const { left, right } = summary.hands;
	return ['', ...oneHand('Left hand', left, summary, style), ...oneHand('Right hand', right, summary, style)];
}

function oneHand(name: string, hand: HandSummary, summary: FileSummary, style: Style): string[] {
	const lane = (spans: readonly TimeSpan[], paint: (text: string) => string): string => {
		if (!style.isTerminal || summary.duration <= summary.start) return '';
		const width = Math.min(LANE_WIDTH, style.columns - 60);
		return width < 10 ? '' : `${paint(drawLane(spans, summary.start, summary.duration, width))}  `;
	};
	const tracked = `tracked  ${lane(hand.tracked, style.good)}${spansText(hand.tracked)}`;
	const pinching = `pinching ${lane(hand.pinching, style.accent)}${spansText(hand.pinching)}`;
	return [
		label(name, `${formatPlural(hand.joints, 'joint')} with keys`, style),
		label('', tracked, style),
		label('', pinching, style),
	];
}

// A line of `width` characters that shows when something was true: `━━━━╌╌╌━━━`. Short spans stay visible.
function drawLane(spans: readonly TimeSpan[], start: number, end: number, width: number): string {
	const cells = new Array<boolean>(width).fill(false);
	const scale = end > start ? width / (end - start) : 0;
	for (const { start: from, end: to } of spans) {
		const first = Math.min(width - 1, Math.max(0, Math.floor((from - start) * scale)));
		const last = Math.min(width - 1, Math.max(first, Math.ceil((to - start) * scale) - 1));
		cells.fill(true, first, last + 1);
	}
	return cells.map((isTrue) => (isTrue ? '━' : '╌')).join('');
}

function spansText(spans: readonly TimeSpan[]): string {
	if (spans.length === 0) return 'never';
	const shown = spans.slice(0, MAX_SPANS).map(formatTimeSpan);
	const more = spans.length > MAX_SPANS ? `, … ${spans.length - MAX_SPANS} more` : '';
	return `${formatSeconds(sumTimeSpans(spans))} in ${formatPlural(spans.length, 'span')}: ${shown.join(', ')}${more}`;
}

function markerLines(markers: readonly Marker[], style: Style): string[] {
	const lines = ['', label('Markers', markers.length === 0 ? 'none' : formatCount(markers.length), style)];
	for (const { time, name } of markers.slice(0, MAX_MARKERS)) {
		const text = name === '' ? style.dim('(no name)') : escapeText(name);
		lines.push(`  ${style.dim(formatSeconds(time).padStart(LABEL_WIDTH))}  ${text}`);
	}
	if (markers.length > MAX_MARKERS) {
		lines.push(
			style.dim(
				`  ${' '.repeat(LABEL_WIDTH)}  … and ${formatCount(markers.length - MAX_MARKERS)} more; use --json to list all`,
			),
		);
	}
	return lines;
}
