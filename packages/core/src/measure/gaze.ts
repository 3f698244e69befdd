import { angleBetweenVectors, dotVectors } from '../math/vector.ts';
import type { RayCurves } from '../model/recording.ts';
import type { Grid } from './grid.ts';
import type { MeasureSettings } from './options.ts';
import type { Tracer } from './path.ts';
import { samplePoints } from './played-curve.ts';
import { type Summary, summarize } from './statistics.ts';

/** Where the eyes rest and how they jump. */
export interface GazeMeasures {
	/** Seconds of each fixation; `null` if there are none. */
	readonly fixations: Summary | null;
	/** The share of the duration. */
	readonly fixationShare: number;
	readonly saccades: SaccadeMeasures;
}

/** The changes from a fixation to the next. */
export interface SaccadeMeasures {
	/** Degrees between the centers of the fixations; `null` if there are no saccades. */
	readonly degrees: Summary | null;
	/** The peak speed of each saccade. */
	readonly degreesPerSecond: Summary | null;
}

const DEGREES = 180 / Math.PI;
/** Seconds before and after a direction whose directions smooth it: two samples at 60 Hz. */
const SMOOTHING = 1 / 30;
/** Two fixations are one if the gap between them is at most so many seconds (Olsen 2012) … */
const MAX_GAP = 0.075;
/** … and their centers are at most so far apart, as a share of the dispersion that a fixation may have. */
const MERGE_SHARE = 0.5;

interface Fixation {
	/** Places in the arrays; the end is exclusive. */
	readonly from: number;
	readonly to: number;
	readonly center: readonly [number, number, number];
}

/**
 * Finds fixations by dispersion (I-DT): the longest windows in which the smoothed gaze, seen from the window's first
 * direction, spreads by at most a limit, its horizontal and vertical range added. Windows that noise has split are merged.
 */
export function measureGaze(
	{ direction }: RayCurves,
	grid: Grid,
	tracer: Tracer,
	{ fixationDegrees, fixationSeconds }: MeasureSettings,
): GazeMeasures {
	const directions = resampleDirections(direction, grid, tracer);
	const minSamples = Math.max(2, Math.ceil(fixationSeconds * grid.rate) + 1);
	const smooth = smoothDirections(directions, grid, tracer);
	const fixations = grid.runs.flatMap(({ offset, count }) => {
		const found = listFixations(smooth, offset, offset + count, fixationDegrees, minSamples);
		return mergeFixations(found, smooth, MERGE_SHARE * fixationDegrees, MAX_GAP * grid.rate);
	});
	const pairs = fixations.slice(1).map((next, i) => [fixations[i]!, next] as const);
	const lengths = fixations.map(({ from, to }) => (to - from - 1) / grid.rate);
	const covered = fixations.reduce((sum, { from, to }) => sum + to - from, 0);
	const speeds = pairs.map(([a, b]) => findPeakSpeed(directions, a.to - 1, b.from, grid.rate));
	tracer.give(directions, smooth);
	return {
		fixations: summarize(lengths),
		fixationShare: grid.total === 0 ? 0 : covered / grid.total,
		saccades: {
			degrees: summarize(pairs.map(([a, b]) => angleBetweenVectors(a.center, b.center) * DEGREES)),
			degreesPerSecond: summarize(speeds),
		},
	};
}

// Three numbers per sample, at unit length.
function resampleDirections({ x, y, z }: RayCurves['direction'], grid: Grid, tracer: Tracer): Float64Array {
	const axis = tracer.take(grid.total);
	const directions = tracer.take(3 * grid.total);
	[x, y, z].forEach((curve, k) => {
		samplePoints(curve, grid, axis, 0);
		for (let i = 0; i < grid.total; i++) directions[3 * i + k] = axis[i]!;
	});
	tracer.give(axis);
	for (let i = 0; i < 3 * grid.total; i += 3) {
		const [x, y, z] = [directions[i]!, directions[i + 1]!, directions[i + 2]!];
		const length = Math.sqrt(x * x + y * y + z * z) || 1;
		directions[i] = x / length;
		directions[i + 1] = y / length;
		directions[i + 2] = z / length;
	}
	return directions;
}

// Replaces each direction by the one of its neighborhood with the smallest sum of distances to the others: the vector median
// (Astola and others, 1990). Unlike a mean, it keeps the edges of saccades.
function smoothDirections(d: Float64Array, { runs, rate }: Grid, tracer: Tracer): Float64Array {
	const smooth = tracer.take(d.length);
	const radius = Math.round(SMOOTHING * rate);
	for (const { offset, count } of runs) {
		const end = offset + count;
		for (let i = offset; i < end; i++) {
			const median = findMedian(d, Math.max(offset, i - radius), Math.min(end, i + radius + 1));
			smooth.set(d.subarray(3 * median, 3 * median + 3), 3 * i);
		}
	}
	return smooth;
}

function findMedian(d: Float64Array, from: number, to: number): number {
	let best = from;
	let least = Number.POSITIVE_INFINITY;
	for (let i = from; i < to; i++) {
		let sum = 0;
		for (let j = from; j < to; j++) {
			// The distance of two unit vectors, up to a factor.
			sum += Math.sqrt(Math.abs(1 - dotVectors(d, d, 3 * i, 3 * j)));
		}
		if (sum < least) {
			least = sum;
			best = i;
		}
	}
	return best;
}

// A fixation that was merged is compared with the next as a whole.
function mergeFixations(found: readonly Fixation[], d: Float64Array, degrees: number, gap: number): Fixation[] {
	const merged: Fixation[] = [];
	for (const next of found) {
		const last = merged.at(-1);
		const isOne =
			last !== undefined &&
			next.from - last.to < gap &&
			angleBetweenVectors(last.center, next.center) * DEGREES <= degrees;
		if (isOne) merged[merged.length - 1] = { from: last.from, to: next.to, center: findCenter(d, last.from, next.to) };
		else merged.push(next);
	}
	return merged;
}

function listFixations(d: Float64Array, from: number, to: number, degrees: number, minSamples: number): Fixation[] {
	const fixations: Fixation[] = [];
	let start = from;
	while (start + minSamples <= to) {
		const end = findWindowEnd(d, start, to, degrees);
		if (end - start >= minSamples) {
			fixations.push({ from: start, to: end, center: findCenter(d, start, end) });
			start = end;
		} else start++;
	}
	return fixations;
}

// Where the dispersion of a window that begins at `start` exceeds the limit. Directions are seen as points on a plane at a
// distance of 1 across the first direction, whose horizontal axis is level: for small angles the same as angles.
function findWindowEnd(d: Float64Array, start: number, to: number, degrees: number): number {
	const limit = degrees / DEGREES;
	const fx = d[3 * start]!;
	const fy = d[3 * start + 1]!;
	const fz = d[3 * start + 2]!;
	const level = Math.hypot(fx, fz);
	const rx = level > 1e-6 ? fz / level : 1;
	const rz = level > 1e-6 ? -fx / level : 0;
	const ux = -rz * fy;
	const uy = rz * fx - rx * fz;
	const uz = rx * fy;
	let minX = 0;
	let maxX = 0;
	let minY = 0;
	let maxY = 0;
	for (let i = start + 1; i < to; i++) {
		const x = d[3 * i]!;
		const y = d[3 * i + 1]!;
		const z = d[3 * i + 2]!;
		const ahead = x * fx + y * fy + z * fz;
		const across = (x * rx + z * rz) / ahead;
		const up = (x * ux + y * uy + z * uz) / ahead;
		if (across < minX) minX = across;
		if (across > maxX) maxX = across;
		if (up < minY) minY = up;
		if (up > maxY) maxY = up;
		if (!(ahead > 0 && maxX - minX + maxY - minY <= limit)) return i;
	}
	return to;
}

function findCenter(d: Float64Array, from: number, to: number): [number, number, number] {
	const sum: [number, number, number] = [0, 0, 0];
	for (let i = 3 * from; i < 3 * to; i += 3) for (let k = 0; k < 3; k++) sum[k]! += d[i + k]!;
	const length = Math.hypot(...sum) || 1;
	return [sum[0] / length, sum[1] / length, sum[2] / length];
}

function findPeakSpeed(d: Float64Array, from: number, to: number, rate: number): number {
	let peak = 0;
	for (let i = from; i < to; i++) peak = Math.max(peak, angleBetweenVectors(d, d, 3 * i, 3 * (i + 1)));
	return peak * rate * DEGREES;
}
