import { slotPaths } from '../model/order.ts';
import { SIDES } from '../model/recording.ts';
import type { KeyReader } from './key-reader.ts';
import type { SectionKeys } from './section-keys.ts';

const KEYS_PER_CURVE = 256;
const MIN_INTERVALS = 8;
const MIN_UNEVEN_INTERVALS = 32;
/** The ratio of the upper to the lower quartile of uneven intervals. */
const MAX_SPREAD = 2.5;
/** Longer intervals between two keys, in frames, do not count toward the rate. */
const MAX_FRAMES = 8;
/** How far an interval may be from a whole number of frames, and the share of intervals that must be within. */
const MAX_OFF = 0.15;
const MIN_SHARE = 0.9;

// Recorders drop keys that lie on a straight line, so the keys of one curve do not show every frame. Curves that move
// differently together show most frames.
const WATCHED_JOINTS = ['wrist', 'indexTip', 'thumbTip', 'pinkyTip'] as const;
const WATCHED: ReadonlySet<string> = /* @__PURE__ */ new Set([
	...['head.position.x', 'head.rotation.x', 'gaze.origin.x', 'gaze.direction.x'],
	...SIDES.flatMap((side) =>
		WATCHED_JOINTS.flatMap((joint) => [
			`hands.${side}.joints.${joint}.position.x`,
			`hands.${side}.joints.${joint}.rotation.x`,
		]),
	),
]);

// Looking at the paths of a file takes longer than the rest of a look at it.
const watchedByPaths = new Map<readonly string[], readonly number[]>();

/** Frames per second. */
export interface FrameRateEstimate {
	/** `null` if there are too few keys, or intervals that have nothing in common. */
	readonly frameRate: number | null;
	/** Whether frames come at a steady rate. Otherwise `frameRate` is that of the median interval. */
	readonly isSteady: boolean;
}

/**
 * Estimates frames per second from key times.
 *
 * Finds the shortest interval between the first keys of a dozen curves of which nearly all others are multiples.
 */
export function estimateFrameRate({ curves, sections }: SectionKeys): FrameRateEstimate {
	const paths = slotPaths(sections);
	const watched = watchedByPaths.get(paths) ?? paths.flatMap((path, slot) => (WATCHED.has(path) ? [slot] : []));
	watchedByPaths.set(paths, watched);
	return estimateTimesRate(collectTimes(watched.map((slot) => curves[slot]!)));
}

/** Estimates frames per second from the distinct key times of several curves, in time order. */
export function estimateTimesRate(times: ArrayLike<number>): FrameRateEstimate {
	const intervals = new Float64Array(Math.max(0, times.length - 1));
	for (let i = 0; i < intervals.length; i++) intervals[i] = times[i + 1]! - times[i]!;
	if (intervals.length < MIN_INTERVALS) return { frameRate: null, isSteady: false };
	intervals.sort();
	const candidates = intervals.subarray(0, Math.ceil(intervals.length / 4));
	const step = Math.ceil(candidates.length / 16);
	for (let i = 0; i < candidates.length; i += step) {
		const frameRate = fitRate(intervals, candidates[i] ?? 0);
		if (frameRate !== null) return { frameRate, isSteady: true };
	}
	return { frameRate: estimateUneven(intervals), isSteady: false };
}

// The rate of the median interval, if half of the sorted intervals are similar to it.
function estimateUneven(intervals: Float64Array): number | null {
	const at = (share: number): number => intervals[Math.floor(intervals.length * share)] ?? 0;
	const isSimilar = intervals.length >= MIN_UNEVEN_INTERVALS && at(0.75) <= at(0.25) * MAX_SPREAD;
	return isSimilar ? 1 / at(0.5) : null;
}

function fitRate(intervals: Float64Array, frame: number): number | null {
	let fitting = 0;
	let frames = 0;
	let seconds = 0;
	for (const interval of intervals) {
		const count = Math.round(interval / frame);
		if (Math.abs(interval / frame - count) <= MAX_OFF) fitting++;
		if (count > MAX_FRAMES) continue;
		frames += count;
		seconds += interval;
	}
	return fitting >= intervals.length * MIN_SHARE ? frames / seconds : null;
}

// The distinct times of curves, up to the earliest time at which a curve was cut off.
function collectTimes(curves: readonly KeyReader[]): Float64Array {
	const counts = curves.map((curve) => Math.min(curve.count, KEYS_PER_CURVE));
	const size = counts.reduce((sum, count) => sum + count, 0);
	let times = new Float64Array(size);
	let spare = new Float64Array(size);
	let length = 0;
	let horizon = Number.POSITIVE_INFINITY;
	for (const [i, curve] of curves.entries()) {
		const count = counts[i]!;
		if (count < curve.count) horizon = Math.min(horizon, curve.getTime(count - 1));
		// Most curves have times that others have, too, so that merging costs less than sorting all of them.
		const merged = mergeTimes(curve, count, times, length, spare);
		if (merged === null) return sortTimes(curves, counts);
		length = merged;
		[times, spare] = [spare, times];
	}
	while (length > 0 && !(times[length - 1]! <= horizon)) length--;
	return times.subarray(0, length);
}

// Merges the first times of a curve into a sorted list of distinct times. Returns the new length, or `null` if the times of the
// curve are not finite or out of order.
function mergeTimes(
	curve: KeyReader,
	count: number,
	times: Float64Array,
	length: number,
	merged: Float64Array,
): number | null {
	let last = Number.NEGATIVE_INFINITY;
	let from = 0;
	let to = 0;
	for (let i = 0; i < count; i++) {
		const time = curve.getTime(i);
		if (!(time >= last && time < Number.POSITIVE_INFINITY && time > Number.NEGATIVE_INFINITY)) return null;
		if (time === last) continue;
		last = time;
		while (from < length && times[from]! < time) merged[to++] = times[from++]!;
		if (from < length && times[from] === time) from++;
		merged[to++] = time;
	}
	while (from < length) merged[to++] = times[from++]!;
	return to;
}

// {@link collectTimes} for curves whose times are out of order.
function sortTimes(curves: readonly KeyReader[], counts: readonly number[]): Float64Array {
	const times: number[] = [];
	let horizon = Number.POSITIVE_INFINITY;
	curves.forEach((curve, c) => {
		const count = counts[c]!;
		for (let i = 0; i < count; i++) times.push(curve.getTime(i));
		if (count < curve.count) horizon = Math.min(horizon, curve.getTime(count - 1));
	});
	const sorted = Float64Array.from(times).sort();
	let distinct = 0;
	for (let i = 0, last = Number.NaN; i < sorted.length; i++) {
		const time = sorted[i]!;
		if (time === last || !(time <= horizon) || !Number.isFinite(time)) continue;
		last = time;
		sorted[distinct++] = time;
	}
	return sorted.subarray(0, distinct);
}
