import type { InputEdge } from './device.ts';
import { CANCELED, EdgeList, type TimedEdge } from './input-edges.ts';

/** An input that can leave. */
interface SlotInput {
	edges: readonly InputEdge[];
	leave(): void;
}

/** The place of a recorded input: creates the input when it appears, and drops it when it is lost. */
export class InputSlot<Input extends SlotInput> {
	#edges: EdgeList;
	readonly #timeout: number;
	readonly #create: () => Input;
	#input: Input | null = null;
	#lastSeen: number = Number.NEGATIVE_INFINITY;

	/** `timeout`: seconds for which a lost input stays. */
	constructor(edges: readonly TimedEdge[], timeout: number, create: () => Input) {
		this.#edges = new EdgeList(edges);
		this.#timeout = timeout;
		this.#create = create;
	}

	/** Goes on with other edges, whose times start `shift` seconds later. The input stays. */
	continueWith(edges: readonly TimedEdge[], shift: number): void {
		this.#edges = new EdgeList(edges);
		this.#lastSeen -= shift;
	}

	/**
	 * Moves to a time and returns the input; `null` without an input. `from`: the time of the last update; `null` after a jump.
	 * A lost input leaves at once after a jump, or if another input has taken its place. It keeps its last edges.
	 */
	update(time: number, from: number | null, isTracked: boolean, isReplaced: boolean): Input | null {
		if (isTracked) this.#lastSeen = time;
		const isExpired = isReplaced || from === null || !(time - this.#lastSeen < this.#timeout);
		if (isTracked) this.#input ??= this.#create();
		const input = this.#input;
		if (input === null) return null;
		input.edges = from === null ? CANCELED : this.#edges.list(from, time);
		if (isTracked || !isExpired) return input;
		input.leave();
		this.#input = null;
		return null;
	}
}
