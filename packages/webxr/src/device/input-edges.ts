import {
	type ButtonCurves,
	type Curve,
	listStateChanges,
	type Recording,
	type Side,
	type StateChange,
} from '@handreel/core';
import { INPUT_ACTIONS, type InputEdge } from './device.ts';
import { isLost, type Mutations } from './mutations.ts';

/** An edge with its time. */
export interface TimedEdge extends InputEdge {
	/** Seconds. */
	readonly time: number;
}

/** Shared, because most frames have no edges. */
export const NO_EDGES: readonly never[] = /* @__PURE__ */ Object.freeze([]);

/** A jump cancels all actions. */
export const CANCELED: readonly InputEdge[] = /* @__PURE__ */ Object.freeze(
	INPUT_ACTIONS.map((action) => ({ action, state: 'canceled' }) as const),
);

/**
 * Lists the edges of a hand: a pinch selects. First its state at 0 s. A hand that is lost never pinches, and a pinch that
 * ends because the hand is lost is canceled.
 */
export function listPinchEdges({ hands, duration }: Recording, side: Side, mutations: Mutations): TimedEdge[] {
	if (hands === null) return [];
	const { tracked, pinching } = hands[side];
	const changes = [
		...listChanges(tracked, duration).map(({ time, value }) => ({ time, isTracked: value })),
		...listChanges(pinching, duration).map(({ time, value }) => ({ time, isPinching: value })),
		...(mutations.gaps ?? []).flatMap(({ start, end }) => [{ time: start }, { time: end }]),
	].filter(({ time }) => Number.isFinite(time));
	const hand = { isTracked: false, isPinching: false };
	const edges: TimedEdge[] = [];
	changes.sort(compareTimes).forEach((change, i) => {
		const { time } = Object.assign(hand, change);
		if (changes[i + 1]?.time === time) return;
		const isTracked = hand.isTracked && !isLost(mutations, side, time);
		const state = !isTracked ? 'canceled' : hand.isPinching ? 'pressed' : 'released';
		if (edges.at(-1)?.state !== state) edges.push({ time, action: 'select', state });
	});
	return edges;
}

/** Lists the edges of a controller: its first button selects, its second button squeezes. */
export function listButtonEdges(buttons: readonly ButtonCurves[], duration: number): TimedEdge[] {
	const edges = buttons.slice(0, INPUT_ACTIONS.length).flatMap(({ pressed }, i) => {
		const action = INPUT_ACTIONS[i]!;
		return listChanges(pressed, duration).map(
			({ time, value }): TimedEdge => ({ time, action, state: value ? 'pressed' : 'released' }),
		);
	});
	return edges.sort(compareTimes);
}

function listChanges(curve: Curve, duration: number): StateChange[] {
	return listStateChanges(curve, { start: 0, end: duration, defaultWrap: 'clamp-forever' });
}

function compareTimes(a: { readonly time: number }, b: { readonly time: number }): number {
	return a.time - b.time;
}
