import { type Curve, getKeyTime } from '@handreel/core';
import { advanceTime, findNeighbour, type LoopRange } from './clock.ts';
import type { OpenDocument } from './recording-state.ts';

/** Slowest and fastest playback. */
export const MIN_RATE = 0.1;
export const MAX_RATE = 4;
const RATES = [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4];
const MIN_VISIBLE = 0.02;
const USUAL_FRAME_RATE = 60;

/** A curve that is plotted. */
export interface PlottedCurve {
	readonly path: string;
	readonly curve: Curve;
}

/** Time: where we are, how it goes on and which part of it is visible. */
export abstract class Playback {
	abstract readonly active: OpenDocument | null;
	abstract readonly plotted: readonly PlottedCurve[];

	time: number = $state(0);
	playing: boolean = $state(false);
	/** While somebody scrubs, playback waits. */
	isScrubbing: boolean = $state(false);
	rate: number = $state(1);
	loop: LoopRange | null = $state.raw(null);
	isLooping: boolean = $state(false);
	/** The visible part of the timeline. */
	range: readonly [start: number, end: number] = $state.raw([0, 1]);

	/** Seconds of a frame. */
	get frameTime(): number {
		return 1 / (this.active?.summary.frameRate ?? USUAL_FRAME_RATE);
	}

	/** Jumps; nothing is baked anew. */
	seek(time: number): void {
		const { active } = this;
		if (active === null || Number.isNaN(time)) return;
		this.time = Math.min(Math.max(time, active.start), active.end);
		const [start, end] = this.range;
		if (this.time < start || this.time > end) this.#centre(this.time);
	}

	togglePlaying(): void {
		const { active } = this;
		if (active === null) return;
		if (!this.playing && this.time >= active.end && !this.isLooping) this.seek(active.start);
		this.playing = !this.playing;
	}

	/** Lets playback go on by some seconds of the viewer's time. */
	advance(seconds: number): void {
		const { active } = this;
		if (active === null || !this.playing || this.isScrubbing) return;
		const loop = this.isLooping ? (this.loop ?? { start: active.start, end: active.end }) : null;
		const next = advanceTime(this.time, seconds * this.rate, active.end, loop);
		if (next.isOver) this.playing = false;
		this.seek(next.time);
	}

	/** To the next or previous frame; frames start at 0. */
	stepFrame(direction: -1 | 1): void {
		const frame = this.time / this.frameTime;
		const next = direction === 1 ? Math.floor(frame + 1 + 1e-6) : Math.ceil(frame - 1 - 1e-6);
		this.playing = false;
		this.seek(next * this.frameTime);
	}

	/** To the next or previous key: of the plotted curves if there are any, else of the whole recording. */
	stepKey(direction: -1 | 1): void {
		this.playing = false;
		const lists =
			this.plotted.length > 0 ? this.plotted.map(({ curve }) => listTimes(curve)) : [this.active?.keyTimes ?? []];
		const found = lists
			.map((times) => findNeighbour(times, this.time, direction))
			.filter((time): time is number => time !== null);
		if (found.length > 0) this.seek(direction === 1 ? Math.min(...found) : Math.max(...found));
	}

	/** To the next faster (1) or slower (−1) of the usual speeds. */
	changeRate(step: -1 | 1): void {
		this.rate =
			(step > 0 ? RATES.find((rate) => rate > this.rate) : RATES.findLast((rate) => rate < this.rate)) ?? this.rate;
	}

	/** Sets where the loop starts or ends to where we are. */
	setLoopEnd(which: 'start' | 'end'): void {
		const { active } = this;
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

	clearLoop(): void {
		this.loop = null;
		this.isLooping = false;
	}

	/** Shows a part of the timeline, within the recording and never less than a few keys. */
	setRange(start: number, end: number): void {
		const { active } = this;
		if (active === null) return;
		const whole = Math.max(active.end - active.start, MIN_VISIBLE);
		const span = Math.min(Math.max(end - start, MIN_VISIBLE), whole);
		const middle = (start + end) / 2;
		const from = Math.min(Math.max(middle - span / 2, active.start), active.start + whole - span);
		this.range = [from, from + span];
	}

	/** Zooms the timeline around a time. */
	zoom(factor: number, around: number = this.time): void {
		const [start, end] = this.range;
		this.setRange(around - (around - start) * factor, around + (end - around) * factor);
	}

	showAll(): void {
		if (this.active !== null) this.setRange(this.active.start, this.active.end);
	}

	#centre(time: number): void {
		const half = (this.range[1] - this.range[0]) / 2;
		this.setRange(time - half, time + half);
	}
}

const sortedTimes = new WeakMap<Curve, Float32Array>();

// The key times of a curve, sorted. The curves of the page have memory of their own and never change.
function listTimes(curve: Curve): Float32Array {
	let times = sortedTimes.get(curve);
	if (times === undefined) {
		times = Float32Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i)).sort();
		sortedTimes.set(curve, times);
	}
	return times;
}
