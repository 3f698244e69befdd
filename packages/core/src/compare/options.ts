import type { Filled } from '../option/fill-options.ts';

/** The largest deviation that an edit may cause, at any time. Lengths in meters, angles in degrees. */
export interface Tolerances {
	/** Meters: each joint of a hand, pointing rays, controllers, and tracks. */
	readonly jointPosition?: number | undefined;
	/** Degrees: each joint of a hand, pointing rays, controllers, and tracks. */
	readonly jointRotationDegrees?: number | undefined;
	/** Meters. */
	readonly headPosition?: number | undefined;
	/** Degrees. */
	readonly headRotationDegrees?: number | undefined;
	/** Meters. */
	readonly gazeOrigin?: number | undefined;
	/** Degrees. */
	readonly gazeDirectionDegrees?: number | undefined;
	/** Pinch strength, buttons (0 to 1) and axes (−1 to 1). */
	readonly value?: number | undefined;
}

/** The default tolerances, from MRTK where it has them: joints 1 mm, head and gaze 2 mm, all angles 0.2°, values 0.005. */
export const TOLERANCE_DEFAULTS: Filled<Tolerances> = {
	jointPosition: 0.001,
	jointRotationDegrees: 0.2,
	headPosition: 0.002,
	headRotationDegrees: 0.2,
	gazeOrigin: 0.002,
	gazeDirectionDegrees: 0.2,
	value: 0.005,
};

/**
 * Tolerances with defaults for those that are left out. Throws `RangeError` for a tolerance that is negative or NaN,
 * and `TypeError` for an unknown name, because a misspelled name would silently use the default.
 */
export function fillTolerances(tolerances: Tolerances = {}): Filled<Tolerances> {
	const filled = { ...TOLERANCE_DEFAULTS };
	for (const [name, value] of Object.entries(tolerances)) {
		if (!Object.hasOwn(filled, name)) {
			throw new TypeError(`tolerances.${name}: unknown name; expected ${Object.keys(filled).join(', ')}`);
		}
		if (value === undefined) continue;
		if (!(value >= 0)) throw new RangeError(`tolerances.${name}: must be 0 or greater, got ${value}`);
		filled[name as keyof Tolerances] = value;
	}
	return filled;
}

/** Progress and abort of long work. */
export interface RunOptions {
	/** Called after each step with the share that is done, from 0 to 1. */
	readonly onProgress?: ((share: number) => void) | undefined;
	/** Aborts the work; the reason is thrown. */
	readonly signal?: AbortSignal | undefined;
}

/** Runs all steps, which yield the share that is done, and returns their result. */
export function runSteps<T>(steps: Generator<number, T>, { onProgress, signal }: RunOptions): T {
	for (;;) {
		signal?.throwIfAborted();
		const step = steps.next();
		onProgress?.(step.done ? 1 : step.value);
		if (step.done) return step.value;
	}
}
