import { toSorted } from '../curves/sort.ts';
import { listTrueSpans, sumTimeSpans, type TimeSpan } from '../curves/state-changes.ts';
import { type Curve, getKeyTime } from '../model/curve.ts';
import { listCurves } from '../model/order.ts';
import type { HandCurves, Recording } from '../model/recording.ts';
import { countKeysBefore } from './played-curve.ts';
import { MEASURED_JOINTS } from './points.ts';
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

/**
 * Seconds: a tracked span begins at its first key and ends at its last key before the loss if they are at most so far from
 * its ends. Beyond these keys lies a line to a pose of the loss.
 */
const MAX_EDGE = 0.25;

/** Finds the time from the first key of a recording to its last. Without keys it is empty. */
export function findExtent(recording: Recording): TimeSpan {
	let first = Number.POSITIVE_INFINITY;
	let last = Number.NEGATIVE_INFINITY;
	for (const { floats, start, count, stride } of listCurves(recording)) {
		const end = start + count * stride;
		for (let i = start; i < end; i += stride) {
			const time = floats[i]!;
			if (time < first && time > Number.NEGATIVE_INFINITY) first = time;
			if (time > last) last = time;
		}
	}
	return last >= first ? { start: first, end: last } : { start: 0, end: 0 };
}

/** Lists when a state is true within the extent of a recording. */
export function listStateSpans(state: Curve, extent: TimeSpan): TimeSpan[] {
	return listTrueSpans(state, extent);
}

/** Lists when a state is true and the hand or controller is tracked: formats differ in the states that they hold during a loss. */
export function listTrackedSpans(state: Curve, tracked: Curve, extent: TimeSpan): TimeSpan[] {
	const spans = listStateSpans(tracked, extent);
	return listStateSpans(state, extent).flatMap(({ start, end }) =>
		spans
			.map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }))
			.filter((part) => part.start < part.end),
	);
}

/** Lists the spans in which the motion of a hand is known. */
export function listHandSpans(hand: HandCurves, extent: TimeSpan): TimeSpan[] {
	return trimSpans(listStateSpans(hand.tracked, extent), listHandCurves(hand), extent);
}

/** The curves that show when a hand has keys. */
export function listHandCurves({ joints }: HandCurves): Curve[] {
	return MEASURED_JOINTS.flatMap((name) => Object.values(joints[name].position));
}

/** Trims tracked spans to the keys of some curves, so that nothing of a loss counts. */
export function trimSpans(spans: readonly TimeSpan[], curves: readonly Curve[], extent: TimeSpan): TimeSpan[] {
	const sorted = curves.map(toSorted);
	return spans.map(({ start, end }) => {
		let first = Number.POSITIVE_INFINITY;
		let last = Number.NEGATIVE_INFINITY;
		for (const curve of sorted) {
			const from = countKeysBefore(curve, start);
			const to = countKeysBefore(curve, end);
			if (from < curve.count) first = Math.min(first, getKeyTime(curve, from));
			if (to > 0) last = Math.max(last, getKeyTime(curve, to - 1));
		}
		return {
			start: start > extent.start && first - start <= MAX_EDGE ? first : start,
			end: end < extent.end && end - last <= MAX_EDGE ? last : end,
		};
	});
}

/** Measures tracking from the tracked spans. */
export function measureTracking(spans: readonly TimeSpan[], extent: TimeSpan): TrackingMeasures {
	const seconds = sumTimeSpans(spans);
	const duration = extent.end - extent.start;
	return {
		seconds,
		share: duration > 0 ? seconds / duration : 0,
		losses: summarize(spans.slice(1).map(({ start }, i) => start - spans[i]!.end)),
	};
}
