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
	 * Returns the events of a frame. Call it once per frame. An action that ends because the input leaves or is not reported
	 * is canceled: `selectend` without `select`.
	 */
	takeEvents(isReported: boolean, isPresent: boolean): InputEvent[] {
		const { input } = this;
		const events: InputEvent[] = [];
		if (isReported && this.#hasHistory) for (const edge of input.edges) this.#apply(edge, events);
		for (const action of INPUT_ACTIONS) {
			const isPressed = isReported && isPresent && input.isPressed(action);
			this.#apply({ action, state: isPressed ? 'pressed' : 'canceled' }, events);
		}
		this.#hasHistory = true;
		return events;
	}

	#apply({ action, state }: InputEdge, events: InputEvent[]): void {
		const isPressed = state === 'pressed';
		if (isPressed === this.#pressed.has(action)) return;
		if (isPressed) {
			this.#pressed.add(action);
			events.push(`${action}start`);
		} else {
			this.#pressed.delete(action);
			if (state === 'released') events.push(action);
			events.push(`${action}end`);
		}
	}
}
