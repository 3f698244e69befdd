import type { LiveFrames } from '../live/live-frames.ts';

/** The time of playback follows the source at once if it is off by more than this, in seconds. */
const RESYNC = 0.5;
/** How fast the clock follows a source that falls behind, as a fraction per second. */
const DRIFT = 0.2;

/** Maps the time of the program that draws to the time of a live source. Needs no common clock. */
export class LiveClock {
	readonly #live: LiveFrames;
	/** Seconds since the start. */
	#now = 0;
	/** The time of the source minus our own, from the frames that arrived with the least delay. */
	#lead: number = Number.NaN;
	#seen = 0;

	constructor(live: LiveFrames) {
		this.#live = live;
	}

	/** The time of the source to show. NaN before the first frame. */
	get time(): number {
		return this.#now + this.#lead - this.#live.delay;
	}

	advance(seconds: number): number {
		this.#now += seconds;
		const { count, newestTime } = this.#live;
		if (count !== this.#seen) {
			this.#seen = count;
			const lead = newestTime - this.#now;
			const error = lead - this.#lead;
			// Frames that come late pull the clock back slowly: most of them are jitter.
			if (error > 0 || !(Math.abs(error) < RESYNC)) this.#lead = lead;
			else this.#lead += error * Math.min(1, seconds * DRIFT);
		}
		return this.time;
	}
}
