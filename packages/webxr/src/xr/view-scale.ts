/** The viewport scale of one view of a session. */
export class ViewScale {
	/** What the page has requested: above 0, at most 1. */
	#requested = 1;
	#current = 1;
	#isModifiable = true;

	/** Takes a request of the page. Values that are not above 0 are ignored. */
	request(scale: number | null | undefined): void {
		if (Number(scale) > 0) this.#requested = Math.min(1, Number(scale));
	}

	/** Starts an animation frame. */
	startFrame(): void {
		this.#isModifiable = true;
	}

	/** Returns the scale of this frame. Later requests take effect in the next frame. */
	use(): number {
		if (this.#isModifiable) this.#current = this.#requested;
		this.#isModifiable = false;
		return this.#current;
	}
}
