import { isSorted, sortCurve } from '../curves/sort.ts';
import { type Curve, getKeyTime, getKeyValue } from '../model/curve.ts';

/** When a hand was tracked. */
export interface Tracking {
	/** Whether anything is known: the curve has keys. */
	readonly isKnown: boolean;
	/** The first time at which it is known. */
	readonly start: number;
	/** Spans in which the hand was tracked, as start, end, start, end …; the last end may be infinite. */
	readonly spans: readonly number[];
}

/** The spans in which a boolean curve is true. */
export function createTracking(given: Curve): Tracking {
	const curve = isSorted(given) ? given : sortCurve(given);
	const spans: number[] = [];
	for (let i = 0; i < curve.count; i++) {
		const isOn = getKeyValue(curve, i) > 0.5;
		const wasOn = spans.length % 2 === 1;
		if (isOn !== wasOn) spans.push(getKeyTime(curve, i));
	}
	if (spans.length % 2 === 1) spans.push(Number.POSITIVE_INFINITY);
	const isKnown = curve.count > 0;
	return { isKnown, start: isKnown ? getKeyTime(curve, 0) : Number.POSITIVE_INFINITY, spans };
}

/**
 * Whether a hand can be assumed to have been tracked from one time to another: it was, or nothing is known. Without a
 * hand (head, gaze) it always is.
 */
export function isTrackedThrough(tracking: Tracking | null, from: number, to: number): boolean {
	if (tracking === null || !tracking.isKnown) return true;
	const index = findSpan(tracking.spans, from);
	return index >= 0 && to <= tracking.spans[index + 1]!;
}

/** Whether a hand is known not to be tracked at a time. The moment at which tracking ends still counts as tracked. */
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
