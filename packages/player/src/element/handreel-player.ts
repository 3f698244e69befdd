import type { FrameSample, Recording } from '@handreel/core';
import type { LiveFrames } from '@handreel/hands';
import type { PlayerScene, PlayerSceneOptions } from '../scene/player-scene.ts';
import { addCanvas, buildParts, type PlayerParts, showPlaying, showTime } from './template.ts';

/** Outside of browsers the class exists, so that modules can be loaded, but it makes no element. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
/** The longest step of playback, in seconds: a page in the background gets no frames, and does not catch up. */
const MAX_STEP = 0.1;
/** Seconds between the events `timeupdate`. */
const UPDATE_INTERVAL = 0.25;
const SPEED_LIMIT = 16;

/** The attributes that the element watches. */
const ATTRIBUTES = [
	'src',
	'poster',
	'controls',
	'loop',
	'speed',
	'label',
	'hand-style',
	'head',
	'gaze',
	'controllers',
	'hands',
	'live',
	'delay',
];
/** Attributes that the scene is built from. */
const SCENE_ATTRIBUTES = new Set(['src', 'hand-style', 'head', 'gaze', 'controllers', 'hands', 'live', 'delay']);

/**
 * The element `<handreel-player>`: shows a recording in any page. Properties, methods and events are named as those of
 * `<video>`.
 *
 * | attribute | |
 * |---|---|
 * | `src` | the address of a recording in any format, or a sample such as `sample:wave` |
 * | `controls` | shows a bar with a button, a slider and the time |
 * | `autoplay` | plays when it is loaded, unless the user prefers reduced motion |
 * | `loop` | starts again at the end |
 * | `poster` | the address of a picture until the recording is there |
 * | `speed` | the speed of playback; default 1 |
 * | `hand-style` | `mesh` (default), or `joints` for joints and bones |
 * | `head`, `gaze`, `controllers` | draws them too |
 * | `hands` | the folder of other hand models, `left.glb` and `right.glb` |
 * | `loading` | `lazy` (default) loads when the element is near the viewport, `eager` at once |
 * | `label` | the text for screen readers; default "Recorded hands" |
 * | `live` | shows the frames that `push` gets, instead of `src` |
 * | `delay` | seconds by which live hands follow their newest frame, against jitter; default 0.05 |
 */
export class HandreelPlayer extends Base {
	static readonly observedAttributes: readonly string[] = ATTRIBUTES;
	#parts: PlayerParts | null = null;
	#scene: PlayerScene | null = null;
	#recording: Recording | null = null;
	/** The live frames, as soon as the 3D code is loaded. */
	#live: LiveFrames | null = null;
	/** The newest frame that came before. */
	#early: FrameSample | null = null;
	#error: Error | null = null;
	/** Aborts loading when the source changes or the element leaves the page. */
	#loading: AbortController | null = null;
	#observers: { disconnect(): void }[] = [];
	#request = 0;
	#last = 0;
	#sinceUpdate = 0;
	/** The time to start at: that of an element which has left the page, and may come back elsewhere. */
	#startTime = 0;
	#isSeen = false;
	#isWanted = false;

	/** The recording, once it is loaded. Setting it shows a recording that you have already. */
	get recording(): Recording | null {
		return this.#recording;
	}

	set recording(recording: Recording | null) {
		this.#forget(recording);
		if (this.#parts !== null && (this.#isSeen || recording === null)) void this.#load(recording);
	}

	/** The time in seconds. */
	get currentTime(): number {
		return this.#scene?.time ?? this.#startTime;
	}

	set currentTime(time: number) {
		if (this.hasAttribute('live')) return;
		this.#scene?.seek(time);
		this.#show();
		this.dispatchEvent(new Event('timeupdate'));
	}

	/** The duration in seconds, NaN before the recording is loaded, and Infinity for live hands. */
	get duration(): number {
		if (this.hasAttribute('live')) return Number.POSITIVE_INFINITY;
		return this.#recording?.duration ?? Number.NaN;
	}

	get paused(): boolean {
		return !(this.#scene?.isPlaying ?? this.#isWanted);
	}

	/** The error of the last load, or `null`. */
	get error(): Error | null {
		return this.#error;
	}

	/** The speed of playback, as the attribute `speed`. */
	get playbackRate(): number {
		const speed = Number(this.getAttribute('speed') ?? 1);
		return Number.isFinite(speed) ? Math.min(SPEED_LIMIT, Math.max(-SPEED_LIMIT, speed)) : 1;
	}

	set playbackRate(speed: number) {
		this.setAttribute('speed', String(speed));
	}

	/** Plays, as soon as the recording is there. */
	play(): void {
		this.#isWanted = true;
		if (this.#scene === null || this.#scene.isPlaying) return;
		this.#scene.play();
		this.#last = performance.now();
		this.#changed('play', 'Playing');
	}

	pause(): void {
		this.#isWanted = false;
		if (this.#scene?.isPlaying !== true) return;
		this.#scene.pause();
		this.#changed('pause', 'Paused');
	}

	/**
	 * Adds a copy of a live frame, in Unity's space as recorders take them. Of frames that come before the 3D code is loaded, the
	 * newest is shown. Throws `TypeError` without the attribute `live`, and `RangeError` for a time that is not finite.
	 */
	push(frame: FrameSample): void {
		if (!this.hasAttribute('live')) throw new TypeError('push: the element needs the attribute live');
		if (!Number.isFinite(frame.time)) throw new RangeError(`frame.time: ${frame.time} is not a finite number`);
		if (this.#live === null) this.#early = structuredClone(frame);
		else this.#live.push(frame);
	}

	connectedCallback(): void {
		this.#parts ??= this.#build();
		const { stage } = this.#parts;
		const sight = new IntersectionObserver(([entry]) => this.#see(entry?.isIntersecting ?? false), {
			rootMargin: '200px',
		});
		sight.observe(this);
		const size = new ResizeObserver(() => this.#show());
		size.observe(stage);
		this.#observers = [sight, size];
		this.#update();
		if (this.getAttribute('loading') === 'eager') this.#see(true);
	}

	disconnectedCallback(): void {
		for (const observer of this.#observers) observer.disconnect();
		this.#observers = [];
		this.#isSeen = false;
		this.#startTime = this.hasAttribute('live') ? 0 : this.currentTime;
		this.#clear();
	}

	attributeChangedCallback(name: string, before: string | null, after: string | null): void {
		if (before === after) return;
		if (name === 'src') this.#forget(null);
		if (name === 'live' || name === 'delay') this.#live = null;
		this.#update();
		if (SCENE_ATTRIBUTES.has(name) && this.#isSeen) void this.#load(this.#recording);
	}

	#build(): PlayerParts {
		const parts = buildParts(this.attachShadow({ mode: 'open' }));
		const { stage, button, range } = parts;
		button.addEventListener('click', () => (this.paused ? this.play() : this.pause()));
		range.addEventListener('input', () => {
			this.currentTime = Number(range.value);
		});
		stage.addEventListener('pointerdown', (event) => stage.setPointerCapture(event.pointerId));
		stage.addEventListener('pointermove', (event) => {
			if (!stage.hasPointerCapture(event.pointerId)) return;
			this.#scene?.orbit.drag(event.movementX, event.movementY);
			this.#show();
		});
		stage.addEventListener(
			'wheel',
			(event) => {
				// Also a pinch on a touchpad. Without the key, the page scrolls.
				if (!event.ctrlKey) return;
				event.preventDefault();
				this.#scene?.orbit.zoom(Math.exp(-event.deltaY * 0.01));
				this.#show();
			},
			{ passive: false },
		);
		stage.addEventListener('keydown', (event) => {
			const isHandled = event.key === ' ' ? this.#toggle() : this.#scene?.orbit.press(event.key) === true;
			if (!isHandled) return;
			event.preventDefault();
			this.#show();
		});
		return parts;
	}

	#toggle(): boolean {
		if (this.paused) this.play();
		else this.pause();
		return true;
	}

	/** Applies the attributes that need no new scene. */
	#update(): void {
		const parts = this.#parts;
		if (parts === null) return;
		parts.controls.hidden = !this.hasAttribute('controls');
		const label = this.getAttribute('label') ?? 'Recorded hands';
		parts.stage.setAttribute('aria-label', `${label}. Arrow keys turn the view, space plays and pauses.`);
		const poster = this.getAttribute('poster');
		if (poster !== null && this.#scene === null) parts.poster.src = poster;
		parts.poster.hidden = poster === null || this.#scene !== null;
		const player = this.#scene?.player;
		if (!player) return;
		player.speed = this.playbackRate;
		player.wrap = this.hasAttribute('loop') ? 'loop' : 'once';
	}

	#see(isSeen: boolean): void {
		const wasSeen = this.#isSeen;
		this.#isSeen = isSeen;
		if (!isSeen) return;
		if (this.#scene === null && this.#loading === null) void this.#load(this.#recording);
		else if (!wasSeen) this.#schedule();
	}

	async #load(given: Recording | null): Promise<void> {
		this.#clear();
		const src = this.getAttribute('src');
		const isLive = this.hasAttribute('live');
		if (this.#parts === null || (given === null && src === null && !isLive)) return;
		const loading = new AbortController();
		this.#loading = loading;
		const options = this.#readOptions();
		try {
			const module = await import('../scene/player-scene.ts');
			if (loading.signal.aborted) return;
			if (isLive) this.#live ??= module.createLive(this.getAttribute('delay'), this.#early);
			const live = this.#live;
			const [source, models] = await Promise.all([
				live ?? given ?? module.loadSource(new URL(src!, document.baseURI).href, loading.signal),
				// Without models the hands are drawn as joints and bones.
				module.loadModels(options).catch(() => null),
			]);
			if (loading.signal.aborted) return;
			if (!isLive) this.#recording = source as Recording;
			this.#start(new module.PlayerScene(addCanvas(this.#parts), () => this.#schedule(), source, options, models));
		} catch (error) {
			if (loading.signal.aborted) return;
			this.#fail(error instanceof Error ? error : new Error(String(error)));
		}
	}

	#readOptions(): PlayerSceneOptions {
		return {
			handStyle: this.getAttribute('hand-style') === 'joints' ? 'joints' : 'mesh',
			head: this.hasAttribute('head'),
			gaze: this.hasAttribute('gaze'),
			controllers: this.hasAttribute('controllers'),
			hands: this.getAttribute('hands'),
		};
	}

	#start(scene: PlayerScene): void {
		this.#scene = scene;
		const { hands, player } = scene;
		player?.on('ended', () => this.#changed('ended', 'Ended'));
		for (const type of player === null ? (['pinch'] as const) : (['pinch', 'marker'] as const)) {
			hands.on(type, (detail) => this.dispatchEvent(new CustomEvent(type, { detail })));
		}
		if (this.#startTime > 0) scene.seek(this.#startTime);
		this.#startTime = 0;
		this.#last = performance.now();
		this.#update();
		this.dispatchEvent(new Event('loadedmetadata'));
		const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
		if (this.#isWanted || (this.hasAttribute('autoplay') && !isStill)) this.play();
		this.#show();
	}

	/** Takes another recording, which starts at its beginning. */
	#forget(recording: Recording | null): void {
		this.#recording = recording;
		this.#startTime = 0;
	}

	#fail(error: Error): void {
		this.#error = error;
		if (this.#parts !== null) {
			this.#parts.message.textContent = error.message;
			this.#parts.message.hidden = false;
		}
		this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
	}

	/** Notifies listeners and screen readers that playback has changed. */
	#changed(type: 'play' | 'pause' | 'ended', text: string): void {
		if (type === 'ended') this.#isWanted = false;
		if (this.#parts !== null) this.#parts.status.textContent = text;
		this.dispatchEvent(new Event(type));
		this.#show();
	}

	/** Draws now, or with the next frame of playback. */
	#show(): void {
		const [parts, scene] = [this.#parts, this.#scene];
		if (parts === null) return;
		showPlaying(parts, !this.paused);
		if (scene === null) return;
		showTime(parts, scene.time, this.duration);
		this.#schedule();
	}

	#schedule(): void {
		if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#run(now));
	}

	#run(now: number): void {
		this.#request = 0;
		const [parts, scene] = [this.#parts, this.#scene];
		if (parts === null || scene === null) return;
		const step = Math.min(MAX_STEP, Math.max(0, (now - this.#last) / 1000));
		this.#last = now;
		const { isPlaying } = scene;
		if (isPlaying) scene.update(step);
		const { clientWidth, clientHeight } = parts.stage;
		scene.resize(clientWidth, clientHeight, Math.min(2, devicePixelRatio));
		scene.draw();
		if (!isPlaying) return;
		showTime(parts, scene.time, this.duration);
		this.#sinceUpdate += step;
		if (this.#sinceUpdate >= UPDATE_INTERVAL) {
			this.#sinceUpdate = 0;
			this.dispatchEvent(new Event('timeupdate'));
		}
		if (this.#isSeen) this.#schedule();
	}

	#clear(): void {
		this.#loading?.abort();
		this.#loading = null;
		this.#error = null;
		cancelAnimationFrame(this.#request);
		this.#request = 0;
		this.#scene?.dispose();
		this.#scene = null;
		if (this.#parts === null) return;
		this.#parts.stage.replaceChildren();
		this.#parts.message.hidden = true;
	}
}

/** Defines the element under a name; `'handreel-player'` by default. Does nothing if the name is taken, or outside of browsers. */
export function definePlayer(name = 'handreel-player'): void {
	const registry = globalThis.customElements;
	if (registry === undefined || registry.get(name) !== undefined) return;
	registry.define(name, name === 'handreel-player' ? HandreelPlayer : class extends HandreelPlayer {});
}
