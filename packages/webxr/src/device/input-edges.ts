import { type ControllerCurves, type Curve, listStateChanges, type StateChange } from '@handreel/core';
import { INPUT_ACTIONS, type InputAction, type InputEdge } from './device.ts';
import type { HandEdge } from './hand-edges.ts';

/** An edge with its time. */
export interface TimedEdge extends InputEdge {
	/** Seconds. */
	readonly time: number;
}

/** Lists the edges of a hand: a pinch selects. A pinch that ends because the hand is lost is canceled. */
export function listSelectEdges(edges: readonly HandEdge[]): TimedEdge[] {
	return edges.map(({ time, isTracked, isPinching }) => ({
		time,
		action: 'select',
		state: isPinching ? 'pressed' : isTracked ? 'released' : 'canceled',
	}));
}

/** Lists the edges of a controller: its first button selects, its second button squeezes. */
export function listButtonEdges({ buttons }: ControllerCurves, duration: number): TimedEdge[] {
	const list = (curve: Curve, action: InputAction): TimedEdge[] => {
		const changes: StateChange[] = listStateChanges(curve, { start: 0, end: duration, defaultWrap: 'clamp-forever' });
		return changes.map(({ time, value }) => ({ time, action, state: value ? 'pressed' : 'released' }));
	};
	const edges = INPUT_ACTIONS.flatMap((action, i) => {
		const button = buttons[i];
		return button === undefined ? [] : list(button.pressed, action);
	});
	return edges.sort((a, b) => a.time - b.time);
}

/** Edges in the order of time, read from a time that mostly moves forward. */
export class EdgeList {
	readonly #edges: readonly TimedEdge[];
	#next = 0;

	constructor(edges: readonly TimedEdge[]) {
		this.#edges = edges;
	}

	/** Lists the edges after the time `after`, up to and including `until`. */
	list(after: number, until: number): readonly TimedEdge[] {
		const edges = this.#edges;
		let at = this.#next;
		while (at > 0 && edges[at - 1]!.time > after) at--;
		while (at < edges.length && edges[at]!.time <= after) at++;
		let end = at;
		while (end < edges.length && edges[end]!.time <= until) end++;
		this.#next = end;
		return end === at ? NO_EDGES : edges.slice(at, end);
	}
}

/** Shared, because most frames have no edges. */
export const NO_EDGES: readonly never[] = /* @__PURE__ */ Object.freeze([]);

/** A jump cancels all actions. */
export const CANCELED: readonly InputEdge[] = /* @__PURE__ */ Object.freeze(
	INPUT_ACTIONS.map((action) => ({ action, state: 'canceled' }) as const),
);
