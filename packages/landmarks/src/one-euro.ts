/** How much to smooth. */
export interface Smoothing {
	/** The frequency below which movements at rest pass, in hertz: lower values remove more noise. */
	readonly cutoff: number;
	/** How much the frequency rises with the speed: higher values lag less. */
	readonly speedFactor: number;
}

/** The frequency of the filter of the speed, in hertz. */
const SPEED_CUTOFF = 1;

/** Returns the share of a new value in the average of a filter. */
export function findShare(cutoff: number, elapsed: number): number {
	const turn = 2 * Math.PI * cutoff * elapsed;
	return turn / (turn + 1);
}

/** The One Euro filter of values that change together: what rests is smoothed, what moves follows. */
export class OneEuroFilter {
	readonly #smoothing: Smoothing;
	readonly #values: Float64Array;
	readonly #speeds: Float64Array;
	#isEmpty = true;

	constructor(count: number, smoothing: Smoothing) {
		this.#smoothing = smoothing;
		this.#values = new Float64Array(count);
		this.#speeds = new Float64Array(count);
	}

	reset(): void {
		this.#isEmpty = true;
	}

	/** Replaces values by smoothed ones. */
	apply(values: Float64Array, elapsed: number): void {
		const { cutoff, speedFactor } = this.#smoothing;
		const speedShare = findShare(SPEED_CUTOFF, elapsed);
		for (let i = 0; i < this.#values.length; i++) {
			const value = values[i]!;
			if (this.#isEmpty) {
				this.#values[i] = value;
				this.#speeds[i] = 0;
				continue;
			}
			const last = this.#values[i]!;
			this.#speeds[i]! += speedShare * ((value - last) / elapsed - this.#speeds[i]!);
			const share = findShare(cutoff + speedFactor * Math.abs(this.#speeds[i]!), elapsed);
			values[i] = this.#values[i] = last + share * (value - last);
		}
		this.#isEmpty = false;
	}
}
