import { type Curve, getKeyTime } from '@handreel/core';
import { PlaybackClock, type PlaybackRange } from '@handreel/core/play';
import { advanceClock, seekClock } from './clock.ts';
import type { PlottedCurve } from './curve-plot.svelte.ts';
import { findNeighbor } from './find-neighbor.ts';
import type { OpenDocument } from './recording-state.ts';

/** Slowest and fastest playback. */
export const MIN_SPEED = 0.1;
export const MAX_SPEED = 4;
const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4];
const USUAL_FRAME_RATE = 60;

/** What playback needs from the rest of the page. */
interface PlaybackSource {
	readonly active: OpenDocument | null;
	readonly plot: { readonly curves: readonly PlottedCurve[] };
	readonly timeline: { reveal(time: number): void };
}

/** The playhead: play, pause, loop, seek and step. */
export class Playback {
	/** Playback waits during scrubbing. */
	isScrubbing: boolean = $state(false);
	/** The loop, even while looping is off; `null` for the whole recording. */
	loop: PlaybackRange | null = $state.raw(null);
	isLooping: boolean = $state(false);
	readonly #source: PlaybackSource;
	readonly #clock: PlaybackClock = new PlaybackClock();
	// The clock is not reactive, so its values are copied.
	#time: number = $state(0);
	#isPlaying: boolean = $state(false);
	#speed: number = $state(1);

	constructor(source: PlaybackSource) {
		this.#source = source;
	}

	/** The position of the playhead in seconds. */
	get time(): number {
		return this.#time;
	}

	get isPlaying(): boolean {
		return this.#isPlaying;
	}

	get speed(): number {
		return this.#speed;
	}

	set speed(speed: number) {
		this.#clock.speed = speed;
		this.#speed = speed;
	}

	/** Duration of a frame in seconds. */
	get frameTime(): number {
		return 1 / (this.#source.active?.summary.frameRate ?? USUAL_FRAME_RATE);
	}

	/** Moves the playhead, clamped to the recording. */
	seek(time: number): void {
		const { active } = this.#source;
		if (active === null || Number.isNaN(time)) return;
		seekClock(this.#clock, time, active);
		this.#update();
	}

	/** Keeps the playhead within a recording that was edited. The visible range stays. */
	settle(): void {
		const { active } = this.#source;
		if (active === null) return;
		seekClock(this.#clock, this.time, active);
		this.#time = this.#clock.time;
	}

	/** The frame that is nearest to a time, or the whole second that is within half a frame of it. Clamped to the recording. */
	snap(time: number): number {
		const { active } = this.#source;
		const second = Math.round(time);
		const isWhole = Math.abs(second - time) <= this.frameTime / 2;
		const snapped = isWhole ? second : Math.round(time / this.frameTime) * this.frameTime;
		return active === null ? snapped : Math.min(Math.max(snapped, active.start), active.end);
	}

	/** Plays or pauses. Plays from the start when the playhead is at the end. */
	toggle(): void {
		const { active } = this.#source;
		if (active === null) return;
		if (this.isPlaying) this.#clock.pause();
		else {
			if (this.time >= active.end && !this.isLooping) this.seek(active.start);
			this.#clock.play();
		}
		this.#update();
	}

	pause(): void {
		this.#clock.pause();
		this.#update();
	}

	/** Advances by seconds of real time. */
	advance(seconds: number): void {
		const { active } = this.#source;
		if (active === null || !this.isPlaying || this.isScrubbing) return;
		advanceClock(this.#clock, seconds, active, this.isLooping ? (this.loop ?? active) : null);
		this.#update();
	}

	/** Moves to the next or previous frame. Frame 0 is at time 0. */
	stepFrame(direction: -1 | 1): void {
		const frame = this.time / this.frameTime;
		const next = direction === 1 ? Math.floor(frame + 1 + 1e-6) : Math.ceil(frame - 1 - 1e-6);
		this.pause();
		this.seek(next * this.frameTime);
	}

	/** Moves to the next or previous key of the plotted curves, or of the whole recording when nothing is plotted. */
	stepKey(direction: -1 | 1): void {
		this.pause();
		const { active, plot } = this.#source;
		const lists = plot.curves.length > 0 ? plot.curves.map(({ curve }) => listTimes(curve)) : [active?.keyTimes ?? []];
		const found = lists
			.map((times) => findNeighbor(times, this.time, direction))
			.filter((time): time is number => time !== null);
		if (found.length > 0) this.seek(direction === 1 ? Math.min(...found) : Math.max(...found));
	}

	/** Changes to the next faster (1) or slower (−1) preset. */
	changeSpeed(step: -1 | 1): void {
		this.speed =
			(step > 0 ? SPEEDS.find((speed) => speed > this.speed) : SPEEDS.findLast((speed) => speed < this.speed)) ??
			this.speed;
	}

	/** Moves the start or the end of the loop to the playhead. */
	setLoopEnd(which: 'start' | 'end'): void {
		const { active } = this.#source;
		if (active === null) return;
		const { start, end } = this.loop ?? active;
		const loop = which === 'start' ? { start: this.time, end } : { start, end: this.time };
		this.setLoop(loop.start, loop.end);
	}

	setLoop(start: number, end: number): void {
		if (Math.abs(end - start) < 1e-3) return;
		this.loop = { start: Math.min(start, end), end: Math.max(start, end) };
		this.isLooping = true;
	}

	/** Moves an end of the loop. The ends do not cross. */
	moveLoopEnd(which: 'start' | 'end', time: number): void {
		if (this.loop === null) return;
		const { start, end } = this.loop;
		if (which === 'start') this.setLoop(Math.min(time, end - this.frameTime), end);
		else this.setLoop(start, Math.max(time, start + this.frameTime));
	}

	/** Takes back a change of the loop. */
	restoreLoop(loop: PlaybackRange | null, isLooping: boolean): void {
		this.loop = loop;
		this.isLooping = isLooping;
	}

	clearLoop(): void {
		this.restoreLoop(null, false);
	}

	#update(): void {
		this.#time = this.#clock.time;
		this.#isPlaying = this.#clock.isPlaying;
		this.#source.timeline.reveal(this.#time);
	}
}

const sortedTimes = new WeakMap<Curve, Float32Array>();

// Cached per curve: plotted curves have their own memory and never change.
function listTimes(curve: Curve): Float32Array {
	let times = sortedTimes.get(curve);
	if (times === undefined) {
		times = Float32Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i)).sort();
		sortedTimes.set(curve, times);
	}
	return times;
}
