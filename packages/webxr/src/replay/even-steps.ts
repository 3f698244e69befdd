/** Adds up steps of equal size without the error of adding them one by one: sixty sixtieths are one. */
export class EvenSteps {
	#start = 0;
	#size = Number.NaN;
	#count = 0;

	/** The sum of a number and a step. */
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
