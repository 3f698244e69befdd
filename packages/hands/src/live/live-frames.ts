import { createFrameSample, type FrameSample, SIDES, SPACES, type SpaceName } from '@handreel/core';
import type { Filled } from '@handreel/core/internal';
import { blendFrames, copyFrame, turnFrame } from './blend-frames.ts';
import { checkFrame } from './check-frame.ts';

/** Options of {@link LiveFrames}. */
export interface LiveFramesOptions {
	/** Seconds by which playback follows the newest frame, against jitter. Default 0.05. */
	readonly delay?: number | undefined;
	/** Seconds without a frame after which hands and controllers count as lost. Default 0.25. */
	readonly timeout?: number | undefined;
	/** The space of the frames. Default `'unity'`, as recorders take them. */
	readonly space?: SpaceName | undefined;
}

/** Defaults of {@link LiveFramesOptions}. */
export const LIVE_DEFAULTS: Filled<LiveFramesOptions> = { delay: 0.05, timeout: 0.25, space: 'unity' };

/** The most frames per second that the buffer holds for its delay. */
const MAX_FRAME_RATE = 240;
const SPARE_FRAMES = 16;
/** Frames that are this much older than the newest, in seconds, come from a source that started again. */
const RESTART = 1;

/**
 * The last frames of a live source: a capture server, a socket, another player. Keeps copies in a ring and interpolates
 * between them, so that frames may come at any rate and with jitter. Pushing a frame allocates nothing.
 *
 * @example
 * const live = new LiveFrames();
 * live.push(frame); // whenever a frame arrives
 * scene.add(new RecordedHands(live));
 */
export class LiveFrames {
	readonly delay: number;
	readonly timeout: number;
	readonly space: SpaceName;
	readonly #frames: readonly FrameSample[];
	/** The index of the newest frame. */
	#newest = 0;
	/** The number of frames in the ring. */
	#held = 0;
	#count = 0;

	/** Throws `RangeError` or `TypeError` for invalid options. */
	constructor(options: LiveFramesOptions = {}) {
		const { delay = LIVE_DEFAULTS.delay, timeout = LIVE_DEFAULTS.timeout, space = LIVE_DEFAULTS.space } = options;
		for (const [name, value] of Object.entries({ delay, timeout })) {
			if (!(value >= 0 && value <= 10)) throw new RangeError(`${name}: ${value} is not from 0 to 10 seconds`);
		}
		if (!Object.hasOwn(SPACES, space)) {
			throw new TypeError(`space: '${space}' is not one of ${Object.keys(SPACES).join(', ')}`);
		}
		this.delay = delay;
		this.timeout = timeout;
		this.space = space;
		const length = Math.ceil(delay * MAX_FRAME_RATE) + SPARE_FRAMES;
		this.#frames = Array.from({ length }, createFrameSample);
	}

	/** The number of frames pushed so far. */
	get count(): number {
		return this.#count;
	}

	/** The time of the newest frame, or NaN without frames. */
	get newestTime(): number {
		return this.#held === 0 ? Number.NaN : this.#frames[this.#newest]!.time;
	}

	/**
	 * Adds a copy of a frame. Times come from the source, with any origin. A frame older than the newest is dropped, unless it
	 * is a second older: then the source has started again, and the frames before it are dropped. Throws `RangeError` if the
	 * time is not finite, and `TypeError` for a frame without typed arrays, such as one that went through JSON.
	 */
	push(frame: FrameSample): void {
		checkFrame(frame);
		if (!Number.isFinite(frame.time)) throw new RangeError(`frame.time: ${frame.time} is not a finite number`);
		const { newestTime } = this;
		if (frame.time <= newestTime - RESTART) this.#held = 0;
		else if (frame.time < newestTime) return;
		if (frame.time !== newestTime || this.#held === 0) {
			this.#newest = (this.#newest + 1) % this.#frames.length;
			this.#held = Math.min(this.#held + 1, this.#frames.length);
		}
		copyFrame(frame, this.#frames[this.#newest]!);
		this.#count++;
	}

	/**
	 * Fills `out` with the frame at a time of the source, in the given space, and returns it. Positions and rotations are
	 * interpolated; states are those of the frame before. Before the first frame and after the last, the nearest frame is
	 * held, and the hands are lost after the timeout.
	 */
	sample(time: number, out: FrameSample, space: SpaceName): FrameSample {
		const frames = this.#frames;
		const { length } = frames;
		let after = this.#newest;
		let before = after;
		for (let i = 1; i < this.#held && frames[before]!.time > time; i++) {
			after = before;
			before = (before + length - 1) % length;
		}
		const from = frames[before]!;
		if (this.#held === 0 || before === after || from.time >= time) copyFrame(from, out);
		else blendFrames(from, frames[after]!, (time - from.time) / (frames[after]!.time - from.time), out);
		out.time = time;
		if (this.#held === 0 || time > this.newestTime + this.timeout) {
			for (const side of SIDES) {
				out.hands[side].tracked = false;
				out.controllers[side].tracked = false;
			}
		}
		turnFrame(out, this.space, space);
		return out;
	}
}
