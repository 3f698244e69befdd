import { type FrameSample, SIDES } from '@handreel/core';
import type { JournalEvents } from '@handreel/core/record';

/** What is known of a take that is being recorded. */
export interface TakeStatus {
	readonly frames: number;
	/** Seconds from the first to the newest frame. */
	readonly duration: number;
	/** Frames per second over the last frames; `null` before there are enough. */
	readonly frameRate: number | null;
	/** Frames that are missing between others, judged by their times. */
	readonly dropped: number;
	/** The names of the markers, in order. */
	readonly markers: readonly string[];
	/** What the newest frame shows: `left hand`, `right hand`, `left controller`, `right controller`, `gaze`. */
	readonly tracked: readonly string[];
	readonly isRecording: boolean;
}

/** The number of frames between which the frame rate is measured. */
const WINDOW = 64;
/** A longer interval than this many times the usual one hides a dropped frame. */
const LATE = 1.5;

/** Follows the records of a take. Keeps no frames. */
export class TakeTracker implements JournalEvents {
	readonly #intervals = new Float64Array(WINDOW);
	#count = 0;
	#intervalCount = 0;
	#usual = Number.NaN;
	#firstTime = Number.NaN;
	#lastTime = Number.NaN;
	#dropped = 0;
	#markers: string[] = [];
	#isRecording = false;
	#hasGaze = false;
	#hands = 0;
	#controllers = 0;

	get status(): TakeStatus {
		const tracked = SIDES.flatMap((side, i) => [
			...(this.#hands & (1 << i) ? [`${side} hand`] : []),
			...(this.#controllers & (1 << i) ? [`${side} controller`] : []),
		]);
		return {
			frames: this.#count,
			duration: this.#count === 0 ? 0 : this.#lastTime - this.#firstTime,
			frameRate: Number.isNaN(this.#usual) ? null : 1 / this.#usual,
			dropped: this.#dropped,
			markers: this.#markers,
			tracked: this.#hasGaze ? [...tracked, 'gaze'] : tracked,
			isRecording: this.#isRecording,
		};
	}

	readonly frame = ({ time, gazePresent, hands, controllers }: FrameSample): void => {
		if (this.#count === 0) this.#firstTime = time;
		else this.#addInterval(time - this.#lastTime);
		this.#lastTime = time;
		this.#count++;
		this.#hasGaze = gazePresent;
		this.#hands = (hands.left.tracked ? 1 : 0) | (hands.right.tracked ? 2 : 0);
		this.#controllers = (controllers.left.present ? 1 : 0) | (controllers.right.present ? 2 : 0);
	};

	readonly marker = ({ name }: { readonly name: string }): void => {
		this.#markers.push(name);
	};

	readonly start = (): void => {
		this.#isRecording = true;
		// A pause is not a run of dropped frames.
		this.#lastTime = Number.NaN;
	};

	readonly stop = (): void => {
		this.#isRecording = false;
	};

	readonly discard = (): void => {
		this.#count = 0;
		this.#dropped = 0;
		this.#markers = [];
	};

	#addInterval(interval: number): void {
		if (Number.isNaN(interval)) return;
		if (interval > LATE * this.#usual) this.#dropped += Math.round(interval / this.#usual) - 1;
		this.#intervals[this.#intervalCount++ % WINDOW] = interval;
		if (this.#intervalCount % WINDOW === 0) this.#usual = this.#intervals.toSorted()[WINDOW / 2]!;
	}
}
