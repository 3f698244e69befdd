// A tick is 2^-30 s, about a nanosecond. Sums of whole numbers do not depend on how they are grouped, and every float32
// time from 8 ms on is a whole number of ticks.

const TICKS_PER_SECOND: number = 2 ** 30;

/** The largest distance from 0 that a time can have, in seconds: 48 days. */
export const MAX_SECONDS: number = 2 ** 22;

/** Returns the tick nearest to a time in seconds. */
export function toTicks(seconds: number): number {
	return Math.round(seconds * TICKS_PER_SECOND);
}

/** Returns the time of a tick in seconds, without rounding. */
export function toSeconds(ticks: number): number {
	return ticks / TICKS_PER_SECOND;
}

/**
 * Converts steps in seconds to steps in ticks. The steps are summed without rounding error, multiplied by the speed, and
 * rounded once, so the total depends only on the sum of the steps.
 */
export class StepSum {
	/** The sum is `#sum + #rest`: the rest is the part that does not fit into the float64. */
	#sum = 0;
	#rest = 0;
	#ticks = 0;
	#speed: number;

	constructor(speed: number) {
		this.#speed = speed;
	}

	get speed(): number {
		return this.#speed;
	}

	/** The sum of the steps times the speed, in seconds: rounded to float64, not to ticks. */
	get seconds(): number {
		return this.#sum * this.#speed;
	}

	/** Whether the float64 may soon be too coarse for single ticks: after weeks of playback. */
	get isFull(): boolean {
		return Math.abs(this.#ticks) > MAX_SECONDS * TICKS_PER_SECOND;
	}

	/** Starts a new sum. */
	reset(speed: number = this.#speed): void {
		this.#sum = 0;
		this.#rest = 0;
		this.#ticks = 0;
		this.#speed = speed;
	}

	/** Adds a step and returns the ticks that it takes, negative for a negative speed. */
	add(seconds: number): number {
		// Neumaier's variant of the Kahan sum.
		const sum = this.#sum + seconds;
		const added = sum - this.#sum;
		this.#rest += this.#sum - (sum - added) + (seconds - added);
		this.#sum = sum + this.#rest;
		this.#rest -= this.#sum - sum;
		const before = this.#ticks;
		this.#ticks = toTicks(this.seconds);
		return this.#ticks - before;
	}
}
