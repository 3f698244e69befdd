import { checkInternal, INTERNAL } from './internal.ts';

/** Called with each pulse that a page asks for: from 0 to 1, and milliseconds. */
export type PulseListener = (intensity: number, duration: number) => void;

/** What a controller vibrates with. Nothing moves, but the driver logs the pulses. */
export class XRHapticActuator {
	readonly #onPulse: PulseListener;

	constructor(token: typeof INTERNAL, onPulse: PulseListener) {
		checkInternal(token);
		this.#onPulse = onPulse;
	}

	/** Resolves when the pulse is over. */
	async pulse(value: number, duration: number): Promise<boolean> {
		const intensity = Math.min(Math.max(Number(value) || 0, 0), 1);
		const milliseconds = Math.max(Number(duration) || 0, 0);
		this.#onPulse(intensity, milliseconds);
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
		return true;
	}
}

/** Creates the actuators of a gamepad: one if there is a listener. */
export function createActuators(onPulse: PulseListener | null): readonly XRHapticActuator[] {
	return Object.freeze(onPulse === null ? [] : [new XRHapticActuator(INTERNAL, onPulse)]);
}
