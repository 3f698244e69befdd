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

// Where the time just before a turn is looked at, as a part of the interval: on the near side of a jump.
const JUST_BEFORE = 1 - 1e-9;
// Steps of the search for the exact maximum; each narrows it to 0.62 of the span.
const REFINE_STEPS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
// Rotations and directions stand behind a position or origin.
const OFFSET = 3;
const RADIANS_TO_DEGREES = 180 / Math.PI;

// The samples whose surroundings are searched for the exact maximum: those near the largest, and no more than these.
const NEAR_MAX = 0.8;
const MAX_PEAKS = 8;

interface Peak {
	readonly deviation: number;
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
 * The deviation of one channel over all intervals between turns: at both ends of each (on the near side of a jump, too)
 * and at places between them. The surroundings of the largest ones are then searched for the exact maximum.
 */
export function compareChannel(channel: Channel, turns: Float64Array, samplesPerInterval: number): Deviation {
	const { path, playA, playB, measure, counts } = channel;
	const a = new Float32Array(POSE_STRIDE);
	const b = new Float32Array(POSE_STRIDE);
	const deviationAt = (time: number): number => {
		if (!counts(time)) return 0;
		playA(time, a);
		playB(time, b);
		return measure(a, b);
	};

	let max = -1;
	let worst = turns[0] ?? 0;
	let peaks: Peak[] = [];
	let area = 0;
	let seconds = 0;
	const look = (time: number, from: number, to: number): number => {
		const deviation = deviationAt(time);
		if (to > from && deviation > max * NEAR_MAX) peaks.push({ deviation, from, to });
		if (deviation > max) {
			max = deviation;
			worst = time;
		}
		if (peaks.length > 100 * MAX_PEAKS) peaks = highestPeaks(peaks);
		return deviation;
	};
	let atTurn = turns.length > 0 ? look(turns[0]!, 0, 0) : 0;
	for (let i = 0; i + 1 < turns.length; i++) {
		const start = turns[i]!;
		const end = turns[i + 1]!;
		const step = (end - start) / samplesPerInterval;
		const justBefore = start + (end - start) * JUST_BEFORE;
		let before = atTurn;
		// The turn itself comes first, so that the time just before it is named only where there is a jump.
		atTurn = look(end, justBefore - step, justBefore);
		for (let k = 1; k <= samplesPerInterval; k++) {
			const time = k < samplesPerInterval ? start + k * step : justBefore;
			const deviation = look(time, start + (k - 1) * step, Math.min(time + step, justBefore));
			if (counts(time)) {
				area += ((before + deviation) / 2) * step;
				seconds += step;
			}
			before = deviation;
		}
	}
	if (Number.isFinite(max)) {
		for (const { from, to } of highestPeaks(peaks)) look(findMaximum(deviationAt, from, to), 0, 0);
	}
	return { max: Math.max(max, 0), mean: seconds > 0 ? area / seconds : Math.max(max, 0), path, time: worst };
}

function highestPeaks(peaks: Peak[]): Peak[] {
	return peaks.sort((one, other) => other.deviation - one.deviation).slice(0, MAX_PEAKS);
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

// Golden-section search in a span in which the function has one maximum.
function findMaximum(valueAt: (time: number) => number, start: number, end: number): number {
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
