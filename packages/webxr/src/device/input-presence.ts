/** Tracks whether something that was recorded is an input. */
export class InputPresence {
	isPresent = false;
	#lastSeen: number = Number.NEGATIVE_INFINITY;
	readonly #timeout: number;

	/** `timeout`: seconds for which a lost input stays. */
	constructor(timeout: number) {
		this.#timeout = timeout;
	}

	/** Updates {@link isPresent}. A lost input leaves at once after a jump, or if another input has taken its place. */
	update(time: number, isTracked: boolean, isReplaced: boolean): void {
		if (isTracked) this.#lastSeen = time;
		const isExpired = isReplaced || !(time - this.#lastSeen < this.#timeout);
		this.isPresent = isTracked || (this.isPresent && !isExpired);
	}
}
