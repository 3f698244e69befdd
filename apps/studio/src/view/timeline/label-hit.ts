import type { Span } from '@handreel/core';
import { type Lane, laneHeight } from './build-lanes.ts';

/** A label under the pointer, and which part of it. */
export interface LabelHit {
	/** The name of the track. */
	readonly track: string;
	readonly index: number;
	readonly span: Span;
	readonly part: 'start' | 'end' | 'whole';
}

/** Finds the label at a height below the ruler, in pixels, and a time. Within `reach` seconds of its ends, the end is hit. */
export function findLabel(lanes: readonly Lane[], y: number, time: number, reach: number): LabelHit | null {
	let top = 0;
	for (const lane of lanes) {
		const bottom = top + laneHeight(lane);
		if (lane.kind === 'labels' && y >= top && y < bottom) return findInLane(lane, time, reach);
		top = bottom;
	}
	return null;
}

// The label that is drawn last is on top.
function findInLane({ label: track, spans }: Lane & { kind: 'labels' }, time: number, reach: number): LabelHit | null {
	const index = spans.findLastIndex(({ start, end }) => time >= start - reach && time <= end + reach);
	const span = spans[index];
	if (span === undefined) return null;
	// A short label is moved as a whole in its middle third.
	const edge = Math.min(reach, (span.end - span.start) / 3);
	const part = time <= span.start + edge ? 'start' : time >= span.end - edge ? 'end' : 'whole';
	return { track, index, span, part };
}

/** A label that is dragged by seconds, within a recording. Its start, or the end that is dragged, is at a frame. */
export function moveLabel(
	{ span, part }: LabelHit,
	seconds: number,
	bounds: { readonly start: number; readonly end: number },
	snap: (time: number) => number,
): Span {
	if (part === 'start') return { ...span, start: Math.min(snap(span.start + seconds), span.end) };
	if (part === 'end') return { ...span, end: Math.max(snap(span.end + seconds), span.start) };
	const length = span.end - span.start;
	const start = Math.max(bounds.start, Math.min(snap(span.start + seconds), bounds.end - length));
	return { ...span, start, end: start + length };
}
