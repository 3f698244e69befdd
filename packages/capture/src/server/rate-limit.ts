/** Limits bytes per second, with a reserve for bursts. */
export class RateLimit {
	readonly #perMs: number;
	readonly #burst: number;
	#left: number;
	#at: number;

	/** `now` is in milliseconds, of a clock that nobody sets, such as `performance.now()`. */
	constructor(bytesPerSecond: number, burst: number, now: number) {
		this.#perMs = bytesPerSecond / 1000;
		this.#burst = burst;
		this.#left = burst;
		this.#at = now;
	}

	/** Takes bytes and returns how many milliseconds to wait before taking more. */
	take(bytes: number, now: number): number {
		const passed = Math.max(0, now - this.#at);
		this.#left = Math.min(this.#burst, this.#left + passed * this.#perMs) - bytes;
		this.#at = now;
		return this.#left >= 0 ? 0 : Math.ceil(-this.#left / this.#perMs);
	}
}
