import type { Recording, Side } from '@handreel/core';
import { PlaybackClock } from '@handreel/core/play';
import {
	checkOptions,
	checkPositive,
	REPLAY_DEFAULTS,
	type RenderMode,
	type ReplayOptions,
} from '../device/replay-options.ts';
import { Tracker } from '../device/tracker.ts';
import { Drawing } from '../page/drawing.ts';
import { PageClock } from '../page/page-clock.ts';
import { checkState } from '../xr/internal.ts';
import type { Visibility } from '../xr/session-state.ts';
import { EvenSteps } from './even-steps.ts';
import type { InstallRuntime, ReplayRuntime } from './replay-runtime.ts';

/** Something that happened to a session. */
export interface ReplayEvent {
	/** The name of the WebXR event; `sessionstart`, `sessionrefused` and `end` for the session itself. */
	readonly type: string;
	/** Seconds in the recording. */
	readonly time: number;
	/** Of `selectstart`, `select` and `selectend`. */
	readonly side?: Side;
	/** Of `inputsourceschange`: `left`, `right`, `gaze`. */
	readonly added?: readonly string[];
	readonly removed?: readonly string[];
	/** Of `visibilitychange`. */
	readonly visibility?: Visibility;
	/** Of `sessionstart` and `sessionrefused`. */
	readonly mode?: string;
	/** Of `sessionrefused`: the error that the page got. */
	readonly reason?: string;
}

/** Something that a callback of the page threw. */
export interface ReplayError {
	readonly error: unknown;
	/** Seconds in the recording. */
	readonly time: number;
}

/** Times closer than this are the same: a nanosecond. */
const SAME_TIME = 1e-9;

/**
 * Replays a recording: moves the page's clock frame by frame, and with it the head, hands and eyes that the page sees.
 *
 * The recording begins with the first frame of the first immersive session, or of an inline session if there is no other.
 */
export class ReplayDriver {
	readonly recording: Recording;
	/** Which frames are drawn. */
	render: RenderMode;
	/** What happened, in order. */
	readonly events: ReplayEvent[] = [];
	/** What callbacks of the page threw, in order; also reported as uncaught errors. */
	readonly errors: ReplayError[] = [];
	/** How many frames the page has run. */
	frames = 0;
	readonly #tracker: Tracker;
	readonly #clock: PageClock;
	readonly #drawing: Drawing = new Drawing();
	readonly #interval: number;
	/** The windows that follow, each with what lets it go again. */
	readonly #windows: Map<ReplayRuntime, () => void> = new Map();
	/** The browser's own. */
	readonly #requestFrame: typeof requestAnimationFrame = requestAnimationFrame.bind(globalThis);
	/** The time in the recording. It plays from the first frame of the session on. */
	readonly #playback: PlaybackClock = new PlaybackClock();
	readonly #steps: EvenSteps = new EvenSteps();
	#hasImmersed = false;
	#isJump = false;
	#isBusy = false;
	#stop: (() => void) | null = null;

	/** For {@link installReplay} and the like. Throws `RangeError` for options that make no sense. */
	constructor(recording: Recording, options: ReplayOptions) {
		const {
			frameRate = REPLAY_DEFAULTS.frameRate,
			startDate = REPLAY_DEFAULTS.startDate,
			render = REPLAY_DEFAULTS.render,
		} = options;
		checkOptions(options);
		this.recording = recording;
		this.render = render;
		this.#interval = 1000 / frameRate;
		this.#tracker = new Tracker(recording, options);
		this.#clock = new PageClock(startDate);
		this.#tracker.sample(0);
	}

	/** Replays into a window, until that shows another document: the page, or a frame of the same origin inside it. */
	adopt(scope: typeof globalThis & Window, install: InstallRuntime): void {
		const report = (error: unknown): void => {
			this.errors.push({ error, time: this.time });
			scope.reportError(error);
		};
		const runtime = install({
			tracker: this.#tracker,
			report,
			log: (type, details) => this.#log(type, details),
		});
		const undo = [() => runtime.uninstall(), this.#clock.adopt(scope, report), this.#drawing.adopt(scope)];
		this.#windows.set(runtime, () => {
			for (const step of undo.reverse()) step();
			this.#windows.delete(runtime);
		});
		// Our own window takes the driver with it.
		if (scope === globalThis) return;
		scope.addEventListener('pagehide', () => {
			void runtime.endSession();
			this.#windows.get(runtime)?.();
		});
	}

	/** Recorded seconds per second of the page. Default 1. Setting it throws `RangeError` unless it is above 0. */
	get speed(): number {
		return this.#playback.speed;
	}

	set speed(speed: number) {
		checkPositive('speed', speed);
		this.#playback.speed = speed;
	}

	/** Seconds in the recording, of the last frame that the page saw. */
	get time(): number {
		return this.#playback.time;
	}

	/** Seconds. */
	get duration(): number {
		return this.#tracker.duration;
	}

	/** The mode of the session that the recording plays in; `null` while there is none. */
	get sessionMode(): string | null {
		return this.#findRuntime()?.sessionMode ?? null;
	}

	/** Runs frames. Without a session only the page's clock moves. */
	async step(frames = 1): Promise<void> {
		if (!(Number.isInteger(frames) && frames >= 0)) throw new RangeError(`frames: ${frames} is not a whole number`);
		await this.#work(async () => {
			for (let i = 0; i < frames; i++) await this.#runFrame(this.#interval, i === frames - 1);
		});
	}

	/**
	 * Runs frames up to a time of the recording in seconds; the last one is at that very time. Throws `RangeError` for a time
	 * that has passed, `InvalidStateError` without a session or when it ends on the way.
	 */
	async stepTo(seconds: number): Promise<void> {
		const playback = this.#playback;
		if (!Number.isFinite(seconds) || (playback.isPlaying && seconds < this.time - SAME_TIME)) {
			throw new RangeError(`seconds: ${seconds} is not ahead of ${this.time}; seek goes back`);
		}
		await this.#work(async () => {
			const target = Math.max(0, seconds);
			while (!playback.isPlaying || this.time < target - SAME_TIME) {
				this.#checkSession();
				const { isPlaying } = playback;
				const rest = isPlaying ? ((target - this.time) * 1000) / this.speed : this.#interval;
				const isLast = isPlaying ? rest <= this.#interval * (1 + SAME_TIME) : target < SAME_TIME;
				await this.#runFrame(Math.min(this.#interval, rest), isLast, isLast ? target : null);
				if (isLast) break;
			}
		});
	}

	/** {@link stepTo} the end of the recording. */
	async stepToEnd(): Promise<void> {
		await this.stepTo(Math.max(this.duration, this.time));
	}

	/** {@link stepTo} the first marker of that name that is not yet passed. */
	async stepToMarker(name: string): Promise<void> {
		await this.stepTo(this.#findMarker(name, this.#playback.isPlaying ? this.time : 0));
	}

	/**
	 * Jumps to a time of the recording and runs one frame there. A selection that was going on is cancelled; one that goes on
	 * there starts. Throws `InvalidStateError` without a session.
	 */
	async seek(seconds: number): Promise<void> {
		if (!Number.isFinite(seconds)) throw new RangeError(`seconds: ${seconds} is not finite`);
		await this.#work(async () => {
			this.#checkSession();
			this.#playback.pause();
			this.#playback.seek(seconds);
			this.#isJump = true;
			await this.#runFrame(this.#interval, true);
		});
	}

	/** {@link seek} the first marker of that name. Throws `RangeError` that lists the markers if there is none. */
	async seekMarker(name: string): Promise<void> {
		await this.seek(this.#findMarker(name, 0));
	}

	/** Runs frames in real time, `speed` times as fast, until the end of the recording, the session's end or {@link pause}. */
	async play(): Promise<void> {
		await this.#work(async () => {
			let isStopped = false;
			this.#stop = () => {
				isStopped = true;
			};
			let last: number | null = null;
			while (!isStopped && !(this.#playback.isPlaying && this.time >= this.duration - SAME_TIME)) {
				const now = await new Promise<number>((resolve) => this.#requestFrame(resolve));
				if (isStopped) break;
				// After a pause of the browser the page goes on where it was.
				const elapsed = Math.min(now - (last ?? now - this.#interval), 250);
				last = now;
				const rest = this.#playback.isPlaying
					? ((this.duration - this.time) * 1000) / this.speed
					: Number.POSITIVE_INFINITY;
				await this.#runFrame(Math.min(elapsed, rest), true, elapsed < rest ? null : this.duration);
				if (this.#playback.isPlaying && this.sessionMode === null) break;
			}
			this.#stop = null;
		});
	}

	/** Stops {@link play}. */
	pause(): void {
		this.#stop?.();
	}

	/** Shows, blurs or hides the session, as a system menu does. */
	setVisibility(visibility: Visibility): void {
		for (const runtime of this.#windows.keys()) runtime.setVisibility(visibility);
	}

	/** Ends the immersive session, as a user does who takes the headset off. */
	async endSession(): Promise<void> {
		await this.#findRuntime()?.endSession();
	}

	/** Gives the page its clock, `navigator.xr` and WebGL back. */
	uninstall(): void {
		this.pause();
		for (const leave of [...this.#windows.values()]) leave();
		this.#clock.close();
	}

	// Moves the page by some time, and the recording by as much or to a given time. Times are sought, not advanced to: the
	// playback clock would round them to 2^-30 s, and frames would miss keys.
	async #runFrame(milliseconds: number, isLast: boolean, target: number | null = null): Promise<void> {
		const clock = this.#clock;
		const playback = this.#playback;
		this.#drawing.isOn = this.render === 'all' || (this.render === 'last' && isLast);
		await clock.rest();
		await clock.advanceTo(clock.now + milliseconds);
		if (this.sessionMode !== null) {
			if (playback.isPlaying) playback.seek(target ?? this.#steps.add(this.time, (milliseconds / 1000) * this.speed));
			playback.play();
			this.#tracker.sample(Math.min(this.time, this.duration));
		}
		const isJump = this.#isJump;
		this.#isJump = false;
		this.frames++;
		for (const runtime of [...this.#windows.keys()]) runtime.runFrame(clock.now, isJump);
		clock.runFrame();
	}

	// The one with the session that the recording plays in.
	#findRuntime(): ReplayRuntime | undefined {
		const running = [...this.#windows.keys()].filter(({ sessionMode }) => sessionMode !== null);
		return running.find(({ sessionMode }) => sessionMode !== 'inline') ?? running[0];
	}

	#checkSession(): void {
		const message = `no session at ${this.time.toFixed(3)} s: the page has not started one, or ended it`;
		checkState(this.sessionMode !== null, message);
	}

	// One thing at a time: frames of two calls must not mix.
	async #work(work: () => Promise<void>): Promise<void> {
		checkState(!this.#isBusy, 'the driver is at work: await what it does, or pause it');
		this.#isBusy = true;
		try {
			await work();
			await this.#clock.rest();
		} finally {
			this.#isBusy = false;
			this.#drawing.isOn = true;
		}
	}

	#log(type: string, details: Readonly<Record<string, unknown>>): void {
		// The recording begins anew with the first immersive session, if an inline one came before.
		if (type === 'sessionstart' && details['mode'] !== 'inline' && !this.#hasImmersed) {
			this.#hasImmersed = true;
			this.#playback.stop();
		}
		this.events.push({ type, time: this.time, ...details });
	}

	#findMarker(name: string, from: number): number {
		const { markers } = this.recording;
		const times = markers.filter((marker) => marker.name === name && marker.time >= from - SAME_TIME);
		if (times.length === 0) {
			const names = markers.map((marker) => `'${marker.name}' at ${marker.time} s`).join(', ') || 'none';
			throw new RangeError(`name: no marker '${name}' from ${from} s on; there are: ${names}`);
		}
		return Math.min(...times.map(({ time }) => time));
	}
}
