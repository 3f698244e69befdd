import type { ByteView, CurveOutline } from '@handreel/core';
import { timeAt } from './keys.ts';

/** First and last key time of a recording. */
export interface TimeRange {
	readonly start: number;
	readonly end: number;
}

/**
 * The smallest and the largest key time, looking at every key, or only at the first and the last one of each curve
 * (which is the same unless keys are out of order). `null` without keys.
 */
export function measureTimeRange(view: ByteView, curves: readonly CurveOutline[], everyKey: boolean): TimeRange | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		const step = everyKey ? 1 : Math.max(1, curve.keyCount - 1);
		for (let i = 0; i < curve.keyCount; i += step) {
			const time = timeAt(view, curve, i);
			if (time < start) start = time;
			if (time > end) end = time;
		}
	}
	return start <= end ? { start, end } : null;
}
