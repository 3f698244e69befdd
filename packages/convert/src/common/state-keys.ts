import { type Curve, createCurve } from '@handreel/core';

/** Collects the keys of a state: one wherever it changes. */
export class StateKeys {
	readonly #keys: number[] = [];
	#last: boolean | null = null;

	add(time: number, state: boolean): void {
		if (state === this.#last) return;
		this.#keys.push(time, state ? 1 : 0);
		this.#last = state;
	}

	toCurve(): Curve {
		return createCurve(this.#keys, { kind: 'boolean' });
	}
}
