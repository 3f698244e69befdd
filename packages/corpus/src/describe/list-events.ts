import type { TableRow } from '@handreel/convert/internal';
import { BUTTON_NAMES, type Curve, listTrueSpans, type Recording, SIDES, type TimeSpan } from '@handreel/core';
import { listPinches, listReaches } from '@handreel/core/measure';
import type { EventKind } from '../schema/columns.ts';
import { cleanNumber } from '../schema/figures.ts';

interface Event {
	readonly kind: EventKind;
	readonly side?: string;
	readonly name?: string;
	/** The track of a label, and its score. */
	readonly track?: string;
	readonly score?: number | undefined;
	readonly start: number;
	readonly end: number;
	/** Distance, length of the path, peak speed and smoothness of a reach. */
	readonly figures?: readonly [number, number, number, number];
}

/** Lists the events of a recording as rows, in the order of time. */
export function listEvents(path: string, recording: Recording): TableRow[] {
	const { duration, hands, controllers, markers, tracks } = recording;
	// From the first key of the state, because the times of a recording may begin anywhere.
	const spans = (state: Curve): TimeSpan[] => listTrueSpans(state, { end: duration });
	const events: Event[] = markers.map(({ time, name }) => ({ kind: 'marker', name, start: time, end: time }));
	for (const track of tracks) {
		if (track.kind !== 'spans') continue;
		for (const { start, end, label, score } of track.spans)
			events.push({ kind: 'label', name: label, track: track.name, score, start, end });
	}
	for (const side of SIDES) {
		for (const tracked of [hands?.[side].tracked, controllers?.[side]?.tracked]) {
			if (tracked === undefined) continue;
			const isHand = tracked === hands?.[side].tracked;
			for (const { start, end } of listGaps(spans(tracked))) {
				events.push({ kind: 'loss', side, name: isHand ? 'hand' : 'controller', start, end });
			}
		}
		controllers?.[side]?.buttons.forEach(({ pressed }, i) => {
			const name = BUTTON_NAMES[i] ?? `button${i}`;
			for (const { start, end } of spans(pressed)) events.push({ kind: 'button', side, name, start, end });
		});
	}
	for (const { side, start, end } of listPinches(recording)) events.push({ kind: 'pinch', side, start, end });
	for (const reach of listReaches(recording)) {
		const { side, start, end, distance, pathLength, peakSpeed, smoothness } = reach;
		events.push({ kind: 'reach', side, start, end, figures: [distance, pathLength, peakSpeed, smoothness] });
	}
	return events.sort(compareEvents).map((event) => toRow(path, event));
}

function listGaps(spans: readonly TimeSpan[]): TimeSpan[] {
	return spans.slice(1).map(({ start }, i) => ({ start: spans[i]!.end, end: start }));
}

function compareEvents(a: Event, b: Event): number {
	return (
		compareNumbers(a.start, b.start) ||
		compareTexts(a.kind, b.kind) ||
		compareTexts(a.side ?? '', b.side ?? '') ||
		compareTexts(a.name ?? '', b.name ?? '') ||
		compareTexts(a.track ?? '', b.track ?? '') ||
		compareNumbers(a.end, b.end)
	);
}

// Times of damaged files may be infinite.
function compareNumbers(a: number, b: number): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function toRow(path: string, { kind, side, name, track, score, start, end, figures }: Event): TableRow {
	const [distance, pathLength, peakSpeed, smoothness] = figures ?? [];
	const numbers = [score, start, end, end - start, distance, pathLength, peakSpeed, smoothness];
	return [
		path,
		kind,
		side ?? null,
		name ?? null,
		track ?? null,
		...numbers.map((value) => (value === undefined ? null : cleanNumber(value))),
	];
}
