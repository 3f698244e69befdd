import { type DeviceInput, INPUT_ACTIONS, type InputAction, type InputEdge } from './device.ts';

/** An event of an input source. */
export type InputEvent = InputAction | `${InputAction}start` | `${InputAction}end`;

/** Turns the state of an input into the events of a session. */
export class InputActivity {
	readonly input: DeviceInput;
	readonly #pressed: Set<InputAction> = new Set();
	#hasHistory: boolean;

	/** `hasHistory` is false for an input that was there before the session. */
	constructor(input: DeviceInput, hasHistory: boolean) {
		this.input = input;
		this.#hasHistory = hasHistory;
	}

	/**
	 * Iterates over the events of a frame. Call it once per frame. An action that ends because the input leaves or is not
	 * reported is canceled: `selectend` without `select`. A caller that stops early leaves the action of the last event open.
	 */
	*takeEvents(isReported: boolean, isPresent: boolean): Generator<InputEvent> {
		const { input } = this;
		const edges = isReported && this.#hasHistory ? input.edges : [];
		this.#hasHistory = true;
		for (const edge of edges) yield* this.#apply(edge);
		for (const action of INPUT_ACTIONS) {
			const isPressed = isReported && isPresent && input.isPressed(action);
			yield* this.#apply({ action, state: isPressed ? 'pressed' : 'canceled' });
		}
	}

	*#apply({ action, state }: InputEdge): Generator<InputEvent> {
		const isPressed = state === 'pressed';
		if (isPressed === this.#pressed.has(action)) return;
		if (isPressed) {
			this.#pressed.add(action);
			yield `${action}start`;
		} else {
			if (state === 'released') yield action;
			this.#pressed.delete(action);
			yield `${action}end`;
		}
	}
}
