import type { Recording, Side } from '@handreel/core';
import { PlaybackClock } from '@handreel/core/play';
import type { Device, DeviceView } from '../device/device.ts';
import { RecordingDevice } from '../device/recording-device.ts';
import { checkPositive, type RenderMode, type ReplayOptions, readOptions } from '../device/replay-options.ts';
import { Drawing, type DrawingMode } from '../page/drawing.ts';
import { listenForErrors } from '../page/listen-for-errors.ts';
import { PageClock } from '../page/page-clock.ts';
import { seedRandom } from '../page/seed-random.ts';
import { checkState } from '../xr/internal.ts';
import type { Visibility } from '../xr/session-state.ts';
import type { InstallRuntime, ReplayRuntime } from './replay-runtime.ts';

/** An event of a session. */
export interface ReplayEvent {
	/** The name of the WebXR event; `sessionstart`, `sessionrefused` and `end` for the session itself; `pulse` of a controller. */
	readonly type: string;
	/** Seconds in the recording. */
	readonly time: number;
	/** Of `selectstart`, `select`, `selectend`, the same with `squeeze`, and `pulse`. */
	readonly side?: Side;
	/** Of `inputsourceschange`: `left`, `right`, `gaze`. */
	readonly added?: readonly string[];
	readonly removed?: readonly string[];
	/** Of `visibilitychange`. */
	readonly visibility?: Visibility;
	/** Of `sessionstart` and `sessionrefused`. */
	readonly mode?: string;
	/** Of `sessionrefused`: the error that the page received. */
	readonly reason?: string;
	/** Of `pulse`, a vibration of a controller that the page asks for: from 0 to 1. */
	readonly intensity?: number;
	/** Of `pulse`, in seconds. */
	readonly duration?: number;
}

/** An uncaught error of the page. */
export interface ReplayError {
	/** What was thrown. A script of another origin hides it: then the browser's message. */
	readonly error: unknown;
	/** Seconds in the recording. */
	readonly time: number;
}

/** Seconds. Times closer than this count as equal. */
const SAME_TIME = 1e-9;

/**
 * Replays a recording: moves the page's clock frame by frame, and with it the head, hands and eyes that the page sees.
 *
 * The recording starts with the first frame of a session. If that is an inline session, it starts again with the first
 * immersive session.
 */
export class ReplayDriver {
	readonly recording: Recording;
	/** Which frames are drawn. */
	render: RenderMode;
	/** All events so far, in order. */
	readonly events: ReplayEvent[] = [];
	/** Uncaught errors and unhandled rejections of the page, in order. */
	readonly errors: ReplayError[] = [];
	/** Called after each frame of a session, with the page's clock in milliseconds, and the features of the session. */
	onFrame: ((now: number, device: Device, features: Iterable<string>) => void) | null = null;
	/** Called for each event. */
	onEvent: ((event: ReplayEvent) => void) | null = null;
	/** The number of frames that the page has run. */
	frames = 0;
	readonly #device: RecordingDevice;
	readonly #clock: PageClock;
	readonly #drawing: Drawing = new Drawing();
	readonly #interval: number;
	readonly #randomSeed: number | null;
	/** The windows that follow the driver, each with a function that releases it. */
	readonly #windows: Map<ReplayRuntime, () => void> = new Map();
	/** The browser's own function, which stays in real time. */
	readonly #requestFrame: typeof requestAnimationFrame = requestAnimationFrame.bind(globalThis);
	/** The time in the recording. It plays from the first frame of the session on. Exact, so that frames meet keys. */
	readonly #playback: PlaybackClock = new PlaybackClock({ isExact: true, wrap: 'clamp-forever' });
	#hasImmersed = false;
	#isJump = false;
	#isBusy = false;
	#stop: (() => void) | null = null;

	/** Called by `installReplay` and `installIwerReplay`. Throws `RangeError` for invalid options. */
	constructor(recording: Recording, options: ReplayOptions) {
		const { frameRate, startDate, render, randomSeed } = readOptions(options);
		this.recording = recording;
		this.render = render;
		this.#randomSeed = randomSeed;
		this.#interval = 1000 / frameRate;
		this.#device = new RecordingDevice(recording, options);
		this.#clock = new PageClock(startDate);
		this.#device.update(0, true);
	}

	/** Replays into a window (the page, or a frame of the same origin) until it navigates to another document. */
	adopt(scope: typeof globalThis & Window, install: InstallRuntime): void {
		// Errors of callbacks take the same way as all others.
		const report = (error: unknown): void => scope.reportError(error);
		const runtime = install({
			device: this.#device,
			report,
			log: (type, details) => this.#log(type, details),
			isDrawing: () => this.#drawing.isCanvasOn,
		});
		const undo = [
			() => runtime.uninstall(),
			this.#clock.adopt(scope, report),
			this.#drawing.adopt(scope, report),
			listenForErrors(scope, (error) => this.errors.push({ error, time: this.time })),
			...(this.#randomSeed === null ? [] : [seedRandom(scope, this.#randomSeed)]),
		];
		this.#windows.set(runtime, () => {
			for (const step of undo.reverse()) step();
			this.#windows.delete(runtime);
		});
		// The driver goes away with its own window.
		if (scope === globalThis) return;
		scope.addEventListener('pagehide', () => {
			void runtime.endSession();
			this.#windows.get(runtime)?.();
		});
	}

	/**
	 * Adds the inputs of a device, such as a controller of a `VirtualDevice`, from the next frame on. An input of a side
	 * replaces the recorded input of that side.
	 */
	addDevice(device: Device): void {
		this.#device.add(device);
	}

	/**
	 * Continues with another recording, which starts at a time in seconds: the next part of a motion that is made while it is
	 * replayed. Its first frame has to be what the device shows at that time. `recording` stays the first part.
	 */
	continueWith(recording: Recording, start: number): void {
		this.#device.continueWith(recording, start);
	}

	/** Playback speed: recorded seconds per second of the page. Default 1. Setting it throws `RangeError` unless it is above 0. */
	get speed(): number {
		return this.#playback.speed;
	}

	set speed(speed: number) {
		checkPositive('speed', speed);
		this.#playback.speed = speed;
	}

	/** The time of the last frame in the recording, in seconds. */
	get time(): number {
		return this.#playback.time;
	}

	/** The duration of the recording in seconds. */
	get duration(): number {
		return this.#device.duration;
	}

	/** The mode of the session that plays the recording; `null` without a session. */
	get sessionMode(): string | null {
		return this.#findRuntime()?.sessionMode ?? null;
	}

	/** Runs frames. Without a session, only the page's clock moves. */
	async step(frames = 1): Promise<void> {
		if (!(Number.isInteger(frames) && frames >= 0)) throw new RangeError(`frames: ${frames} is not a whole number`);
		await this.#work(async () => {
			for (let i = 0; i < frames; i++) await this.#runFrame(this.#interval, i === frames - 1);
		});
	}

	/**
	 * Runs frames up to a time in the recording, in seconds. The last frame is at exactly that time. Throws `RangeError` for a
	 * time in the past, and `InvalidStateError` without a session or if the session ends on the way.
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

	/** {@link stepTo} the next marker with a name. Throws `RangeError` that lists the markers if there is none. */
	async stepToMarker(name: string): Promise<void> {
		await this.stepTo(this.#findMarker(name, this.#playback.isPlaying ? this.time : 0));
	}

	/**
	 * Jumps to a time in the recording, in seconds, and runs one frame there. The jump cancels a selection in progress; if
	 * the hand pinches at the new time, a new selection starts. Throws `InvalidStateError` without a session.
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

	/** {@link seek} the first marker with a name. Throws `RangeError` that lists the markers if there is none. */
	async seekMarker(name: string): Promise<void> {
		await this.seek(this.#findMarker(name, 0));
	}

	/**
	 * Runs a frame with other views, in which no time passes. `look` is called while the canvas of the session still has its
	 * picture. For checks that compare views; the next frame has the usual views again. Throws `InvalidStateError` without a
	 * session, or if the runtime has no canvas.
	 */
	async redraw<T>(
		change: (views: readonly DeviceView[]) => readonly DeviceView[],
		look: (canvas: HTMLCanvasElement | OffscreenCanvas) => T,
	): Promise<T> {
		const device = this.#device;
		const { views } = device;
		let seen: { readonly value: T } | null = null;
		await this.#work(async () => {
			this.#checkSession();
			device.views = change(views);
			try {
				await this.#runFrame(0, true, null, () => {
					const canvas = this.#findRuntime()?.canvas ?? null;
					checkState(canvas !== null, 'the session has no canvas');
					seen = { value: look(canvas) };
				});
			} finally {
				device.views = views;
			}
		});
		return (seen as unknown as { readonly value: T }).value;
	}

	/** Runs frames in real time, times {@link speed}, until the recording ends, the session ends, or {@link pause} is called. */
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
				// After a pause of the browser, the page continues where it was.
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

	/** Shows, blurs or hides the session, like a system menu. */
	setVisibility(visibility: Visibility): void {
		for (const runtime of this.#windows.keys()) runtime.setVisibility(visibility);
	}

	/** Moves the origin of `local` to the user, as when the user recenters the view. Pages receive `reset`. */
	recenter(): void {
		this.#device.recenter();
	}

	/**
	 * Starts the session that the page offers with `navigator.xr.offerSession`, as a button of the browser does. Throws
	 * `InvalidStateError` if the page offers none.
	 */
	acceptOffer(): void {
		const isAccepted = [...this.#windows.keys()].some((runtime) => runtime.acceptOffer?.());
		checkState(isAccepted, 'the page offers no session');
	}

	/** Ends the session, as if the user took the headset off. */
	async endSession(): Promise<void> {
		await this.#findRuntime()?.endSession();
	}

	/** Restores the page's clock, `navigator.xr` and WebGL. */
	uninstall(): void {
		this.pause();
		for (const leave of [...this.#windows.values()]) leave();
		this.#clock.close();
	}

	// Moves the page by some time, and the recording by as much or to a target. Frames with `onDrawn` repeat the last one.
	async #runFrame(
		milliseconds: number,
		isLast: boolean,
		target: number | null = null,
		onDrawn?: () => void,
	): Promise<void> {
		const clock = this.#clock;
		const playback = this.#playback;
		this.#drawing.start(this.#findDrawingMode(isLast));
		await clock.rest();
		await clock.advanceTo(clock.now + milliseconds);
		if (this.sessionMode !== null) {
			if (!playback.isPlaying) playback.play();
			else if (target !== null) playback.seek(target);
			else playback.advance(milliseconds / 1000);
			this.#device.update(Math.min(this.time, this.duration), this.#isJump);
			this.#isJump = false;
		}
		if (onDrawn === undefined) this.frames++;
		for (const runtime of [...this.#windows.keys()]) runtime.runFrame(clock.now);
		if (onDrawn !== undefined) return onDrawn();
		const main = this.#findRuntime();
		if (main !== undefined) this.onFrame?.(clock.now, this.#device, main.features);
		clock.runFrame();
	}

	#findDrawingMode(isLast: boolean): DrawingMode {
		if (this.render === 'none') return 'read';
		return this.render === 'all' || isLast ? 'all' : 'own';
	}

	// The runtime with the session that plays the recording.
	#findRuntime(): ReplayRuntime | undefined {
		const running = [...this.#windows.keys()].filter(({ sessionMode }) => sessionMode !== null);
		return running.find(({ sessionMode }) => sessionMode !== 'inline') ?? running[0];
	}

	#checkSession(): void {
		const message = `no session at ${this.time.toFixed(3)} s: the page has not started a session, or has ended it`;
		checkState(this.sessionMode !== null, message);
	}

	// The frames of two calls must not mix.
	async #work(work: () => Promise<void>): Promise<void> {
		checkState(!this.#isBusy, 'the driver is busy: await the previous call, or pause');
		this.#isBusy = true;
		try {
			await work();
			await this.#clock.rest();
		} finally {
			this.#isBusy = false;
			this.#drawing.start('all');
		}
	}

	#log(type: string, details: Readonly<Record<string, unknown>>): void {
		// The recording starts again with the first immersive session.
		if (type === 'sessionstart' && details['mode'] !== 'inline' && !this.#hasImmersed) {
			this.#hasImmersed = true;
			this.#playback.stop();
		}
		const event: ReplayEvent = { type, time: this.time, ...details };
		this.events.push(event);
		this.onEvent?.(event);
	}

	#findMarker(name: string, from: number): number {
		const { markers } = this.recording;
		const times = markers.filter((marker) => marker.name === name && marker.time >= from - SAME_TIME);
		if (times.length === 0) {
			const names = markers.map((marker) => `'${marker.name}' at ${marker.time} s`).join(', ') || 'none';
			throw new RangeError(`name: no marker '${name}' from ${from} s on; the recording has: ${names}`);
		}
		return Math.min(...times.map(({ time }) => time));
	}
}
