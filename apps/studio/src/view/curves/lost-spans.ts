import type { Side, TimeSpan } from '@handreel/core';

/** When the hands of a recording are tracked; `null` for a side without a hand. */
export type TrackedHands = Readonly<Record<Side, readonly TimeSpan[] | null>>;

/** The spans in a range in which a hand is not tracked. None for a hand that never is: all of it would be dim. */
export function listLostSpans(tracked: readonly TimeSpan[] | null, start: number, end: number): TimeSpan[] {
	if (tracked === null || tracked.length === 0) return [];
	const lost: TimeSpan[] = [];
	let from = start;
	for (const span of tracked) {
		if (span.end <= from) continue;
		if (span.start >= end) break;
		if (span.start > from) lost.push({ start: from, end: span.start });
		from = span.end;
	}
	if (from < end) lost.push({ start: from, end });
	return lost;
}
