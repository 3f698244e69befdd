import type { Curve } from '@handreel/core';
import type uPlot from 'uplot';
import type { PlottedLine } from '../../state/curve-plot.svelte.ts';
import { hasTime, type SelectedTimes } from '../../state/key-times.ts';
import type { Handle } from './key-handles.ts';
import { countKeys, forEachKey } from './series.ts';

/** Pixels between keys from which on they are drawn. Marks that touch would hide the curve and take seconds to draw. */
const MIN_DISTANCE = 4;

/** What is drawn over the curves. */
export interface KeyMarks {
	readonly lines: readonly PlottedLine[];
	/** The curve that is drawn instead of a curve of the lines while keys are dragged. */
	readonly find: (path: string, curve: Curve) => Curve;
	readonly selected: SelectedTimes;
	readonly handles: readonly Handle[];
	readonly range: readonly [start: number, end: number];
	readonly colorOf: (path: string) => string;
	/** The color of outlines. */
	readonly textColor: string;
}

/** Whether the keys of a curve are some pixels apart. */
export function areKeysApart(plot: uPlot, curve: Curve, range: readonly [start: number, end: number]): boolean {
	return measureDistance(plot, curve, range) >= MIN_DISTANCE;
}

/** Draws the stored keys where they are some pixels apart, selected keys everywhere, and the handles of tangents. */
export function drawKeys(plot: uPlot, marks: KeyMarks): void {
	const { lines, find, selected, range, colorOf, textColor } = marks;
	const { ctx } = plot;
	ctx.save();
	ctx.beginPath();
	ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
	ctx.clip();
	drawHandles(plot, marks);
	/** Seconds between marks of keys that touch. */
	const gap = ((range[1] - range[0]) / plot.over.clientWidth) * MIN_DISTANCE;
	for (const line of lines) {
		if (!('curve' in line)) continue;
		const { path, scale } = line;
		const curve = find(path, line.curve);
		const times = selected.get(path);
		const distance = measureDistance(plot, curve, range);
		const isApart = distance >= MIN_DISTANCE;
		if (!isApart && (times === undefined || times.length === 0)) continue;
		ctx.fillStyle = colorOf(path);
		ctx.strokeStyle = textColor;
		ctx.lineWidth = 1.5 * devicePixelRatio;
		const radius = (distance < 12 ? 1.8 : 2.8) * devicePixelRatio;
		let next = Number.NEGATIVE_INFINITY;
		forEachKey(curve, range, (time, value) => {
			if (!Number.isFinite(value)) return;
			// Keys that touch are one mark.
			if (!isApart && time < next) return;
			const isSelected = hasTime(times, time);
			if (!isApart && !isSelected) return;
			const x = plot.valToPos(time, 'x', true);
			next = time + gap;
			const y = plot.valToPos(value, scale, true);
			const size = isSelected && isApart ? radius + 2 * devicePixelRatio : radius;
			ctx.fillRect(x - size, y - size, size * 2, size * 2);
			if (isSelected) ctx.strokeRect(x - size, y - size, size * 2, size * 2);
		});
	}
	ctx.restore();
}

function drawHandles({ ctx, bbox }: uPlot, { handles, colorOf, textColor }: KeyMarks): void {
	const toCanvas = (x: number, y: number): [number, number] => [
		bbox.left + x * devicePixelRatio,
		bbox.top + y * devicePixelRatio,
	];
	ctx.lineWidth = devicePixelRatio;
	for (const { path, x, y, keyX, keyY } of handles) {
		ctx.strokeStyle = textColor;
		ctx.fillStyle = colorOf(path);
		ctx.beginPath();
		ctx.moveTo(...toCanvas(keyX, keyY));
		ctx.lineTo(...toCanvas(x, y));
		ctx.stroke();
		ctx.beginPath();
		ctx.arc(...toCanvas(x, y), 4 * devicePixelRatio, 0, 2 * Math.PI);
		ctx.fill();
		ctx.stroke();
	}
}

function measureDistance(plot: uPlot, curve: Curve, range: readonly [start: number, end: number]): number {
	return plot.over.clientWidth / Math.max(countKeys(curve, range), 1);
}
