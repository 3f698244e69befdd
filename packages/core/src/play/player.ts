import { listKeyTimes } from '../curves/key-times.ts';
import { checkRecording } from '../model/check-recording.ts';
import { listCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import { readWrapMode, WRAP_MODES } from '../model/wrap-mode.ts';
import { createFrameSample, type FrameSample, type SampleOptions } from '../sample/frame-sample.ts';
import { createSampler, type Sampler } from '../sample/sampler.ts';
import { EventClock, ListenerTable, type PlayerEvents } from './event-clock.ts';
import {
	PLAYBACK_DEFAULTS,
	PLAYBACK_WRAPS,
	type PlaybackClockOptions,
	type PlaybackRange,
	type PlaybackWrap,
} from './playback-clock.ts';
import { listMoments } from './timeline.ts';

/** Options of a {@link Player}. */
export interface PlayerOptions extends SampleOptions, Pick<PlaybackClockOptions, 'speed'> {
	/**
	 * What happens at the end, named after Unity's wrap modes. `'once'` (default, and MRTK's behavior): playback stops and
	 * goes back to the beginning. `'loop'`: it continues from the beginning. `'ping-pong'`: it plays back and forth.
	 * `'clamp-forever'`: it holds the last frame and never stops. `'recorded'`: the wrap mode that the curves of the
	 * recording have after their last key, or `'once'` if the curves differ or leave it open; MRTK writes ClampForever.
	 */
	readonly wrap?: PlaybackWrap | 'recorded' | undefined;
	/** The span to play, in seconds. Default: from 0 to the duration. */
	readonly range?: PlaybackRange | undefined;
	/**
	 * Compiles the recording for sampling. Default: core's plain sampler. Pass `createSimdSampler` of `@handreel/core/simd` for
	 * SIMD instructions where the page allows WebAssembly.
	 */
	readonly createSampler?: ((recording: Recording, options: SampleOptions) => Sampler) | undefined;
}

/**
 * Plays a recording: samples the frame at the time of a {@link PlaybackClock}, and fires events. The time moves only when
 * {@link advance} is called.
 *
 * Its time and its events depend only on the sum of the steps, not on how many there are.
 *
 * @example
 * const player = new Player(recording, { wrap: 'loop', space: 'webxr' });
 * player.on('pinch', ({ side, pinching }) => console.log(side, pinching));
 * player.on('button', ({ side, name, pressed }) => console.log(side, name, pressed));
 * player.play();
 * const { hands } = player.advance(1 / 60); // once per frame
 */
export class Player {
	/** The frame at {@link time}. Always the same object; every step fills it again. */
	readonly frame: FrameSample = createFrameSample();
	readonly recording: Recording;
	readonly #sampler: Sampler;
	readonly #defaultWrap: number;
	readonly #listeners = new ListenerTable();
	readonly #clock: EventClock;
	#keyTimes: Float32Array | null = null;
	#isAdvancing = false;

	/**
	 * Creates a paused player at the beginning. Compiles the recording, which it shares. Throws `RangeError` or `TypeError`
	 * for invalid options, and for a recording whose duration is not finite if there is no range.
	 */
	constructor(recording: Recording, options: PlayerOptions = {}) {
		checkRecording(recording);
		const { wrap = PLAYBACK_DEFAULTS.wrap, speed = PLAYBACK_DEFAULTS.speed } = options;
		const { range = { start: 0, end: recording.duration } } = options;
		const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
		this.recording = recording;
		this.#sampler = (options.createSampler ?? createSampler)(recording, options);
		this.#defaultWrap = defaultWrap;
		const clockWrap = wrap === 'recorded' ? recordedWrap(recording, defaultWrap) : wrap;
		this.#clock = new EventClock(this.#listeners, { speed, range, wrap: clockWrap });
		this.#updateMoments();
		this.#sample();
	}

	/** The current time in seconds. Inside a listener, the time of the event. */
	get time(): number {
		return this.#clock.time;
	}

	get isPlaying(): boolean {
		return this.#clock.isPlaying;
	}

	/** Playback speed; negative is backwards. Setting it throws `RangeError` if it is not finite. */
	get speed(): number {
		return this.#clock.speed;
	}

	set speed(speed: number) {
		this.#clock.speed = speed;
	}

	/** What happens at the end. Setting it throws `TypeError` for an unknown wrap mode. */
	get wrap(): PlaybackWrap {
		return this.#clock.wrap;
	}

	set wrap(wrap: PlaybackWrap) {
		this.#clock.wrap = wrap;
	}

	/** The span that is played. Setting it moves the time into it, without events. Throws `RangeError` if it is invalid. */
	get range(): PlaybackRange {
		return this.#clock.range;
	}

	set range(range: PlaybackRange) {
		this.#clock.range = range;
		this.#updateMoments();
		this.#sample();
	}

	/** Starts or resumes playback from the current time. */
	play(): void {
		this.#clock.play();
	}

	/** Pauses at the current time. */
	pause(): void {
		this.#clock.pause();
	}

	/** Pauses and returns to the start of the range, or to its end if the speed is negative. Fires no events. */
	stop(): void {
		this.#clock.stop();
		this.#sample();
	}

	/**
	 * Jumps to a time, clamped to the range, and returns its frame. Fires no events; a marker exactly at the new time is
	 * reached when playback continues. Throws `RangeError` if the time is not a number.
	 */
	seek(time: number): FrameSample {
		this.#clock.seek(time);
		return this.#sample();
	}

	/**
	 * Jumps forward by a number of recorded key times (backward if negative) within the range, and returns the frame. Fires
	 * no events. Stops at the last key. Throws `RangeError` if the count is not an integer.
	 */
	stepKeys(count: number): FrameSample {
		if (!Number.isSafeInteger(count)) throw new RangeError(`count: ${count} is not an integer`);
		const { time } = this;
		const { start, end } = this.range;
		this.#keyTimes ??= listKeyTimes(this.recording);
		const keys = this.#keyTimes.filter((key) => key >= start && key <= end && (count > 0 ? key > time : key < time));
		if (count === 0 || keys.length === 0) return this.frame;
		const index = count > 0 ? Math.min(count, keys.length) - 1 : Math.max(keys.length + count, 0);
		return this.seek(keys[index]!);
	}

	/**
	 * Moves on by `seconds` times the speed while playing, fires the events on the way in order, and returns the frame.
	 * Events at the same time fire in this order: left tracked, right tracked, left pinch, right pinch, left and right
	 * controller, buttons of the left and the right controller, markers in file order, events in the order of their
	 * tracks, `looped` or `ended`. Backwards, the order of all but the last is reversed.
	 *
	 * A listener that seeks, stops, or sets the range ends the step at once. A listener that pauses, or sets speed or wrap,
	 * ends it after all events at that time. The rest of the step is dropped. Throws `RangeError` for a step that is
	 * negative or beyond 48 days, and `TypeError` if a listener calls it.
	 */
	advance(seconds: number): FrameSample {
		if (this.#isAdvancing) throw new TypeError('advance: a listener must not advance its own player');
		const before = this.time;
		this.#isAdvancing = true;
		try {
			const time = this.#clock.advance(seconds);
			if (this.#clock.hasEnded) {
				this.stop();
				this.#listeners.emit('ended', { time });
			}
		} finally {
			this.#isAdvancing = false;
			if (this.time !== before) this.#sample();
		}
		return this.frame;
	}

	/** Adds a listener for a type of event. Returns a function that removes it. Throws `TypeError` for an unknown type. */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		return this.#listeners.add(type, listener);
	}

	#sample(): FrameSample {
		return this.#sampler.sampleFrame(this.time, this.frame);
	}

	#updateMoments(): void {
		const { start, end } = this.range;
		this.#clock.moments = listMoments(this.recording, start, end, this.#defaultWrap);
	}
}

// The wrap mode that all curves with keys have after their last key; `'once'` if they differ.
function recordedWrap(recording: Recording, defaultWrap: number): PlaybackWrap {
	const modes = new Set<number>();
	for (const { count, postWrap } of listCurves(recording)) {
		if (count > 0) modes.add(postWrap === WRAP_MODES.default ? defaultWrap : postWrap);
	}
	const [mode] = modes.size === 1 ? modes : [];
	return PLAYBACK_WRAPS.find((name) => WRAP_MODES[name] === mode) ?? PLAYBACK_DEFAULTS.wrap;
}
