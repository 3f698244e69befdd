import { evaluateCurve } from '../curves/evaluate.ts';
import { getCurveSegmentKind } from '../curves/segment.ts';
import { toSorted } from '../curves/sort.ts';
import { type Curve, FULL_STRIDE } from '../model/curve.ts';
import type { Grid, Run } from './grid.ts';

/** A corner counts in the samples that are nearer than this many sample intervals. */
const REACH = 2;

/** Writes the values of a curve as it is played, at all samples of a grid, from `out[at]` on. */
export function samplePoints(curve: Curve, grid: Grid, out: Float64Array, at: number): void {
	const sorted = toSorted(curve);
	const isCurved = hasTangents(sorted);
	for (const run of grid.runs) {
		if (isCurved) writePoints(sorted, grid, run, out, at + run.offset);
		else writeLines(sorted, grid, run, out, at + run.offset);
	}
}

/**
 * As {@link samplePoints}, but the corners at the keys count a little in the samples around them: their high frequencies
 * would become low ones by sampling points, so each sample is a weighted mean of the lines around it (MEASURES.md). Curves
 * with tangents have few corners; they are sampled at points.
 */
export function sampleMeans(curve: Curve, grid: Grid, out: Float64Array, at: number): void {
	for (const run of grid.runs) sampleRunMeans(curve, grid, run, out, at + run.offset);
}

/** {@link sampleMeans} for one run of a grid. */
export function sampleRunMeans(curve: Curve, grid: Grid, run: Run, out: Float64Array, at: number): void {
	const sorted = toSorted(curve);
	if (hasTangents(sorted)) writePoints(sorted, grid, run, out, at);
	else {
		writeLines(sorted, grid, run, out, at);
		roundCorners(sorted, grid, run, out, at);
	}
}

// Each line writes the samples from its first key up to its last.
function writeLines(curve: Curve, grid: Grid, run: Run, out: Float64Array, at: number): void {
	const { rate, origin } = grid;
	const { floats, start, stride, count: keys } = curve;
	const { first, count } = run;
	if (keys === 0) {
		out.fill(0, at, at + count);
		return;
	}
	const step = 1 / rate;
	let key = countKeysBefore(curve, origin + first * step) - 1;
	let value = getFiniteValue(curve, Math.max(0, key));
	let i = 0;
	if (key < 0) {
		const end = Math.min(count, Math.ceil((floats[start]! - origin) * rate) - first);
		for (; i < end; i++) out[at + i] = value;
		key = 0;
	}
	for (; key < keys - 1 && i < count; key++) {
		const place = start + key * stride;
		const from = floats[place]!;
		const until = floats[place + stride]!;
		const next = floats[place + stride + 1]!;
		// A damaged value must not spread over the whole curve.
		const to = next - next === 0 ? next : value;
		const end = Math.min(count, Math.ceil((until - origin) * rate) - first);
		if (end > i) {
			const slope = (to - value) / (until - from);
			const base = value + slope * (origin + first * step - from);
			for (; i < end; i++) out[at + i] = base + slope * i * step;
		}
		value = to;
	}
	for (; i < count; i++) out[at + i] = value;
	// The first and the last sample may lie a little outside the run's span, where the line may be another.
	if (origin + first * step < run.start) writePoints(curve, grid, { ...run, count: 1 }, out, at);
	const last = first + count - 1;
	if (origin + last * step > run.end) writePoints(curve, grid, { ...run, first: last, count: 1 }, out, at + count - 1);
}

// A mean with the weights k of a line with a corner is the line itself, and within the reach of k the change of the slope
// times a function of the distance. For k = 4/3 triangle(h) − 1/3 triangle(2 h), at a distance of u intervals, it is
// h ((1 − u)³ · 2 / 9 − (1 − u / 2)³ / 9), each part up to its zero.
function roundCorners(curve: Curve, { rate, origin }: Grid, run: Run, out: Float64Array, at: number): void {
	const { floats, start, stride, count: keys } = curve;
	const { first, count } = run;
	let key = Math.max(0, countKeysBefore(curve, run.start) - 1);
	let time = floats[start + key * stride]!;
	let value = getFiniteValue(curve, key);
	// Before its keys a curve is level.
	let slope = key === 0 ? 0 : Number.NaN;
	for (; key < keys && time < run.end; key++) {
		let nextTime = time;
		let nextValue = value;
		let nextSlope = 0;
		if (key + 1 < keys) {
			const place = start + (key + 1) * stride;
			nextTime = floats[place]!;
			const next = floats[place + 1]!;
			nextValue = next - next === 0 ? next : value;
			// NaN between two keys at one time.
			nextSlope = nextTime > time ? (nextValue - value) / (nextTime - time) : Number.NaN;
		}
		const bend = (nextSlope - slope) / (9 * rate);
		if (time > run.start && Math.abs(bend) > 0) {
			const place = (time - origin) * rate - first;
			const end = Math.min(count - 1, Math.floor(place + REACH));
			for (let i = Math.max(0, Math.ceil(place - REACH)); i <= end; i++) {
				const u = Math.abs(i - place);
				const wide = 1 - u / 2;
				const narrow = 1 - u;
				const weight = (narrow > 0 ? 2 * narrow * narrow * narrow : 0) - wide * wide * wide;
				out[at + i]! += bend * weight;
			}
		}
		time = nextTime;
		value = nextValue;
		slope = nextSlope;
	}
}

// The last finite value up to a key; 0 if there is none.
function getFiniteValue({ floats, start, stride }: Curve, key: number): number {
	for (let i = key; i >= 0; i--) {
		const value = floats[start + i * stride + 1]!;
		if (value - value === 0) return value;
	}
	return 0;
}

function hasTangents(curve: Curve): boolean {
	if (curve.stride !== FULL_STRIDE) return false;
	for (let key = 0; key < curve.count - 1; key++) if (getCurveSegmentKind(curve, key) !== 'line') return true;
	return false;
}

// Evaluates each sample. Samples outside the run's span are those at its ends.
function writePoints(curve: Curve, { rate, origin }: Grid, run: Run, out: Float64Array, at: number): void {
	const { floats, start, stride, count } = curve;
	const end = start + (count - 1) * stride;
	const [first, firstValue] = [floats[start]!, floats[start + 1]!];
	const [last, lastValue] = [floats[end]!, floats[end + 1]!];
	let value = getFiniteValue(curve, Math.max(0, countKeysBefore(curve, run.start) - 1));
	for (let i = 0; i < run.count; i++) {
		const time = Math.min(run.end, Math.max(run.start, origin + (run.first + i) / rate));
		const next = time <= first ? firstValue : time >= last ? lastValue : evaluateCurve(curve, time);
		if (Number.isFinite(next)) value = next;
		out[at + i] = value;
	}
}

/** Counts the keys of a sorted curve before a time. */
export function countKeysBefore({ floats, start, stride, count }: Curve, time: number): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (floats[start + middle * stride]! < time) low = middle + 1;
		else high = middle;
	}
	return low;
}
