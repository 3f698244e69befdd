import type { Side } from '@handreel/core';
import type { TrackedHand } from '../tracker.ts';
import type { SessionState } from './session-state.ts';
import { createHandSource, type XRInputSource } from './xr-input-source.ts';

const PROFILES = ['generic-hand-select', 'generic-hand'];

/** What a hand did since the last frame, in the order in which pages are to hear of it. */
export type SelectEvent = 'selectstart' | 'select' | 'selectend';

/** A hand of a session: whether it is an input source, and whether it selects. */
export class HandInput {
	readonly side: Side;
	readonly source: XRInputSource;
	isPresent = false;
	#isSelecting = false;
	#lastSeen = Number.NEGATIVE_INFINITY;
	#time = Number.NaN;
	readonly #state: SessionState;
	readonly #hand: TrackedHand;

	constructor(state: SessionState, side: Side) {
		this.#state = state;
		this.side = side;
		this.#hand = state.tracker.hands[side];
		this.source = createHandSource(
			state,
			this.#hand,
			state.features.has('hand-tracking'),
			state.options.profiles ?? PROFILES,
		);
	}

	/** Decides whether the hand is an input source at the tracker's time. A jump does not wait for the timeout. */
	updatePresence(isJump: boolean): void {
		const { tracker, options } = this.#state;
		if (this.#hand.isTracked) this.#lastSeen = tracker.time;
		const isExpired = isJump || !(tracker.time - this.#lastSeen < (options.lostHandTimeout ?? 0.5));
		this.isPresent = this.#hand.isTracked || (this.isPresent && !isExpired);
	}

	/**
	 * Events since the last time. A pinch that ends while the hand is seen is a selection; one that ends because the hand is
	 * lost, or by a jump, is cancelled: `selectend` alone.
	 */
	takeEvents(isJump: boolean): SelectEvent[] {
		const { tracker, isReportingInput } = this.#state;
		const events: SelectEvent[] = [];
		if (isJump) this.#select(false, false, events);
		const edges = isJump || Number.isNaN(this.#time) ? [] : tracker.listEdges(this.side, this.#time, tracker.time);
		if (isReportingInput) for (const edge of edges) this.#select(edge.isPinching, edge.isTracked, events);
		this.#select(isReportingInput && this.#hand.isPinching, isReportingInput && this.#hand.isTracked, events);
		this.#time = tracker.time;
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
