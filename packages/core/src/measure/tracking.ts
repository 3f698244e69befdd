import { listTrueSpans, sumTimeSpans, type TimeSpan } from '../curves/state-changes.ts';
import type { Curve } from '../model/curve.ts';
import { type Summary, summarize } from './statistics.ts';

/** When a hand or controller is tracked. */
export interface TrackingMeasures {
	/** Seconds. */
	readonly seconds: number;
	/** The share of the duration. */
	readonly share: number;
	/** Seconds of the spans without tracking between two tracked spans; `null` if there are none. */
	readonly losses: Summary | null;
}

/** Lists when a state is true between 0 and the end of a recording. */
export function listStateSpans(state: Curve, duration: number): TimeSpan[] {
	return listTrueSpans(state, { start: 0, end: duration });
}

/** Measures tracking from the tracked spans. */
export function measureTracking(spans: readonly TimeSpan[], duration: number): TrackingMeasures {
	const seconds = sumTimeSpans(spans);
	return {
		seconds,
		share: duration > 0 ? seconds / duration : 0,
		losses: summarize(spans.slice(1).map(({ start }, i) => start - spans[i]!.end)),
	};
}
