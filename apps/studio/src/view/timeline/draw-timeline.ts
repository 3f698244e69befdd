import type { Span, TimeSpan } from '@handreel/core';
import { formatTime } from '@handreel/text';
import { type Lane, type LaneMark, laneHeight } from './build-lanes.ts';
import { labelVariable } from './label-color.ts';

/** Everything that the timeline shows. */
export interface TimelineInput {
	readonly width: number;
	readonly height: number;
	readonly range: readonly [start: number, end: number];
	/** The span of the recording. */
	readonly start: number;
	readonly end: number;
	/** What the timeline can show. Markers outside are drawn at its edges. */
	readonly bounds: TimeSpan;
	readonly loop: { readonly start: number; readonly end: number } | null;
	readonly isLooping: boolean;
	readonly lanes: readonly Lane[];
	/** All labels, in the order of their colors. */
	readonly names: readonly string[];
	readonly selected: { readonly track: string; readonly index: number } | null;
	readonly color: (name: string) => string;
}

/** Height of the ruler in CSS pixels. */
export const RULER = 24;
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const FONT = '11px Inter, system-ui, sans-serif';

/** Draws the timeline. The result depends on the input only. */
export function drawTimeline(context: CanvasRenderingContext2D, input: TimelineInput): void {
	const { width, height, lanes, color } = input;
	context.clearRect(0, 0, width, height);
	drawRuler(context, input);
	let top = RULER;
	for (const lane of lanes) {
		const size = laneHeight(lane);
		context.fillStyle = color('--lane');
		context.fillRect(0, top + 1, width, size - 2);
		drawLane(context, input, lane, top, size);
		top += size;
	}
	drawOutside(context, input, top);
	drawLoop(context, input, top);
}

// Dims what is before and after the recording.
function drawOutside(context: CanvasRenderingContext2D, input: TimelineInput, height: number): void {
	const { start, end, width, color } = input;
	context.globalAlpha = 0.5;
	context.fillStyle = color('--line');
	const left = xOf(input, start);
	const right = xOf(input, end);
	if (left > 0) context.fillRect(0, RULER, Math.min(left, width), height - RULER);
	if (right < width) context.fillRect(Math.max(right, 0), RULER, width - Math.max(right, 0), height - RULER);
	context.globalAlpha = 1;
}

function xOf({ range, width }: TimelineInput, time: number): number {
	return ((time - range[0]) / (range[1] - range[0])) * width;
}

function drawRuler(context: CanvasRenderingContext2D, input: TimelineInput): void {
	const { range, width, color } = input;
	const span = range[1] - range[0];
	const step = STEPS.find((candidate) => (candidate / span) * width >= 64) ?? STEPS.at(-1)!;
	const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
	context.font = FONT;
	context.textBaseline = 'middle';
	context.textAlign = 'left';
	for (let i = Math.floor(range[0] / step); i * step <= range[1]; i++) {
		const x = Math.round(xOf(input, i * step)) + 0.5;
		context.fillStyle = color('--line');
		context.fillRect(x - 0.5, 4, 1, RULER - 4);
		for (let j = 1; j < 5; j++) context.fillRect(Math.round(xOf(input, (i + j / 5) * step)), RULER - 5, 1, 5);
		const text = formatTime(i * step, digits);
		// A clipped number would be misleading.
		if (x + 4 < 0 || x + 4 + context.measureText(text).width > width) continue;
		context.fillStyle = color('--muted');
		context.fillText(text, x + 4, 11);
	}
}

function drawLane(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	lane: Lane,
	top: number,
	size: number,
): void {
	if (lane.kind === 'spans') drawSpans(context, input, lane, top, size);
	else if (lane.kind === 'labels') drawLabels(context, input, lane, top, size);
	else if (lane.kind === 'ticks') drawTicks(context, input, lane.times, top, size);
	else if (lane.kind === 'marks') drawMarks(context, input, lane.marks, top, size);
	else drawArea(context, input, lane, top, size);
}

function drawSpans(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	{ spans, tone, fill }: Lane & { kind: 'spans' },
	top: number,
	size: number,
): void {
	const { color, width } = input;
	// Times without tracking are a dotted line, so that a loss stands out.
	if (fill === 'solid') {
		context.strokeStyle = color('--muted');
		context.setLineDash([2, 4]);
		context.beginPath();
		context.moveTo(Math.max(0, xOf(input, input.start)), top + size / 2);
		context.lineTo(Math.min(width, xOf(input, input.end)), top + size / 2);
		context.stroke();
		context.setLineDash([]);
	}
	for (const span of spans) {
		const x = Math.max(xOf(input, span.start), -2);
		const end = Math.min(xOf(input, span.end), width + 2);
		if (end < 0 || x > width) continue;
		const w = Math.max(end - x, 1.5);
		context.save();
		context.beginPath();
		context.roundRect(x, top + 3, w, size - 6, 2.5);
		context.fillStyle = color(`--${tone}`);
		if (fill === 'solid') context.fill();
		else {
			context.globalAlpha = 0.25;
			context.fill();
			context.globalAlpha = 1;
			context.clip();
			context.strokeStyle = color(`--${tone}`);
			context.lineWidth = 1.6;
			context.beginPath();
			for (let stripe = Math.floor(x / 5) * 5 - size; stripe < end; stripe += 5) {
				context.moveTo(stripe, top + size);
				context.lineTo(stripe + size, top);
			}
			context.stroke();
		}
		context.restore();
	}
}

function drawLabels(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	{ label: track, spans }: Lane & { kind: 'labels' },
	top: number,
	size: number,
): void {
	const { width, names, selected, color } = input;
	spans.forEach((span: Span, index) => {
		const x = Math.max(xOf(input, span.start), -2);
		const end = Math.min(xOf(input, span.end), width + 2);
		if (end < 0 || x > width) return;
		const w = Math.max(end - x, 2);
		context.save();
		context.beginPath();
		context.roundRect(x, top + 2, w, size - 4, 3);
		context.clip();
		context.fillStyle = color(labelVariable(names.indexOf(span.label)));
		context.globalAlpha = 0.35;
		context.fillRect(x, top, w, size);
		context.globalAlpha = 1;
		context.fillRect(x, top, 3, size);
		if (selected?.track === track && selected.index === index) {
			context.lineWidth = 3;
			context.strokeStyle = color('--text');
			context.strokeRect(x, top + 2, w, size - 4);
		}
		context.font = FONT;
		context.fillStyle = color('--text');
		context.fillText(span.label, x + 7, top + size / 2 + 0.5);
		context.restore();
	});
}

function drawTicks(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	times: ArrayLike<number>,
	top: number,
	size: number,
): void {
	context.fillStyle = input.color('--muted');
	let last = -1;
	for (let i = firstAfter(times, input.range[0]); i < times.length && times[i]! <= input.range[1]; i++) {
		const x = Math.round(xOf(input, times[i]!));
		if (x === last) continue;
		context.fillRect(x, top + 3, 1, size - 6);
		last = x;
	}
}

function drawMarks(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	marks: readonly LaneMark[],
	top: number,
	size: number,
): void {
	const { start, end } = input.bounds;
	const places = marks.map(({ time }) => xOf(input, Math.min(Math.max(time, start), end)));
	for (const mark of marks) drawProblemSpan(context, input, mark, top, size);
	const order = marks.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
	order.forEach((index, i) => {
		const isSign = marks[index]!.kind !== 'marker' && marks[index]!.kind !== 'event';
		// The sign of a problem at the edge is whole.
		const edge = isSign && places[index]! > -1 && places[index]! < input.width + 1 ? 6 : -Infinity;
		const x = Math.max(Math.min(places[index]!, edge < 0 ? Infinity : input.width - edge), edge);
		const room = (places[order[i + 1] ?? -1] ?? input.width + 200) - x;
		if (x > -200 && x < input.width + 20) drawMark(context, input, marks[index]!, x, room, top, size);
	});
}

// A bar below the sign of a problem that lasts.
function drawProblemSpan(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	{ time, endTime, kind }: LaneMark,
	top: number,
	size: number,
): void {
	if (endTime === undefined) return;
	const x = Math.max(xOf(input, Math.max(time, input.start)), -2);
	const end = Math.min(xOf(input, Math.min(endTime, input.end)), input.width + 2);
	if (end <= 0 || x >= input.width) return;
	context.globalAlpha = 0.35;
	context.fillStyle = input.color(`--${kind}`);
	context.beginPath();
	context.roundRect(x, top + size / 2 - 3, Math.max(end - x, 1.5), 6, 3);
	context.fill();
	context.globalAlpha = 1;
}

function drawMark(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	mark: LaneMark,
	x: number,
	room: number,
	top: number,
	size: number,
): void {
	const { color } = input;
	const y = top + size / 2;
	const hasName = mark.kind === 'marker' || mark.kind === 'event';
	context.fillStyle = color(hasName ? '--accent' : `--${mark.kind}`);
	context.beginPath();
	if (hasName) context.rect(x - 1, top + 2, 2, size - 4);
	else if (mark.kind === 'error') trace(context, [x, y - 5, x + 5.5, y + 4.5, x - 5.5, y + 4.5]);
	else if (mark.kind === 'warning') trace(context, [x, y - 5, x + 5, y, x, y + 5, x - 5, y]);
	else context.arc(x, y, 3.5, 0, Math.PI * 2);
	context.fill();
	if (!hasName) return;
	trace(context, [x + 1, top + 2, x + 8, y - 2, x + 1, y + 2]);
	context.fill();
	context.font = FONT;
	context.fillStyle = color('--text');
	const text = mark.text.length > 24 ? `${mark.text.slice(0, 23)}…` : mark.text;
	// Names that would overlap the next marker are shown on hover only.
	if (context.measureText(text).width + 14 <= room) context.fillText(text, x + 11, y + 0.5);
}

function trace(context: CanvasRenderingContext2D, points: readonly number[]): void {
	context.beginPath();
	for (let i = 0; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
	context.closePath();
}

function drawArea(
	context: CanvasRenderingContext2D,
	input: TimelineInput,
	{ times, values, max, text }: Lane & { kind: 'area' },
	top: number,
	size: number,
): void {
	const { color, width } = input;
	const bottom = top + size - 2;
	const scale = max > 0 ? (size - 6) / max : 0;
	context.beginPath();
	context.moveTo(xOf(input, times[0] ?? 0), bottom);
	for (let i = Math.max(firstAfter(times, input.range[0]) - 1, 0); i < times.length; i++) {
		const value = values[i]!;
		context.lineTo(xOf(input, times[i]!), bottom - (Number.isFinite(value) ? value : max) * scale);
		if (times[i]! > input.range[1]) break;
	}
	context.lineTo(Math.min(xOf(input, times[times.length - 1] ?? 0), width), bottom);
	context.strokeStyle = color('--ghost');
	context.lineWidth = 1.2;
	context.stroke();
	context.globalAlpha = 0.3;
	context.fillStyle = color('--ghost');
	context.fill();
	context.globalAlpha = 1;
	context.font = FONT;
	context.textAlign = 'right';
	const label = `max ${text}`;
	const labelWidth = context.measureText(label).width + 8;
	context.fillStyle = color('--panel');
	context.fillRect(width - labelWidth - 2, top + 2, labelWidth, 14);
	context.fillStyle = color('--text');
	context.fillText(label, width - 6, top + 9.5);
	context.textAlign = 'left';
}

function drawLoop(context: CanvasRenderingContext2D, input: TimelineInput, bottom: number): void {
	const { loop, isLooping, color } = input;
	if (loop === null) return;
	const x = xOf(input, loop.start);
	const end = xOf(input, loop.end);
	context.fillStyle = color('--accent');
	context.globalAlpha = isLooping ? 0.16 : 0.07;
	context.fillRect(x, 0, end - x, bottom);
	context.globalAlpha = 1;
	context.fillRect(x, 0, end - x, 3);
	context.fillRect(x, 0, 1.5, bottom);
	context.fillRect(end - 1.5, 0, 1.5, bottom);
}

function firstAfter(times: ArrayLike<number>, time: number): number {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle]! >= time) high = middle;
		else low = middle + 1;
	}
	return low;
}
