/** Adds up steps of equal size without accumulating rounding errors: 60 steps of 1/60 are exactly 1. */
export class EvenSteps {
	#start = 0;
	#size = Number.NaN;
	#count = 0;

	/** Returns `number + size`. */
	add(number: number, size: number): number {
		const isNext = size === this.#size && number === this.#start + this.#count * this.#size;
		if (!isNext) {
			this.#start = number;
			this.#size = size;
			this.#count = 0;
		}
		this.#count++;
		return this.#start + this.#count * this.#size;
	}
}
