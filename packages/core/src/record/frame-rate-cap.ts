/**
 * Decides which frames a limit of the frame rate lets through.
 *
 * A frame is due an interval after the one before was due, or came if that was later, and may come up to an interval
 * early. So frames that arrive at the allowed rate all pass, even if each is off by up to half an interval, and faster
 * ones are thinned out to just that rate. MRTK compares each frame with the moment it is due and thereby loses every
 * frame that jitter brings early.
 */
export class FrameRateCap {
	readonly #interval: number;
	#due: number = Number.NEGATIVE_INFINITY;

	/** Frames per second; `Infinity` lets everything through. */
	constructor(frameRate: number) {
		this.#interval = 1 / frameRate;
	}

	/** Whether a frame at this time passes. Times must increase. */
	admits(time: number): boolean {
		if (time < this.#due - this.#interval) return false;
		this.#due = Math.max(this.#due, time) + this.#interval;
		return true;
	}

	/** Forgets the frames so far. */
	reset(): void {
		this.#due = Number.NEGATIVE_INFINITY;
	}
}
