/** The viewport scale of one view of a session. */
export class ViewScale {
	/** What the page has requested: above 0, at most 1. */
	#requested = 1;
	#current = 1;
	#frame: object | null = null;

	/** Takes a request of the page. Values that are not above 0 are ignored. */
	request(scale: number | null): void {
		if (Number(scale) > 0) this.#requested = Math.min(1, Number(scale));
	}

	/** Returns the scale in a frame. Later requests take effect in the next frame. */
	use(frame: object): number {
		if (frame !== this.#frame) this.#current = this.#requested;
		this.#frame = frame;
		return this.#current;
	}
}
