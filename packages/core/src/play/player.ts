import type { Recording } from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import { createFrameSample, type FrameSample } from '../sample/frame-sample.ts';
import type { SampleOptions } from '../sample/options.ts';
import { createSampler, type Sampler } from '../sample/sampler.ts';
import { Clock, MAX_SECONDS, toSeconds, toTicks } from './clock.ts';
import { listKeyTimes } from './key-times.ts';
import { ListenerTable, type PlayerEvents } from './player-events.ts';
import { type PlayerWrap, Playhead } from './playhead.ts';
import { recordedWrap } from './recorded-wrap.ts';
import { listMoments, type Moment } from './timeline.ts';

/** A part of a recording, in seconds. */
export interface PlayerRange {
	readonly start: number;
	readonly end: number;
}

/** How a {@link Player} plays, and how it samples. */
export interface PlayerOptions extends SampleOptions {
	/**
	 * What happens at the end, as Unity's wrap modes say for a clip. `'once'` (default, and what MRTK's player does): play
	 * stops and goes back to the beginning. `'loop'`: goes on at the beginning. `'ping-pong'`: goes back and forth.
	 * `'clamp-forever'`: holds the last frame and never stops. `'recorded'`: the mode that the curves of the recording
	 * have after their last key, `'once'` if they do not agree or leave it open; MRTK writes ClampForever.
	 */
	readonly wrap?: PlayerWrap | 'recorded';
	/** How fast to play: 1 (default) as recorded, negative backwards. */
	readonly rate?: number;
	/** The part to play. Default: from 0 to the duration. */
	readonly range?: PlayerRange;
}

const WRAPS: readonly PlayerWrap[] = ['once', 'loop', 'ping-pong', 'clamp-forever'];

/**
 * Plays a recording: its frame is that of a time, which {@link advance} moves on. There is no other clock.
 *
 * Where it is, and what it tells its listeners, depends only on the sum of the steps, not on how many they are. Times are
 * kept in units of 2^-30 s, a nanosecond, which are exact for the times of keys.
 *
 * @example
 * const player = new Player(recording, { wrap: 'loop', space: 'webxr' });
 * player.on('pinch', ({ side, pinching }) => console.log(side, pinching));
 * player.play();
 * const { hands } = player.advance(1 / 60); // once per frame
 */
export class Player {
	/** What is recorded at {@link time}. Always the same object, filled again and again. */
	readonly frame: FrameSample = createFrameSample();
	readonly recording: Recording;
	readonly #sampler: Sampler;
	readonly #defaultWrap: number;
	readonly #listeners = new ListenerTable();
	readonly #clock: Clock;
	readonly #head: Playhead;
	#range: PlayerRange;
	#keyTimes: Float32Array | null = null;
	#isPlaying = false;
	#isWalking = false;
	/** The time it was put at, if it has not moved since. */
	#soughtTime: number | null = null;

	/**
	 * A player at the beginning that waits for {@link play}. Compiles the recording, which it shares. Throws `RangeError`
	 * or `TypeError` for options that make no sense, and for a recording whose duration is not finite without a range.
	 */
	constructor(recording: Recording, options: PlayerOptions = {}) {
		const { wrap = 'once', rate = 1 } = options;
		const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
		const { range = { start: 0, end: recording.duration } } = options;
		this.recording = recording;
		this.#sampler = createSampler(recording, options);
		this.#defaultWrap = defaultWrap;
		this.#clock = new Clock(checkRate(rate));
		this.#range = checkRange(range);
		const { start, end } = this.#range;
		const mode = wrap === 'recorded' ? recordedWrap(recording, defaultWrap) : checkWrap(wrap);
		this.#head = new Playhead(this.#listeners, this.#listMoments(), toTicks(start), toTicks(end), mode);
		this.#put(this.#beginning);
	}

	/** Seconds. Inside a listener, the moment that it is told about. */
	get time(): number {
		const { tick, start, end } = this.#head;
		if (this.#soughtTime !== null) return this.#soughtTime;
		return tick === end ? this.#range.end : tick === start ? this.#range.start : toSeconds(tick);
	}

	get isPlaying(): boolean {
		return this.#isPlaying;
	}

	/** How fast it plays; negative is backwards. Setting it throws `RangeError` for what is not finite. */
	get rate(): number {
		return this.#clock.rate;
	}

	set rate(rate: number) {
		this.#clock.reset(checkRate(rate));
		this.#head.interrupt();
	}

	/** What happens at the end. */
	get wrap(): PlayerWrap {
		return this.#head.wrap;
	}

	set wrap(wrap: PlayerWrap) {
		this.#head.wrap = checkWrap(wrap);
		this.#head.interrupt();
	}

	/** The part that is played. Setting it moves the time into it, without events. Throws `RangeError` for none. */
	get range(): PlayerRange {
		return this.#range;
	}

	set range(range: PlayerRange) {
		const { time } = this;
		this.#range = checkRange(range);
		const { start, end } = this.#range;
		this.#head.setRange(this.#listMoments(), toTicks(start), toTicks(end));
		this.#put(time);
	}

	/** Starts to play, or goes on, from the current time. */
	play(): void {
		if (this.#isPlaying) return;
		this.#isPlaying = true;
		this.#clock.reset(this.rate);
	}

	/** Stays where it is. */
	pause(): void {
		this.#isPlaying = false;
		this.#head.interrupt();
	}

	/** Stays at the beginning of the range; with a rate below 0 at its end, where such play begins. Fires no events. */
	stop(): void {
		this.#isPlaying = false;
		this.#put(this.#beginning);
	}

	/**
	 * Goes to a time, or as near as the range allows, and returns the frame. A jump: nothing on the way counts as passed;
	 * a marker exactly at the new time is reached when play goes on. Throws `RangeError` for what is not a number.
	 */
	seek(time: number): FrameSample {
		if (typeof time !== 'number' || Number.isNaN(time)) throw new RangeError(`time: ${time} is not a number`);
		this.#put(time);
		return this.frame;
	}

	/**
	 * Goes so many recorded key times on (below 0: back) within the range, and returns the frame. A jump like
	 * {@link seek}. Stays where no key is left. Throws `RangeError` for what is not a whole number.
	 */
	stepKeys(count: number): FrameSample {
		if (!Number.isSafeInteger(count)) throw new RangeError(`count: ${count} is not a whole number`);
		const { time } = this;
		const { start, end } = this.#range;
		this.#keyTimes ??= listKeyTimes(this.recording);
		const keys = this.#keyTimes.filter((key) => key >= start && key <= end && (count > 0 ? key > time : key < time));
		if (count === 0 || keys.length === 0) return this.frame;
		const index = count > 0 ? Math.min(count, keys.length) - 1 : Math.max(keys.length + count, 0);
		return this.seek(keys[index]!);
	}

	/**
	 * Moves on by so many seconds, times the rate, while playing; fires what happens on the way, in order; returns the
	 * frame. At one moment left tracked comes first, then right tracked, left pinch, right pinch, markers in file order,
	 * and last `looped` or `ended`; backwards the other way round.
	 *
	 * A listener that seeks, stops or sets the range ends the step at once; one that pauses or sets rate or wrap ends it
	 * when everything of the same moment has been told. What is left of the step is dropped. Throws `RangeError` for a
	 * step below 0 or beyond 48 days, and `TypeError` when a listener calls it.
	 */
	advance(seconds: number): FrameSample {
		if (this.#isWalking) throw new TypeError('advance: a listener of the same player cannot call it');
		const ticks = this.#clock.advance(seconds, this.#isPlaying);
		if (ticks === 0) return this.frame;
		this.#soughtTime = null;
		this.#isWalking = true;
		try {
			if (this.#head.walk(ticks) === 'ended') {
				const { time } = this;
				this.stop();
				this.#listeners.emit('ended', { time });
			}
		} finally {
			this.#isWalking = false;
			this.#sampler.sampleFrame(this.time, this.frame);
		}
		return this.frame;
	}

	/** Calls a function at every event of a type. Returns a function that ends this. Throws `TypeError` for other types. */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		return this.#listeners.add(type, listener);
	}

	get #beginning(): number {
		return this.rate < 0 ? this.#range.end : this.#range.start;
	}

	#put(time: number): void {
		const { start, end } = this.#range;
		this.#soughtTime = Math.min(Math.max(time, start), end);
		this.#head.jump(toTicks(this.#soughtTime));
		this.#clock.reset(this.rate);
		this.#sampler.sampleFrame(this.#soughtTime, this.frame);
	}

	#listMoments(): Moment[] {
		return listMoments(this.recording, this.#range.start, this.#range.end, this.#defaultWrap);
	}
}

function checkRate(rate: number): number {
	if (!Number.isFinite(rate)) throw new RangeError(`rate: ${rate} is not finite`);
	return rate;
}

function checkWrap(wrap: PlayerWrap): PlayerWrap {
	if (!WRAPS.includes(wrap)) throw new TypeError(`wrap: '${wrap}' is none of ${WRAPS.join(', ')}`);
	return wrap;
}

function checkRange({ start, end }: PlayerRange): PlayerRange {
	if (!(start <= end && Math.abs(start) <= MAX_SECONDS && Math.abs(end) <= MAX_SECONDS)) {
		throw new RangeError(`range: ${start} to ${end} is not a part of a recording of up to ${MAX_SECONDS} seconds`);
	}
	return { start, end };
}
