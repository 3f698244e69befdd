import type { InputEdge } from './device.ts';
import { CANCELED, NO_EDGES, type TimedEdge } from './input-edges.ts';

/** An input that can leave. */
interface SlotInput {
	edges: readonly InputEdge[];
	leave(): void;
}

/** The place of a recorded input: creates the input when it appears, and drops it when it is lost. */
export class InputSlot<Input extends SlotInput> {
	readonly #timeout: number;
	readonly #create: () => Input;
	#edges: readonly TimedEdge[] = NO_EDGES;
	#input: Input | null = null;
	#lastSeen: number = Number.NEGATIVE_INFINITY;

	/** `timeout`: seconds for which a lost input stays. */
	constructor(timeout: number, create: () => Input) {
		this.#timeout = timeout;
		this.#create = create;
	}

	/** Continues with the edges of a recording, whose times start `shift` seconds later. The input stays. */
	continueWith(edges: readonly TimedEdge[], shift: number): void {
		this.#edges = edges;
		this.#lastSeen -= shift;
	}

	/**
	 * Moves to a time and returns the input; `null` without an input. `from`: the time of the last update; `null` after a jump.
	 * A lost input leaves at once after a jump, or if another input has taken its place. It keeps its last edges.
	 */
	update(time: number, from: number | null, isTracked: boolean, isReplaced: boolean): Input | null {
		if (isTracked) {
			this.#lastSeen = time;
			this.#input ??= this.#create();
		}
		const input = this.#input;
		if (input === null) return null;
		input.edges = from === null ? CANCELED : this.#edges.filter((edge) => edge.time > from && edge.time <= time);
		const isExpired = isReplaced || from === null || !(time - this.#lastSeen < this.#timeout);
		if (isTracked || !isExpired) return input;
		input.leave();
		this.#input = null;
		return null;
	}
}
