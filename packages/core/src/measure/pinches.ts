import type { TimeSpan } from '../curves/state-changes.ts';
import { type HandCurves, hasKeys, type Recording, SIDES, type Side, type Vec3Curves } from '../model/recording.ts';
import { checkLength, createGrid, type Grid, type Run } from './grid.ts';
import { type MotionOptions, readSettings } from './options.ts';
import { type Path, Tracer } from './path.ts';
import { samplePoints } from './played-curve.ts';
import { type Range, type Summary, summarize, takeRange } from './statistics.ts';
import { findExtent, listHandSpans, listTrackedSpans } from './tracking.ts';

/** How a hand pinches. */
export interface PinchMeasures {
	readonly count: number;
	/** Seconds of each pinch; `null` if there are none. */
	readonly lengths: Summary | null;
	/** Seconds from the start of a pinch to the start of the next; `null` if there are fewer than two. */
	readonly intervals: Summary | null;
	/** Meters between the tips of thumb and index finger; `null` if one is absent. */
	readonly aperture: Range | null;
	/** m/s: the fastest closing of the aperture around the start of each pinch. */
	readonly closingSpeed: Summary | null;
}

/** Meters: without a recorded state, a pinch starts below the first aperture and ends above the second. */
const CLOSED = 0.02;
const OPEN = 0.05;
/** Seconds before and after the start of a pinch in which it closes. */
const CLOSING_BEFORE = 0.5;
const CLOSING_AFTER = 0.1;

/** A pinch of a hand. */
export interface Pinch {
	readonly side: Side;
	/** Seconds. */
	readonly start: number;
	readonly end: number;
	/** Seconds. */
	readonly duration: number;
}

/**
 * Lists the pinches of both hands in time order while they are tracked: the recorded state or, if it has no keys, the
 * aperture (MEASURES.md).
 * Throws `RangeError` for invalid options.
 *
 * @example
 * const long = listPinches(recording).filter(({ duration }) => duration > 1);
 */
export function listPinches(recording: Recording, options: MotionOptions = {}): Pinch[] {
	const settings = readSettings(options);
	checkLength(recording, settings.sampleRate);
	const tracer = new Tracer(settings);
	const { hands } = recording;
	const extent = findExtent(recording);
	const pinches = SIDES.flatMap((side) => {
		if (hands === null) return [];
		const { pinching, tracked, joints } = hands[side];
		const span = ({ start, end }: TimeSpan): Pinch => ({ side, start, end, duration: end - start });
		if (pinching.count > 0) return listTrackedSpans(pinching, tracked, extent).map(span);
		if (!hasKeys(joints.thumbTip) || !hasKeys(joints.indexTip)) return [];
		const grid = createGrid(listHandSpans(hands[side], extent), settings.sampleRate, extent.start);
		return findPinches(grid, resampleAperture(joints.thumbTip.position, joints.indexTip.position, grid, tracer)).map(
			span,
		);
	});
	return pinches.sort((a, b) => a.start - b.start);
}

/**
 * Measures the pinches of a hand, from the recorded state or, if it has no keys, from the aperture. `thumb` and `index`
 * are the filtered paths of the tips, `null` if they are absent.
 */
export function measurePinches(
	{ pinching, tracked, joints }: HandCurves,
	grid: Grid,
	thumb: Path | null,
	index: Path | null,
	extent: TimeSpan,
	tracer: Tracer,
): PinchMeasures {
	const hasTips = thumb !== null && index !== null;
	// The filter would swing by a tenth of a millimeter where the tips meet.
	const aperture = hasTips ? resampleAperture(joints.thumbTip.position, joints.indexTip.position, grid, tracer) : null;
	const pinches =
		pinching.count > 0 || aperture === null ? listTrackedSpans(pinching, tracked, extent) : findPinches(grid, aperture);
	const starts = pinches.map(({ start }) => start);
	const smooth = hasTips && starts.length > 0 ? measureDistances(thumb, index, tracer) : null;
	const measures: PinchMeasures = {
		count: pinches.length,
		lengths: summarize(pinches.map(({ start, end }) => end - start)),
		intervals: summarize(starts.slice(1).map((start, i) => start - starts[i]!)),
		aperture: aperture && takeRange(aperture, grid.total),
		closingSpeed: smooth && summarize(starts.flatMap((start) => findClosingSpeed(grid, smooth, start) ?? [])),
	};
	if (aperture !== null) tracer.give(aperture);
	if (smooth !== null) tracer.give(smooth);
	return measures;
}

function measureDistances(a: Path, b: Path, tracer: Tracer): Float64Array {
	const { total } = a.grid;
	const distances = tracer.take(total);
	for (let i = 0; i < total; i++) {
		const x = b.x[i]! - a.x[i]!;
		const y = b.y[i]! - a.y[i]!;
		const z = b.z[i]! - a.z[i]!;
		distances[i] = Math.sqrt(x * x + y * y + z * z);
	}
	return distances;
}

function resampleAperture(thumb: Vec3Curves, index: Vec3Curves, grid: Grid, tracer: Tracer): Float64Array {
	const { total } = grid;
	const aperture = tracer.take(total).fill(0, 0, total);
	const a = tracer.take(total);
	const b = tracer.take(total);
	for (const axis of ['x', 'y', 'z'] as const) {
		samplePoints(thumb[axis], grid, a, 0);
		samplePoints(index[axis], grid, b, 0);
		for (let i = 0; i < total; i++) aperture[i]! += (b[i]! - a[i]!) * (b[i]! - a[i]!);
	}
	for (let i = 0; i < total; i++) aperture[i] = Math.sqrt(aperture[i]!);
	tracer.give(a, b);
	return aperture;
}

function findPinches({ runs, rate, origin }: Grid, aperture: Float64Array): TimeSpan[] {
	const pinches: TimeSpan[] = [];
	for (const { first, count, offset } of runs) {
		let start: number | null = null;
		for (let i = 0; i < count; i++) {
			const gap = aperture[offset + i]!;
			const time = origin + (first + i) / rate;
			if (start === null && gap < CLOSED) start = time;
			else if (start !== null && (gap > OPEN || i === count - 1)) {
				pinches.push({ start, end: time });
				start = null;
			}
		}
	}
	return pinches;
}

// `null` if the hand is not tracked at the start.
function findClosingSpeed({ runs, rate, origin }: Grid, aperture: Float64Array, start: number): number | null {
	const place = (start - origin) * rate;
	const isInside = ({ first, count }: Run): boolean => place >= first && place <= first + count - 1;
	const run = runs.find(isInside);
	if (run === undefined) return null;
	const at = run.offset + place - run.first;
	const from = Math.max(run.offset + 2, Math.ceil(at - CLOSING_BEFORE * rate));
	const to = Math.min(run.offset + run.count - 3, Math.floor(at + CLOSING_AFTER * rate));
	let peak = 0;
	for (let i = from; i <= to; i++) {
		const change = aperture[i - 2]! - aperture[i + 2]! + 8 * (aperture[i + 1]! - aperture[i - 1]!);
		peak = Math.max(peak, (-change * rate) / 12);
	}
	return peak;
}
