import { SIDES, type Side } from '@handreel/core';
import type { SeenHand } from './landmarks.ts';

/** Seconds for which a hand that is not seen keeps its place. */
const MEMORY = 0.5;
/** Widths of the picture that a hand moves in a second at most, for it to be the same hand. */
const FASTEST = 4;
/** How much a place near the last one counts against the guess of the tracker. */
const PLACE_WEIGHT = 1.5;
/** Consecutive guesses of the other side that are believed. */
const PATIENCE = 8;

interface Place {
	x: number;
	y: number;
	time: number;
	/** Guesses of the other side without a break. */
	doubts: number;
}

/**
 * Decides which hand is which. Trackers guess the side in each picture again, and swap it in views from the tips or of fists: a
 * hand near its last place stays the same hand, unless the tracker insists.
 */
export class SideAssigner {
	#places: Record<Side, Place | null> = { left: null, right: null };

	reset(): void {
		this.#places = { left: null, right: null };
	}

	/** Returns the hand of each side, at most one. */
	assign(hands: readonly SeenHand[], time: number): Record<Side, SeenHand | null> {
		const found: Record<Side, SeenHand | null> = { left: null, right: null };
		const options = hands.flatMap((hand) => SIDES.map((side) => ({ hand, side, score: this.#rate(hand, side, time) })));
		options.sort((a, b) => b.score - a.score);
		const used = new Set<SeenHand>();
		for (const { hand, side } of options) {
			if (found[side] !== null || used.has(hand)) continue;
			used.add(hand);
			found[side] = hand;
		}
		for (const side of SIDES) this.#remember(side, found[side], time);
		return found;
	}

	#rate(hand: SeenHand, side: Side, time: number): number {
		const { score = 1 } = hand;
		const guess = hand.side === side ? score : -score;
		const last = this.#places[side];
		if (last === null || !(time - last.time < MEMORY) || last.doubts >= PATIENCE) return guess;
		const [x, y] = centerOf(hand);
		const reach = 0.05 + FASTEST * (time - last.time);
		return guess + PLACE_WEIGHT * Math.max(0, 1 - Math.hypot(x - last.x, y - last.y) / reach) * 2;
	}

	#remember(side: Side, hand: SeenHand | null, time: number): void {
		const last = this.#places[side];
		if (hand === null) {
			if (last !== null && !(time - last.time < MEMORY)) this.#places[side] = null;
			return;
		}
		const [x, y] = centerOf(hand);
		const isDoubted = hand.side !== side;
		const doubts = isDoubted ? (last?.doubts ?? 0) + 1 : 0;
		// The tracker insists: the next picture decides without this place.
		this.#places[side] = { x, y, time, doubts };
	}
}

// The middle of wrist and knuckles.
function centerOf({ image }: SeenHand): [number, number] {
	let [x, y] = [0, 0];
	for (const k of [0, 5, 9, 13, 17]) {
		x += image[3 * k]! / 5;
		y += image[3 * k + 1]! / 5;
	}
	return [x, y];
}
