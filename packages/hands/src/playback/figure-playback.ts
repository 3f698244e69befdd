import { createFrameSample, type FrameSample, type Recording, SIDES, type Side, type SpaceName } from '@handreel/core';
import { checkRecording, DEFAULT_SPACE } from '@handreel/core/internal';
import { Player, type PlayerEvents, type PlayerOptions } from '@handreel/core/play';
import { createSimdSampler } from '@handreel/core/simd';
import { LiveFrames } from '../live/live-frames.ts';
import { LiveClock } from './live-clock.ts';
import { shareSampler } from './share-sampler.ts';

/**
 * Where figures get their frames: a recording, which gets its own player; a player, which you advance, so that several
 * figures can share it; or live frames.
 */
export type FigureSource = Recording | Player | LiveFrames;

/** Options of {@link FigurePlayback}: those of the player for a recording, and the time of fading. */
export interface FigurePlaybackOptions extends PlayerOptions {
	/** Seconds in which a hand fades in and out when it is found and lost. 0 shows and hides it at once. Default 0.2. */
	readonly fade?: number | undefined;
	/** Whether playback of a recording starts by itself. Default true. */
	readonly autoplay?: boolean | undefined;
	/**
	 * Compiles the recording for sampling. Default: `createSimdSampler` of `@handreel/core/simd`, which works without WebAssembly,
	 * too. A page whose policy forbids WebAssembly reports the attempt once; `createSampler` of `@handreel/core` avoids it.
	 */
	readonly createSampler?: NonNullable<PlayerOptions['createSampler']> | undefined;
}

/** Defaults of {@link FigurePlaybackOptions}. */
const FIGURE_DEFAULTS: Readonly<Required<Pick<FigurePlaybackOptions, 'fade' | 'autoplay' | 'wrap' | 'createSampler'>>> =
	{
		fade: 0.2,
		autoplay: true,
		wrap: 'loop',
		createSampler: createSimdSampler,
	};

/** The events of live frames: states that changed since the last frame. */
const LIVE_EVENTS: ReadonlyArray<keyof PlayerEvents> = ['tracked', 'pinch', 'controller'];

/**
 * Drives a figure: the frame to draw, and how visible each hand is. Renderers build on it; use it to write one of your own.
 *
 * A hand that is lost keeps its last pose while it fades out, because the joints between two tracked spans are guesses:
 * draw new joints only while `frame.hands[side].tracked`. A frame allocates no objects, only some boxed numbers.
 *
 * @example
 * const playback = new FigurePlayback(recording, { space: 'webxr' });
 * const { hands } = playback.update(1 / 60); // once per frame
 * save(hands.left.joints, playback.opacity.left);
 */
export class FigurePlayback {
	/** The player; `null` for live frames. */
	readonly player: Player | null;
	/** The live frames; `null` for a recording. */
	readonly live: LiveFrames | null;
	/** The frame to draw. Always the same object. */
	readonly frame: FrameSample;
	/** How visible each hand is, from 0 to 1. */
	readonly opacity: Record<Side, number> = { left: 0, right: 0 };
	readonly #fade: number;
	readonly #isOwnPlayer: boolean;
	readonly #space: SpaceName;
	readonly #clock: LiveClock | null;
	readonly #states: Record<Side, LiveStates> = {
		left: { tracked: false, pinching: false, controller: false },
		right: { tracked: false, pinching: false, controller: false },
	};
	#listeners: readonly LiveListener[] = [];

	/** Throws `TypeError` or `RangeError` for an invalid source or invalid options. */
	constructor(source: FigureSource, options: FigurePlaybackOptions = {}) {
		const { fade = FIGURE_DEFAULTS.fade, autoplay = FIGURE_DEFAULTS.autoplay } = options;
		if (!(fade >= 0 && fade <= 10)) throw new RangeError(`fade: ${fade} is not from 0 to 10 seconds`);
		if (!(source instanceof Player || source instanceof LiveFrames))
			checkRecording(source, 'source', 'a recording, a Player or LiveFrames');
		this.#fade = fade;
		this.#space = options.space ?? DEFAULT_SPACE;
		this.live = source instanceof LiveFrames ? source : null;
		this.#isOwnPlayer = this.live === null && !(source instanceof Player);
		if (source instanceof Player) this.player = source;
		else if (source instanceof LiveFrames) this.player = null;
		else {
			const { wrap = FIGURE_DEFAULTS.wrap, createSampler = FIGURE_DEFAULTS.createSampler } = options;
			this.player = new Player(source, { ...options, wrap, createSampler: shareSampler(createSampler) });
		}
		this.frame = this.player?.frame ?? createFrameSample();
		this.#clock = this.live && new LiveClock(this.live);
		if (this.#isOwnPlayer && autoplay) this.player?.play();
		this.#showTracked();
	}

	/** The time of the frame in seconds: of the recording, or of the live source. */
	get time(): number {
		return this.player?.time ?? this.frame.time;
	}

	/**
	 * Moves on by some seconds, fades the hands and returns the frame. A negative step counts as 0: the time of the first
	 * frame may be before the start of a timer. A player that was passed in is not advanced: do it once for all its figures.
	 * Throws `RangeError` for a step that is not a number.
	 */
	update(seconds: number): FrameSample {
		const elapsed = Math.max(0, seconds);
		if (Number.isNaN(elapsed)) throw new RangeError(`seconds: ${seconds} is not a number`);
		if (this.#isOwnPlayer) this.player?.advance(elapsed);
		const { live } = this;
		if (live !== null && this.#clock !== null) {
			const time = this.#clock.advance(elapsed);
			if (live.count > 0) live.sample(time, this.frame, this.#space);
			this.#tellChanges();
		}
		const step = this.#fade === 0 ? 1 : elapsed / this.#fade;
		for (const side of SIDES) {
			const target = this.frame.hands[side].tracked ? 1 : 0;
			const opacity = this.opacity[side];
			this.opacity[side] = target > opacity ? Math.min(target, opacity + step) : Math.max(target, opacity - step);
		}
		return this.frame;
	}

	/** Jumps to a time, without fading and without events, and returns the frame. Throws `TypeError` for live frames. */
	setTime(seconds: number): FrameSample {
		if (this.player === null) throw new TypeError('setTime: live frames have no time to jump to');
		this.player.seek(seconds);
		this.#showTracked();
		return this.frame;
	}

	/**
	 * Adds a listener and returns a function that removes it. Live frames have the events `tracked`, `pinch` and
	 * `controller`. Throws `TypeError` for an unknown type.
	 */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		if (this.player !== null) return this.player.on(type, listener);
		if (!LIVE_EVENTS.includes(type)) throw new TypeError(`type: '${type}' is not one of ${LIVE_EVENTS.join(', ')}`);
		const entry: LiveListener = { type, call: listener as LiveListener['call'] };
		this.#listeners = [...this.#listeners, entry];
		return () => {
			this.#listeners = this.#listeners.filter((other) => other !== entry);
		};
	}

	#showTracked(): void {
		for (const side of SIDES) this.opacity[side] = this.frame.hands[side].tracked ? 1 : 0;
	}

	#tellChanges(): void {
		const { hands, controllers, time } = this.frame;
		for (const side of SIDES) {
			const states = this.#states[side];
			const { tracked } = hands[side];
			const pinching = tracked && hands[side].pinching;
			const controller = controllers[side].present && controllers[side].tracked;
			if (tracked !== states.tracked) this.#emit('tracked', { time, side, tracked });
			if (pinching !== states.pinching) this.#emit('pinch', { time, side, pinching });
			if (controller !== states.controller) this.#emit('controller', { time, side, tracked: controller });
			states.tracked = tracked;
			states.pinching = pinching;
			states.controller = controller;
		}
	}

	#emit<K extends keyof PlayerEvents>(type: K, event: PlayerEvents[K]): void {
		for (const listener of this.#listeners) if (listener.type === type) listener.call(event);
	}
}

interface LiveStates {
	tracked: boolean;
	pinching: boolean;
	controller: boolean;
}

interface LiveListener {
	readonly type: keyof PlayerEvents;
	call(event: object): void;
}
