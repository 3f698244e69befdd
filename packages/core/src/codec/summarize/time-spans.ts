import type { ByteView } from '../../bytes/view.ts';
import type { CurveOutline } from '../outline.ts';
import { timeAt, valueAt } from './time-at.ts';

/** From when to when something was so, in seconds. */
export type TimeSpan = readonly [start: number, end: number];

/** When a boolean curve is true, up to the end of the recording. */
export function listTrueSpans(view: ByteView, curve: CurveOutline, end: number): TimeSpan[] {
	const keys = Array.from({ length: curve.keyCount }, (_, i) => ({
		time: timeAt(view, curve, i),
		isTrue: valueAt(view, curve, i) > 0.5,
	})).filter(({ time }) => !Number.isNaN(time));
	keys.sort((a, b) => a.time - b.time);
	const spans: TimeSpan[] = [];
	let start: number | null = null;
	for (const { time, isTrue } of keys) {
		if (isTrue) start ??= time;
		else if (start !== null) {
			if (time > start) spans.push([start, time]);
			start = null;
		}
	}
	if (start !== null) spans.push([start, Math.max(start, end)]);
	return spans;
}

/** How many seconds some spans last together. */
export function sumTimeSpans(spans: readonly TimeSpan[]): number {
	return spans.reduce((sum, [start, end]) => sum + (end - start), 0);
}
