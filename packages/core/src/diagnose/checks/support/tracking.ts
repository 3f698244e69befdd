import { listSpansOfTrue, listStateChanges } from '../../../curves/state-changes.ts';
import type { Curve } from '../../../model/curve.ts';

/** When a hand was tracked. */
export interface Tracking {
	/** Whether the curve has keys. */
	readonly isKnown: boolean;
	/** The time of the first key; infinite if there is none. */
	readonly start: number;
	/** Spans in which the hand was tracked: start, end, start, end …; the last end may be infinite. */
	readonly spans: readonly number[];
}

/** Reads a tracking curve. The last state holds forever, regardless of the wrap mode. */
export function createTracking(tracked: Curve): Tracking {
	const changes = listStateChanges(tracked);
	const spans = listSpansOfTrue(changes, Number.POSITIVE_INFINITY).flatMap(({ start, end }) => [start, end]);
	return { isKnown: changes.length > 0, start: changes[0]?.time ?? Number.POSITIVE_INFINITY, spans };
}

/**
 * Whether a hand was tracked from one time to another. True if there is no tracking data, and for head and gaze
 * (`null`).
 */
export function isTrackedThrough(tracking: Tracking | null, from: number, to: number): boolean {
	if (tracking === null || !tracking.isKnown) return true;
	const index = findSpan(tracking.spans, from);
	return index >= 0 && to <= tracking.spans[index + 1]!;
}

/**
 * Whether a hand was not tracked at a time. The moment at which tracking ends counts as tracked, and so does the time
 * before the first key. True if there is no tracking data.
 */
export function isUntrackedAt(tracking: Tracking, time: number): boolean {
	if (!tracking.isKnown) return true;
	if (time < tracking.start) return false;
	const index = findSpan(tracking.spans, time);
	return index < 0 || time > tracking.spans[index + 1]!;
}

// The index of the last span that starts at or before a time, or −1.
function findSpan(spans: readonly number[], time: number): number {
	let low = 0;
	let high = spans.length / 2;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (spans[middle * 2]! <= time) low = middle + 1;
		else high = middle;
	}
	return low * 2 - 2;
}
