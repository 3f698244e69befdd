// The gap between the tips of thumb and index finger is off by 7 mm on average, so pinches start and end later than with a headset.

/** Meters between the tips, for a hand of average length. */
export const PINCH_GAPS = { start: 0.028, end: 0.04, full: 0.022, none: 0.06 } as const;

/** Decides whether a hand pinches. */
export class PinchState {
	isPinching = false;

	reset(): void {
		this.isPinching = false;
	}

	/** Takes the gap between the tips over the size of the hand, and returns the strength of the pinch, from 0 to 1. */
	update(gap: number): number {
		this.isPinching = gap < (this.isPinching ? PINCH_GAPS.end : PINCH_GAPS.start);
		return Math.min(1, Math.max(0, (PINCH_GAPS.none - gap) / (PINCH_GAPS.none - PINCH_GAPS.full)));
	}
}
