import { type Recording, SIDES, type Side } from '../model/recording.ts';
import { checkLength, createGrid, type Run } from './grid.ts';
import { type MeasureSettings, type ReachOptions, readSettings } from './options.ts';
import { type Path, Tracer } from './path.ts';
import { measureSmoothness } from './smoothness.ts';
import { findExtent, listHandSpans } from './tracking.ts';

/** A movement of a wrist from one place to another. */
export interface Reach {
	readonly side: Side;
	/** Seconds. */
	readonly start: number;
	readonly end: number;
	/** Seconds. */
	readonly duration: number;
	/** Meters from the first to the last position, in a straight line. */
	readonly distance: number;
	/** Meters along the path. */
	readonly pathLength: number;
	/** m/s. */
	readonly peakSpeed: number;
	/** The peak speed divided by the mean speed: 1.875 for a minimum-jerk reach. */
	readonly speedRatio: number;
	/** The spectral arc length of the speed: nearer to 0 is smoother. */
	readonly smoothness: number;
}

/** m/s: slower movements are not reaches. */
const MIN_PEAK = 0.1;
/** Seconds: longer movements are not reaches. */
const MAX_DURATION = 4;
/** Two peaks belong to one reach if the speed between them stays above this share of the lower peak. */
const VALLEY_SHARE = 0.5;
/** The shares of the peak speed whose times give the start and the end. */
const LOW_SHARE = 0.1;
const HIGH_SHARE = 0.4;
// The time at which a minimum-jerk reach passes a share of its peak speed, in durations.
const minimumJerkTime = (share: number): number => (1 - Math.sqrt(1 - Math.sqrt(share))) / 2;

/**
 * Lists the reaches of both hands in time order: movements of the wrist with one peak of speed (MEASURES.md). Reads the
 * keys of the wrists only. Throws `RangeError` for invalid options.
 *
 * @example
 * for (const { side, start, distance, duration } of listReaches(recording)) console.log(side, start, distance / duration);
 */
export function listReaches(recording: Recording, options: ReachOptions = {}): Reach[] {
	const settings = readSettings(options);
	checkLength(recording, settings.sampleRate);
	const tracer = new Tracer(settings);
	const { hands } = recording;
	const extent = findExtent(recording);
	const reaches = SIDES.flatMap((side) => {
		if (hands === null) return [];
		const grid = createGrid(listHandSpans(hands[side], extent), settings.sampleRate, extent.start);
		return findReaches(side, tracer.trace(hands[side].joints.wrist.position, grid), settings);
	});
	return reaches.sort((a, b) => a.start - b.start);
}

/** Finds the reaches along the path of a wrist. */
export function findReaches(side: Side, path: Path, settings: MeasureSettings): Reach[] {
	return path.grid.runs.flatMap((run) =>
		listPeaks(path.speed, run).flatMap((peak) => describeReach(side, path, run, peak, settings) ?? []),
	);
}

/** A peak of speed between two minima, as places in the path's arrays. */
interface Peak {
	left: number;
	top: number;
	right: number;
}

// The peaks that are separated by minima below a share of both.
function listPeaks(speed: Float64Array, { offset, count }: Run): Peak[] {
	const end = offset + count - 1;
	const peaks: Peak[] = [];
	let left = offset;
	while (left < end) {
		let top = left;
		while (top < end && speed[top + 1]! >= speed[top]!) top++;
		let right = top;
		while (right < end && speed[right + 1]! < speed[right]!) right++;
		const last = peaks.at(-1);
		if (last !== undefined && speed[left]! > VALLEY_SHARE * Math.min(speed[last.top]!, speed[top]!)) {
			if (speed[top]! > speed[last.top]!) last.top = top;
			last.right = right;
		} else peaks.push({ left, top, right });
		left = right;
	}
	return peaks.filter(({ top }) => speed[top]! >= MIN_PEAK);
}

function describeReach(
	side: Side,
	path: Path,
	run: Run,
	{ left, top, right }: Peak,
	{ minReach }: MeasureSettings,
): Reach | null {
	const { grid, x, y, z, speed } = path;
	const { rate, origin } = grid;
	const first = findFoot(speed, top, left, -1);
	const last = findFoot(speed, top, right, 1);
	const [from, to] = [Math.round(first), Math.round(last)];
	const distance = Math.hypot(x[to]! - x[from]!, y[to]! - y[from]!, z[to]! - z[from]!);
	if (!(distance >= minReach && last > first && last - first <= MAX_DURATION * rate)) return null;
	let pathLength = -(speed[from]! + speed[to]!) / 2;
	for (let i = from; i <= to; i++) pathLength += speed[i]!;
	pathLength /= rate;
	const start = origin + (run.first + first - run.offset) / rate;
	const duration = (last - first) / rate;
	const peakSpeed = left < top && top < right ? findCrest(speed, top) : speed[top]!;
	return {
		side,
		start,
		end: start + duration,
		duration,
		distance,
		pathLength,
		peakSpeed,
		speedRatio: (peakSpeed * duration) / pathLength,
		smoothness: measureSmoothness(speed, from, to + 1, rate),
	};
}

// The place at which a movement starts (step −1) or ends. Movements fade in and out below any noise, so the place is
// extrapolated from two shares of the peak speed as for a minimum-jerk reach, but not beyond the minimum.
function findFoot(speed: Float64Array, top: number, valley: number, step: 1 | -1): number {
	const high = findCrossing(speed, top, valley, step, HIGH_SHARE * speed[top]!);
	const low = findCrossing(speed, top, valley, step, LOW_SHARE * speed[top]!);
	if (high === null || low === null) return valley;
	const before = minimumJerkTime(LOW_SHARE);
	const foot = low + ((low - high) * before) / (minimumJerkTime(HIGH_SHARE) - before);
	return step < 0 ? Math.max(foot, valley) : Math.min(foot, valley);
}

// The place between two samples at which the speed, seen from the peak, first falls to a limit.
function findCrossing(speed: Float64Array, top: number, valley: number, step: 1 | -1, limit: number): number | null {
	for (let i = top; i !== valley; i += step) {
		const next = speed[i + step]!;
		if (next <= limit) return i + (step * (speed[i]! - limit)) / (speed[i]! - next);
	}
	return null;
}

// The height of the parabola through a peak and its neighbors: the true peak lies between samples.
function findCrest(speed: Float64Array, top: number): number {
	const before = speed[top - 1]!;
	const at = speed[top]!;
	const after = speed[top + 1]!;
	const bend = before - 2 * at + after;
	return bend < 0 ? at - (before - after) ** 2 / (8 * bend) : at;
}
