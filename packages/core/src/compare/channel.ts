import { POSE_STRIDE } from '../sample/frame-sample.ts';
import type { Measure } from './measure.ts';

/** How much two recordings deviate. Lengths in meters, angles in degrees. */
export interface Deviation {
	/** The largest deviation; infinite where a value is NaN in only one recording. */
	readonly max: number;
	/** The mean over time. */
	readonly mean: number;
	/** The path with the largest deviation, such as `hands.left.joints.indexTip.position`. */
	readonly path: string;
	/** The time of the largest deviation, in seconds. */
	readonly time: number;
}

/** Writes the pose or ray that a recording plays at a time. */
export type Play = (time: number, out: Float32Array) => void;
/** Whether a time counts. */
export type Counts = (time: number) => boolean;

/** A pose or ray of two recordings. */
export interface Pair {
	readonly playA: Play;
	readonly playB: Play;
	readonly counts: Counts;
}

// The distance of the first and last sample from a turn, as a share of the interval: at the turn itself a curve may
// jump, or have a value that it has nowhere else.
const NEAR = 1e-9;

// The number of spans that are searched, most promising first.
const MAX_SPANS = 16;
// How much a span promises above its samples, as a multiple of their distance from a line.
const PROMISE = 2;

// The deviation at a time that does not count: less than any other.
const UNCOUNTED = -1;

/** A span of time and the largest deviation that may be found in it. */
interface Span {
	readonly promise: number;
	readonly from: number;
	readonly to: number;
}

/**
 * The deviation of a vector of a pair, interval by interval between turns (key times). Samples are compared at both
 * ends of each interval, just inside them, and in between. Where the deviation is so curved that its maximum may lie
 * between samples, {@link Channel.finish} searches for it.
 */
export class Channel {
	readonly path: string;
	readonly measure: Measure;
	/** The deviations at the samples of an interval, from just after a turn to just before the next. */
	readonly deviations: Float64Array;
	#max = UNCOUNTED;
	#worst: number;
	#spans: Span[] = [];
	#area = 0;
	#seconds = 0;

	constructor(path: string, measure: Measure, start: number, samplesPerInterval: number) {
		this.path = path;
		this.measure = measure;
		this.deviations = new Float64Array(samplesPerInterval + 1);
		this.#worst = start;
	}

	/** Notes a deviation at a time. */
	note(deviation: number, time: number): void {
		if (!(deviation > this.#max)) return;
		this.#max = deviation;
		this.#worst = time;
	}

	/** Adds the deviations of an interval at the given times, which are `step` apart. */
	addInterval(times: Float64Array, step: number): void {
		const { deviations } = this;
		const last = deviations.length - 1;
		this.note(deviations[0]!, times[0]!);
		for (let k = 1; k <= last; k++) {
			const left = deviations[k - 1]!;
			const middle = deviations[k]!;
			if (left < 0 || middle < 0) continue;
			this.note(middle, times[k]!);
			this.#area += ((left + middle) / 2) * step;
			this.#seconds += step;
			const right = k < last ? deviations[k + 1]! : middle;
			const bend = k < last ? Math.abs(middle - (left + right) / 2) : 0;
			const promise = Math.max(left, middle, right) + PROMISE * bend;
			if (promise > this.#max) {
				this.#spans.push({ promise, from: times[k - 1]!, to: k < last ? times[k + 1]! : times[k]! });
			}
		}
		if (this.#spans.length > 100 * MAX_SPANS) this.#chooseSpans();
	}

	/** Searches for larger deviations between samples, and returns the result. */
	finish(pair: Pair): Deviation {
		const sample = new Sample(pair);
		const deviationAt = (time: number): number => (sample.play(time) ? this.measure(sample.a, sample.b) : UNCOUNTED);
		if (Number.isFinite(this.#max)) {
			this.#chooseSpans();
			for (const { from, to } of this.#spans) {
				const time = findMaximum(deviationAt, from, to);
				this.note(deviationAt(time), time);
			}
		}
		const max = Math.max(this.#max, 0);
		const mean = this.#seconds > 0 ? this.#area / this.#seconds : max;
		return { max, mean, path: this.path, time: this.#worst };
	}

	#chooseSpans(): void {
		const hopeful = this.#spans.filter(({ promise }) => promise > this.#max);
		this.#spans = hopeful.sort((one, other) => other.promise - one.promise).slice(0, MAX_SPANS);
	}
}

/** Adds the intervals between the turns `from` and `to` to the channels of a pair. */
export function compareIntervals(
	pair: Pair,
	channels: readonly Channel[],
	turns: Float64Array,
	from: number,
	to: number,
): void {
	const samples = (channels[0]?.deviations.length ?? 2) - 1;
	const sample = new Sample(pair);
	const { a, b } = sample;
	const times = new Float64Array(samples + 1);
	if (from === 0) {
		const start = turns[0]!;
		const isCounted = sample.play(start);
		for (const channel of channels) channel.note(isCounted ? channel.measure(a, b) : UNCOUNTED, start);
	}
	for (let i = from; i < to; i++) {
		const start = turns[i]!;
		const end = turns[i + 1]!;
		for (let k = 0; k <= samples; k++) {
			const time = start + (end - start) * Math.min(Math.max(NEAR, k / samples), 1 - NEAR);
			times[k] = time;
			const isCounted = sample.play(time);
			for (let c = 0; c < channels.length; c++) {
				const channel = channels[c]!;
				channel.deviations[k] = isCounted ? channel.measure(a, b) : UNCOUNTED;
			}
		}
		const isCounted = sample.play(end);
		for (let c = 0; c < channels.length; c++) {
			const channel = channels[c]!;
			// The turn comes first, so that the time just before it is reported only if there is a jump.
			channel.note(isCounted ? channel.measure(a, b) : UNCOUNTED, end);
			channel.addInterval(times, (end - start) / samples);
		}
	}
}

// The values of both recordings of a pair at a time.
class Sample {
	readonly a: Float32Array = new Float32Array(POSE_STRIDE);
	readonly b: Float32Array = new Float32Array(POSE_STRIDE);
	readonly #pair: Pair;

	constructor(pair: Pair) {
		this.#pair = pair;
	}

	/** Plays both. Returns false if the time does not count. */
	play(time: number): boolean {
		const { playA, playB, counts } = this.#pair;
		if (!counts(time)) return false;
		playA(time, this.a);
		playB(time, this.b);
		return true;
	}
}

// Samples of a span before the search narrows it.
const SPAN_SAMPLES = 16;
// Steps of the search for the exact maximum. Each narrows the span to 0.62 of its length.
const REFINE_STEPS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The time of the largest value in a span: the best of its samples, refined. */
function findMaximum(valueAt: (time: number) => number, start: number, end: number): number {
	const step = (end - start) / SPAN_SAMPLES;
	let best = start;
	let highest = Number.NEGATIVE_INFINITY;
	for (let i = 0; i <= SPAN_SAMPLES; i++) {
		const value = valueAt(start + i * step);
		if (value <= highest) continue;
		highest = value;
		best = start + i * step;
	}
	return climb(valueAt, Math.max(start, best - step), Math.min(end, best + step));
}

// Golden-section search in a span in which the function has one maximum.
function climb(valueAt: (time: number) => number, start: number, end: number): number {
	let from = start;
	let to = end;
	let left = to - GOLDEN * (to - from);
	let right = from + GOLDEN * (to - from);
	let leftValue = valueAt(left);
	let rightValue = valueAt(right);
	for (let i = 0; i < REFINE_STEPS; i++) {
		if (leftValue > rightValue) {
			to = right;
			right = left;
			rightValue = leftValue;
			left = to - GOLDEN * (to - from);
			leftValue = valueAt(left);
		} else {
			from = left;
			left = right;
			leftValue = rightValue;
			right = from + GOLDEN * (to - from);
			rightValue = valueAt(right);
		}
	}
	return leftValue > rightValue ? left : right;
}
