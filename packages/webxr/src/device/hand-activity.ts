import type { Side } from '@handreel/core';
import { REPLAY_DEFAULTS } from './replay-options.ts';
import type { TrackedHand, Tracker } from './tracker.ts';

/** A WebXR event of a hand, in the order in which pages receive them. */
export type SelectEvent = 'selectstart' | 'select' | 'selectend';

/** Tracks whether a recorded hand is an input source, and whether it selects. */
export class HandActivity {
	/** The side in the recording. */
	readonly side: Side;
	readonly hand: TrackedHand;
	isPresent = false;
	#isSelecting = false;
	#lastSeen = Number.NEGATIVE_INFINITY;
	#time = Number.NaN;
	readonly #tracker: Tracker;
	readonly #timeout: number;

	constructor(tracker: Tracker, side: Side, lostHandTimeout: number = REPLAY_DEFAULTS.lostHandTimeout) {
		this.#tracker = tracker;
		this.#timeout = lostHandTimeout;
		this.side = side;
		this.hand = tracker.hands[side];
	}

	/** Updates {@link isPresent} for the tracker's time. After a jump, a lost hand is removed without a timeout. */
	updatePresence(isJump: boolean): void {
		const { isTracked } = this.hand;
		const { time } = this.#tracker;
		if (isTracked) this.#lastSeen = time;
		const isExpired = isJump || !(time - this.#lastSeen < this.#timeout);
		this.isPresent = isTracked || (this.isPresent && !isExpired);
	}

	/**
	 * Returns the events since the last call. A pinch that ends while the hand is tracked is a selection. A pinch that ends
	 * because the hand is lost, is not reported, or time jumps, is canceled: `selectend` without `select`.
	 */
	takeEvents(isJump: boolean, isReported: boolean): SelectEvent[] {
		const { time } = this.#tracker;
		const events: SelectEvent[] = [];
		if (isJump) this.#select(false, false, events);
		const edges = isJump || Number.isNaN(this.#time) ? [] : this.#tracker.listEdges(this.side, this.#time, time);
		if (isReported) for (const edge of edges) this.#select(edge.isPinching, edge.isTracked, events);
		this.#select(isReported && this.hand.isPinching, isReported && this.hand.isTracked, events);
		this.#time = time;
		return events;
	}

	#select(isSelecting: boolean, isComplete: boolean, events: SelectEvent[]): void {
		if (isSelecting === this.#isSelecting) return;
		this.#isSelecting = isSelecting;
		if (isSelecting) events.push('selectstart');
		else if (isComplete) events.push('select', 'selectend');
		else events.push('selectend');
	}
}
