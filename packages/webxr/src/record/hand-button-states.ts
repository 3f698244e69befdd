import { HAND_BUTTON_NAMES, MAX_HAND_BUTTONS, nameHandButton } from '@handreel/core/internal';
import type { TrackValue } from '@handreel/core/record';
import { findRecordedSide } from './read-session-frame.ts';
import type { RecordableInput } from './recordable-session.ts';

/**
 * Reads the buttons of hands after the first, such as microgestures. Gamepads leave out indices of the mapping: buttons without
 * a name count from when they are first pressed.
 */
export class HandButtonStates {
	readonly #states = new Map<string, boolean>();

	/** Lists the states that have changed. */
	read(inputs: Iterable<RecordableInput>): TrackValue[] {
		const changes: TrackValue[] = [];
		const seen = new Set<string>();
		for (const input of inputs) {
			const side = findRecordedSide(input);
			const buttons = input.gamepad?.buttons ?? [];
			if (side === null || !input.hand) continue;
			for (let index = 1; index < Math.min(buttons.length, MAX_HAND_BUTTONS); index++) {
				const name = nameHandButton(side, index);
				const { pressed } = buttons[index]!;
				if (!pressed && HAND_BUTTON_NAMES[index] === null && !this.#states.has(name)) continue;
				seen.add(name);
				if (this.#states.get(name) !== pressed) changes.push({ name, kind: 'boolean', value: pressed });
			}
		}
		// The buttons of a hand that is gone are released.
		for (const [name, pressed] of this.#states)
			if (pressed && !seen.has(name)) changes.push({ name, kind: 'boolean', value: false });
		for (const { name, value } of changes) this.#states.set(name, value === true);
		return changes;
	}
}
