import { angleBetweenVectors } from '../math/vector.ts';
import type { RayCurves } from '../model/recording.ts';
import type { Grid } from './grid.ts';
import type { MeasureSettings } from './options.ts';
import type { Tracer } from './path.ts';
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

interface Fixation {
	/** Places in the arrays; the end is exclusive. */
	readonly from: number;
	readonly to: number;
	readonly center: readonly [number, number, number];
}

/**
 * Finds fixations by dispersion (I-DT): the longest windows in which the gaze, seen from the window's first direction,
 * spreads by at most a limit, its horizontal and vertical range added.
 */
export function measureGaze(
	{ direction }: RayCurves,
	grid: Grid,
	tracer: Tracer,
	{ fixationDegrees, fixationSeconds }: MeasureSettings,
): GazeMeasures {
	const directions = resampleDirections(direction, grid, tracer);
	const minSamples = Math.max(2, Math.round(fixationSeconds * grid.rate));
	const fixations = grid.runs.flatMap(({ offset, count }) =>
		listFixations(directions, offset, offset + count, fixationDegrees, minSamples),
	);
	const pairs = fixations.slice(1).map((next, i) => [fixations[i]!, next] as const);
	const lengths = fixations.map(({ from, to }) => (to - from - 1) / grid.rate);
	const covered = fixations.reduce((sum, { from, to }) => sum + to - from, 0);
	return {
		fixations: summarize(lengths),
		fixationShare: grid.total === 0 ? 0 : covered / grid.total,
		saccades: {
			degrees: summarize(pairs.map(([a, b]) => angleBetweenVectors(a.center, b.center) * DEGREES)),
			degreesPerSecond: summarize(pairs.map(([a, b]) => findPeakSpeed(directions, a.to - 1, b.from, grid.rate))),
		},
	};
}

// Three numbers per sample, at unit length.
function resampleDirections({ x, y, z }: RayCurves['direction'], grid: Grid, tracer: Tracer): Float64Array {
	const axis = new Float64Array(grid.total);
	const directions = new Float64Array(3 * grid.total);
	[x, y, z].forEach((curve, k) => {
		// A spline would swing before and after each saccade.
		tracer.resample(curve, grid, axis, true);
		for (let i = 0; i < grid.total; i++) directions[3 * i + k] = axis[i]!;
	});
	for (let i = 0; i < directions.length; i += 3) {
		const length = Math.sqrt(directions[i]! ** 2 + directions[i + 1]! ** 2 + directions[i + 2]! ** 2);
		for (let k = 0; k < 3 && length > 0; k++) directions[i + k]! /= length;
	}
	return directions;
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

// Where the dispersion of a window that begins at `start` exceeds the limit. Angles are seen from its first direction,
// whose horizontal axis is level.
function findWindowEnd(d: Float64Array, start: number, to: number, degrees: number): number {
	const [fx, fy, fz] = [d[3 * start]!, d[3 * start + 1]!, d[3 * start + 2]!];
	const level = Math.hypot(fx, fz);
	const [rx, rz] = level > 1e-6 ? [fz / level, -fx / level] : [1, 0];
	const [ux, uy, uz] = [-rz * fy, rz * fx - rx * fz, rx * fy];
	let [minX, maxX, minY, maxY] = [0, 0, 0, 0];
	for (let i = start + 1; i < to; i++) {
		const [x, y, z] = [d[3 * i]!, d[3 * i + 1]!, d[3 * i + 2]!];
		const ahead = x * fx + y * fy + z * fz;
		const across = Math.atan2(x * rx + z * rz, ahead) * DEGREES;
		const up = Math.atan2(x * ux + y * uy + z * uz, ahead) * DEGREES;
		minX = Math.min(minX, across);
		maxX = Math.max(maxX, across);
		minY = Math.min(minY, up);
		maxY = Math.max(maxY, up);
		if (!(maxX - minX + maxY - minY <= degrees)) return i;
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
