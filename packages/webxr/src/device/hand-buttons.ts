import { type Curve, evaluateCurve, type Recording, type Side } from '@handreel/core';
import { findHandButtons } from '@handreel/core/internal';

const CLAMPED = { defaultWrap: 'clamp-forever' } as const;

/** The recorded buttons of a hand after its first, such as microgestures. */
export class HandButtons {
	readonly #curves: readonly (Curve | null)[];

	constructor(recording: Recording, side: Side) {
		this.#curves = findHandButtons(recording, side);
	}

	/** The number of buttons, with the first; 0 if none were recorded. */
	get count(): number {
		return this.#curves.length;
	}

	/** Returns which buttons are pressed at a time. */
	sample(time: number): readonly boolean[] {
		return this.#curves.map((curve) => curve !== null && evaluateCurve(curve, time, CLAMPED) > 0.5);
	}
}
