import { listStateChanges, type Recording, type Side, type StateChange } from '@handreel/core';
import { isLost, type Mutations } from './mutations.ts';

/** A change of a hand's state. */
export interface HandEdge {
	/** Seconds. */
	readonly time: number;
	readonly isTracked: boolean;
	readonly isPinching: boolean;
}

/** Lists the state of a hand at 0 s and each change until the end of the recording. A hand that is lost never pinches. */
export function listHandEdges({ hands, duration }: Recording, side: Side, mutations: Mutations): HandEdge[] {
	if (hands === null) return [];
	const range = { start: 0, end: duration, defaultWrap: 'clamp-forever' } as const;
	const tracked = new StateCursor(listStateChanges(hands[side].tracked, range));
	const pinching = new StateCursor(listStateChanges(hands[side].pinching, range));
	const times = [...tracked.times, ...pinching.times];
	for (const { start, end } of mutations.gaps ?? []) times.push(start, end);
	const edges: HandEdge[] = [];
	for (const time of new Set(times.filter(Number.isFinite).sort((a, b) => a - b))) {
		const isTracked = tracked.moveTo(time) && !isLost(mutations, side, time);
		const isPinching = pinching.moveTo(time) && isTracked;
		const last = edges.at(-1);
		if (last?.isPinching !== isPinching || last.isTracked !== isTracked) edges.push({ time, isTracked, isPinching });
	}
	return edges;
}

/** The value of a boolean curve at times that only grow. */
class StateCursor {
	readonly #changes: readonly StateChange[];
	#next = 0;

	constructor(changes: readonly StateChange[]) {
		this.#changes = changes;
	}

	get times(): number[] {
		return this.#changes.map(({ time }) => time);
	}

	moveTo(time: number): boolean {
		while (this.#next < this.#changes.length && this.#changes[this.#next]!.time <= time) this.#next++;
		return this.#changes[this.#next - 1]?.value ?? false;
	}
}
