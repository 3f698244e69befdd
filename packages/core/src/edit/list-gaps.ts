import { listStateChanges } from '../curves/state-changes.ts';
import type { Recording, Side } from '../model/recording.ts';

/** A time in which a hand was lost and came back. */
export interface TrackingGap {
	readonly side: Side;
	/** Seconds: when the hand was lost. */
	readonly start: number;
	/** Seconds: when it was back. */
	readonly end: number;
}

/**
 * The times in which a hand was lost, between two times in which it was tracked, by start. What comes before a hand is
 * first seen and after it is last seen is no gap.
 */
export function listGaps(recording: Recording): TrackingGap[] {
	const { hands } = recording;
	const gaps: TrackingGap[] = [];
	if (hands === null) return gaps;
	for (const side of ['left', 'right'] as const) {
		const changes = listStateChanges(hands[side].tracked);
		for (let i = 1; i + 1 < changes.length; i++) {
			const change = changes[i]!;
			if (!change.value) gaps.push({ side, start: change.time, end: changes[i + 1]!.time });
		}
	}
	return gaps.sort((a, b) => a.start - b.start);
}
