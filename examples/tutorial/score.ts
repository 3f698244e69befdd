/** A distance of the fingertips, in meters, that scores no points. */
const FAR = 0.15;

/** Scores how closely a finger follows a ghost: 100 for the same place, 0 for 15 cm and more. */
export class Score {
	#sum = 0;
	#count = 0;

	/** Adds the distance in meters of a frame. Ignores frames without a finger, whose distance is infinite. */
	add(distance: number): void {
		if (!Number.isFinite(distance)) return;
		this.#sum += Math.max(0, 1 - distance / FAR);
		this.#count++;
	}

	/** From 0 to 100, or `null` before the first comparison. */
	get percent(): number | null {
		return this.#count === 0 ? null : (100 * this.#sum) / this.#count;
	}

	reset(): void {
		this.#sum = 0;
		this.#count = 0;
	}
}
