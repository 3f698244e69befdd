// Positions are whole numbers of ticks of 2^-30 s. Sums of whole numbers do not depend on how they are cut up, and every
// float32 time from 8 ms on is a whole number of ticks.

const TICKS_PER_SECOND: number = 2 ** 30;
/** The longest way from 0 that a position can have, in seconds: 48 days. */
export const MAX_SECONDS: number = 2 ** 22;

/** The tick that is nearest to a time in seconds. */
export function toTicks(seconds: number): number {
	return Math.round(seconds * TICKS_PER_SECOND);
}

/** The time of a tick in seconds. */
export function toSeconds(ticks: number): number {
	return ticks / TICKS_PER_SECOND;
}

/**
 * Turns steps in seconds into steps in ticks. The steps are summed up exactly, times the rate, and rounded once; so what
 * comes out in total depends on the sum of the steps only.
 */
export class Clock {
	/** The sum so far is `#sum + #rest`; `#rest` is what a float64 has no room for. */
	#sum = 0;
	#rest = 0;
	#ticks = 0;
	#rate: number;

	constructor(rate: number) {
		this.#rate = rate;
	}

	get rate(): number {
		return this.#rate;
	}

	/** Starts anew, with a rate. */
	reset(rate: number): void {
		this.#sum = 0;
		this.#rest = 0;
		this.#ticks = 0;
		this.#rate = rate;
	}

	/**
	 * How many ticks a step takes: below 0 for a rate below 0, none while not running. Throws `RangeError` for a step that
	 * makes no sense.
	 */
	advance(seconds: number, isRunning: boolean): number {
		if (!(seconds >= 0 && seconds * Math.max(1, Math.abs(this.#rate)) <= MAX_SECONDS)) {
			throw new RangeError(`seconds: ${seconds} is not a step from 0 to ${MAX_SECONDS} seconds`);
		}
		if (!isRunning) return 0;
		const sum = this.#sum + seconds;
		const added = sum - this.#sum;
		this.#rest += this.#sum - (sum - added) + (seconds - added);
		this.#sum = sum + this.#rest;
		this.#rest -= this.#sum - sum;
		const before = this.#ticks;
		this.#ticks = toTicks(this.#sum * this.#rate);
		const step = this.#ticks - before;
		// After weeks of play ticks would get coarser.
		if (Math.abs(this.#ticks) > MAX_SECONDS * TICKS_PER_SECOND) this.reset(this.#rate);
		return step;
	}
}
