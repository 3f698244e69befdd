import type { ByteView, CurveOutline } from '@handreel/core';
import { timeAt, valueAt } from './keys.ts';

/** From when to when something was true, in seconds. */
export type Span = readonly [start: number, end: number];

/** When a boolean curve is true, up to the end of the recording. */
export function listTrueSpans(view: ByteView, curve: CurveOutline, end: number): Span[] {
	const keys = Array.from({ length: curve.keyCount }, (_, i) => ({
		time: timeAt(view, curve, i),
		isTrue: valueAt(view, curve, i) > 0.5,
	})).filter(({ time }) => !Number.isNaN(time));
	keys.sort((a, b) => a.time - b.time);
	const spans: Span[] = [];
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

/** Seconds that spans last together. */
export function sumSpans(spans: readonly Span[]): number {
	return spans.reduce((sum, [start, end]) => sum + (end - start), 0);
}
