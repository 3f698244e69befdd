/**
 * Limits the frame rate: decides which frames to keep.
 *
 * A frame is due one interval after the previous frame was due (or arrived, if that was later), and may arrive up to one
 * interval early. So frames at the allowed rate all pass, even with a jitter of half an interval, and faster frames are
 * thinned to exactly that rate. MRTK accepts no early frame, so it loses every frame that jitter brings early.
 */
export class FrameRateCap {
	readonly #interval: number;
	#due: number = Number.NEGATIVE_INFINITY;

	/** `frameRate`: frames per second; `Infinity` accepts every frame. */
	constructor(frameRate: number) {
		this.#interval = 1 / frameRate;
	}

	/** Whether to keep a frame at this time. Times must increase. */
	admits(time: number): boolean {
		if (time < this.#due - this.#interval) return false;
		this.#due = Math.max(this.#due, time) + this.#interval;
		return true;
	}

	/** Forgets the previous frames. */
	reset(): void {
		this.#due = Number.NEGATIVE_INFINITY;
	}
}
