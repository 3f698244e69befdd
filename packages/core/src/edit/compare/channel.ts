import { POSE_STRIDE } from '../../sample/scratch.ts';

/** How far apart two recordings are in one respect. Lengths in metres, angles in degrees. */
export interface Deviation {
	/** The largest deviation; infinite where only one of the two is a number. */
	readonly max: number;
	/** The mean over time. */
	readonly mean: number;
	/** Where it is largest, such as `hands.left.joints.indexTip.position`. */
	readonly path: string;
	/** When it is largest, in seconds. */
	readonly time: number;
}

/** Writes what one recording plays at a time. */
export type Play = (time: number, out: Float32Array) => void;
/** The deviation of two samples. */
export type Measure = (a: Float32Array, b: Float32Array) => number;
/** Whether a moment counts. */
export type Counts = (time: number) => boolean;

// How near to a turn its sides are looked at, as a part of the interval: at the turn itself a curve may jump, or have a
// value that it has nowhere else.
const NEAR = 1e-9;
// Steps of the search for the exact maximum; each narrows it to 0.62 of the span.
const REFINE_STEPS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
// Rotations and directions stand behind a position or origin.
const OFFSET = 3;
const RADIANS_TO_DEGREES = 180 / Math.PI;

// The spans in which more is looked for, those that promise most: how many, and at how many places each.
const MAX_SPANS = 16;
const SPAN_SAMPLES = 16;
// How much more than its samples a span promises, in parts of how far they are from a straight line.
const PROMISE = 2;

// The deviation at a moment that does not count: less than any.
const UNCOUNTED = -1;

/** A span of time and the largest deviation that may be found in it. */
interface Span {
	readonly promise: number;
	readonly from: number;
	readonly to: number;
}

/** What a {@link compareChannel} looks at. */
export interface Channel {
	readonly path: string;
	readonly playA: Play;
	readonly playB: Play;
	readonly measure: Measure;
	readonly counts: Counts;
}

/**
 * The deviation of one channel over all intervals between turns: at both ends of each, just inside them
 * and at places between. Where those bend so much that the largest one may lie between them, it is searched for.
 */
export function compareChannel(channel: Channel, turns: Float64Array, samplesPerInterval: number): Deviation {
	const { path, playA, playB, measure, counts } = channel;
	const a = new Float32Array(POSE_STRIDE);
	const b = new Float32Array(POSE_STRIDE);
	const deviationAt = (time: number): number => {
		if (!counts(time)) return UNCOUNTED;
		playA(time, a);
		playB(time, b);
		return measure(a, b);
	};

	let max = UNCOUNTED;
	let worst = turns[0] ?? 0;
	const note = (deviation: number, time: number): void => {
		if (!(deviation > max)) return;
		max = deviation;
		worst = time;
	};
	let spans: Span[] = [];
	let area = 0;
	let seconds = 0;
	note(deviationAt(worst), worst);
	// The samples from just after one turn to just before the next.
	const times = new Float64Array(samplesPerInterval + 1);
	const deviations = new Float64Array(samplesPerInterval + 1);
	for (let i = 0; i + 1 < turns.length; i++) {
		const start = turns[i]!;
		const end = turns[i + 1]!;
		const step = (end - start) / samplesPerInterval;
		for (let k = 0; k <= samplesPerInterval; k++) {
			times[k] = start + (end - start) * Math.min(Math.max(NEAR, k / samplesPerInterval), 1 - NEAR);
			deviations[k] = deviationAt(times[k]!);
		}
		// The turn itself comes first, so that the time just before it is named only where there is a jump.
		note(deviationAt(end), end);
		note(deviations[0]!, times[0]!);
		for (let k = 1; k <= samplesPerInterval; k++) {
			const [left, middle] = [deviations[k - 1]!, deviations[k]!];
			if (left < 0 || middle < 0) continue;
			note(middle, times[k]!);
			area += ((left + middle) / 2) * step;
			seconds += step;
			const right = deviations[k + 1] ?? middle;
			const bend = k < samplesPerInterval ? Math.abs(middle - (left + right) / 2) : 0;
			const promise = Math.max(left, middle, right) + PROMISE * bend;
			if (promise > max) spans.push({ promise, from: times[k - 1]!, to: times[k + 1] ?? times[k]! });
		}
		if (spans.length > 100 * MAX_SPANS) spans = chooseSpans(spans, max);
	}
	if (Number.isFinite(max)) {
		for (const { from, to } of chooseSpans(spans, max)) {
			const time = findMaximum(deviationAt, from, to);
			note(deviationAt(time), time);
		}
	}
	return { max: Math.max(max, 0), mean: seconds > 0 ? area / seconds : Math.max(max, 0), path, time: worst };
}

function chooseSpans(spans: readonly Span[], max: number): Span[] {
	const hopeful = spans.filter(({ promise }) => promise > max);
	return hopeful.sort((one, other) => other.promise - one.promise).slice(0, MAX_SPANS);
}

/** The distance of two positions in metres. */
export function measureDistance(a: Float32Array, b: Float32Array): number {
	const x = difference(a[0]!, b[0]!);
	const y = difference(a[1]!, b[1]!);
	const z = difference(a[2]!, b[2]!);
	return Math.sqrt(x * x + y * y + z * z);
}

/** The angle of the rotations of two poses in degrees; q and −q are the same rotation. */
export function measureRotation(a: Float32Array, b: Float32Array): number {
	return 2 * Math.min(angleBetween(a, b, 4, 1), angleBetween(a, b, 4, -1));
}

/** The angle of the directions of two rays in degrees; 0 for two rays without direction. */
export function measureDirection(a: Float32Array, b: Float32Array): number {
	return angleBetween(a, b, 3, 1);
}

// From the chords |a − b| and |a + b|: unlike the arc cosine this keeps its digits for small angles.
function angleBetween(a: Float32Array, b: Float32Array, size: number, sign: 1 | -1): number {
	let apart = 0;
	let together = 0;
	for (let i = OFFSET; i < OFFSET + size; i++) {
		const minus = difference(a[i]!, sign * b[i]!);
		const plus = a[i]! + sign * b[i]!;
		apart += minus * minus;
		together += plus * plus;
	}
	if (apart === 0) return 0;
	return Number.isFinite(apart) ? 2 * Math.atan2(Math.sqrt(apart), Math.sqrt(together)) * RADIANS_TO_DEGREES : apart;
}

// Two values that are not numbers agree; one that is not is infinitely far from one that is.
function difference(a: number, b: number): number {
	if (Object.is(a, b) || a === b) return 0;
	const apart = a - b;
	return Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart;
}

// The best of a row of times in a span, or a better one around it.
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
