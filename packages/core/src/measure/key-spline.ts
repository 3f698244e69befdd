import { evaluateCurve } from '../curves/evaluate.ts';
import { getCurveSegmentKind } from '../curves/segment.ts';
import { isSorted, sortCurve } from '../curves/sort.ts';
import { type Curve, FULL_STRIDE } from '../model/curve.ts';
import type { Grid, Run } from './grid.ts';

/** Segments up to this length in seconds are neighboring frames: the spline between them is not limited. */
const FRAME_LENGTH = 0.05;
/** A longer segment may bend as if it were at most so many times as long as its neighbor. */
const MAX_LENGTH_RATIO = 2;

/**
 * A curve prepared for resampling. Recorders store samples of a smooth motion, and playing joins them by straight lines,
 * whose corners would dominate acceleration and jerk. So straight lines are replaced by a cubic spline through the keys.
 * Curves with tangents are taken as they are. Outside its keys a curve holds its end values.
 *
 * Keeps its memory when it loads another curve.
 */
export class KeySpline {
	/** Key times. */
	times: Float64Array = new Float64Array(64);
	values: Float64Array = new Float64Array(64);
	/** Slopes at the keys. */
	slopes: Float64Array = new Float64Array(64);
	count = 0;
	/** The curve if it has tangents, and is evaluated as it is. */
	curved: Curve | null = null;
	/** The elimination of the spline's equations, which depends on the times alone. */
	#upper: Float64Array = new Float64Array(64);
	#inverse: Float64Array = new Float64Array(64);

	/** Loads a curve. With `isStraight`, straight lines stay as they are. */
	load(curve: Curve, isStraight = false): void {
		// `sortCurve` remembers its results, which costs more than most curves are worth here.
		const sorted = isSorted(curve) ? curve : sortCurve(curve);
		this.curved = hasTangents(sorted) ? sorted : null;
		this.count = sorted.count;
		if (this.curved !== null) return;
		if (this.times.length < sorted.count) this.#grow(2 * sorted.count);
		this.#loadKeys(sorted);
		if (isStraight) return;
		this.#eliminate();
		this.#solve();
	}

	/** Loads a curve whose key times are those of another spline. Returns `false`, and loads nothing, if they differ. */
	loadBeside(curve: Curve, other: KeySpline): boolean {
		if (other.curved !== null || curve.count !== other.count || hasTangents(curve)) return false;
		const { floats, start, stride, count } = curve;
		const { times } = other;
		// Times that are equal to sorted times are sorted.
		for (let i = 0, at = start; i < count; i++, at += stride) if (floats[at] !== times[i]) return false;
		if (this.times.length < count) this.#grow(2 * count);
		this.curved = null;
		this.count = count;
		this.#loadKeys(curve);
		this.#upper.set(other.#upper.subarray(0, count));
		this.#inverse.set(other.#inverse.subarray(0, count));
		this.#solve();
		return true;
	}

	#grow(length: number): void {
		this.times = new Float64Array(length);
		this.values = new Float64Array(length);
		this.slopes = new Float64Array(length);
		this.#upper = new Float64Array(length);
		this.#inverse = new Float64Array(length);
	}

	#loadKeys({ floats, start, stride, count }: Curve): void {
		const { times, values } = this;
		let last = 0;
		for (let i = 0, at = start; i < count; i++, at += stride) {
			const value = floats[at + 1]!;
			// A damaged value must not spread over the whole curve.
			if (value - value === 0) last = value;
			times[i] = floats[at]!;
			values[i] = last;
		}
	}

	#eliminate(): void {
		const { times, count } = this;
		const upper = this.#upper;
		const inverse = this.#inverse;
		upper[0] = 0;
		for (let i = 1; i < count - 1; i++) {
			const before = times[i]! - times[i - 1]!;
			const after = times[i + 1]! - times[i]!;
			// Two keys at one time are a jump, at which the spline ends.
			const isEnd = before === 0 || after === 0;
			inverse[i] = isEnd ? 0 : 1 / (2 * (before + after) - after * upper[i - 1]!);
			upper[i] = before * inverse[i]!;
		}
	}

	// The slopes of the spline that is twice differentiable at the keys. At its ends it has the slopes of parabolas.
	#solve(): void {
		const { times, values, slopes, count } = this;
		const upper = this.#upper;
		const inverse = this.#inverse;
		if (count < 2) {
			slopes[0] = 0;
			return;
		}
		slopes[0] = this.#endSlope(0, 1);
		let chord = (values[1]! - values[0]!) / (times[1]! - times[0]!);
		for (let i = 1; i < count - 1; i++) {
			const before = times[i]! - times[i - 1]!;
			const after = times[i + 1]! - times[i]!;
			const next = (values[i + 1]! - values[i]!) / after;
			if (inverse[i] === 0) slopes[i] = this.#endSlope(i, before === 0 ? 1 : -1);
			else slopes[i] = (3 * (after * chord + before * next) - after * slopes[i - 1]!) * inverse[i]!;
			chord = next;
		}
		slopes[count - 1] = this.#endSlope(count - 1, -1);
		for (let i = count - 2; i > 0; i--) slopes[i]! -= upper[i]! * slopes[i + 1]!;
	}

	// The slope at an end of a piece, of the parabola through its first or last three keys.
	#endSlope(key: number, step: 1 | -1): number {
		const near = this.#chord(key, step);
		const far = this.#chord(key + step, step);
		if (Number.isNaN(near)) return 0;
		if (Number.isNaN(far)) return near;
		const { times } = this;
		const h0 = times[key + step]! - times[key]!;
		const h1 = times[key + 2 * step]! - times[key + step]!;
		return near + ((near - far) * h0) / (h0 + h1);
	}

	// NaN if there is no segment, or if it has no length.
	#chord(key: number, step: 1 | -1): number {
		const other = key + step;
		if (key < 0 || other < 0 || key >= this.count || other >= this.count) return Number.NaN;
		const length = this.times[other]! - this.times[key]!;
		return length === 0 ? Number.NaN : (this.values[other]! - this.values[key]!) / length;
	}

	/** Writes the values at the samples of a run, from `out[at]` on. With `isStraight` as for {@link load}. */
	write({ first, count }: Run, rate: number, out: Float64Array, at: number, isStraight = false): void {
		if (this.curved !== null) {
			writeCurved(this.curved, first, count, rate, out, at);
			return;
		}
		const { times, values, slopes, count: keys } = this;
		const step = 1 / rate;
		let i = 0;
		let key = keys === 0 ? 0 : findKey(times, keys, first / rate);
		// Before the first key.
		if (key < 0) {
			const end = Math.min(count, Math.ceil(times[0]! * rate) - first);
			for (; i < end; i++) out[at + i] = values[0]!;
			key = 0;
		}
		for (; key < keys - 1 && i < count; key++) {
			const from = times[key]!;
			const until = times[key + 1]!;
			const end = Math.min(count, Math.ceil(until * rate) - first);
			if (end <= i) continue;
			const length = until - from;
			const perLength = 1 / length;
			const c0 = values[key]!;
			const chord = (values[key + 1]! - c0) * perLength;
			let left = isStraight ? 0 : slopes[key]! - chord;
			let right = isStraight ? 0 : slopes[key + 1]! - chord;
			if (length > FRAME_LENGTH) {
				// At an end of the curve the only neighbor counts for both sides.
				const before = key > 0 ? from - times[key - 1]! : Number.NaN;
				const after = key < keys - 2 ? times[key + 2]! - until : Number.NaN;
				left *= limitBend(length, key > 0 ? before : after);
				right *= limitBend(length, key < keys - 2 ? after : before);
			}
			const c1 = chord + left;
			const c2 = -(2 * left + right) * perLength;
			const c3 = (left + right) * perLength * perLength;
			for (; i < end; i++) {
				const s = (first + i) * step - from;
				out[at + i] = ((c3 * s + c2) * s + c1) * s + c0;
			}
		}
		const held = keys === 0 ? 0 : values[keys - 1]!;
		for (; i < count; i++) out[at + i] = held;
	}
}

// How much of the slope at an end a segment takes. Optimizers leave one long segment where a point rests: without a limit
// the motion beside it would bend it by millimeters.
function limitBend(length: number, neighbor: number): number {
	const most = MAX_LENGTH_RATIO * neighbor;
	return length > most ? most / length : 1;
}

// The last key at or before a time; −1 if there is none.
function findKey(times: Float64Array, count: number, time: number): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle]! <= time) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}

/**
 * Writes the values of a curve at all samples of a grid, from `out[at]` on. Straight lines stay as they are. Much faster than
 * a {@link KeySpline} for a few samples, because it copies no keys.
 */
export function sampleLines(curve: Curve, { runs, rate }: Grid, out: Float64Array, at: number): void {
	const sorted = isSorted(curve) ? curve : sortCurve(curve);
	const isCurved = hasTangents(sorted);
	for (const { first, count, offset } of runs) {
		if (isCurved) writeCurved(sorted, first, count, rate, out, at + offset);
		else for (let i = 0; i < count; i++) out[at + offset + i] = sampleLine(sorted, (first + i) / rate);
	}
}

function sampleLine(curve: Curve, time: number): number {
	const { floats, start, stride, count } = curve;
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (floats[start + middle * stride]! <= time) low = middle + 1;
		else high = middle;
	}
	const value = getFiniteValue(curve, Math.max(0, low - 1));
	if (low === 0 || low === count) return value;
	const from = floats[start + (low - 1) * stride]!;
	const length = floats[start + low * stride]! - from;
	return (getFiniteValue(curve, low) - value) * (1 / length) * (time - from) + value;
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

function writeCurved(curve: Curve, from: number, samples: number, rate: number, out: Float64Array, at: number): void {
	const { floats, start, stride, count } = curve;
	const end = start + (count - 1) * stride;
	const [first, firstValue] = [floats[start]!, floats[start + 1]!];
	const [last, lastValue] = [floats[end]!, floats[end + 1]!];
	let value = 0;
	for (let i = 0; i < samples; i++) {
		const time = (from + i) / rate;
		const next = time <= first ? firstValue : time >= last ? lastValue : evaluateCurve(curve, time);
		if (Number.isFinite(next)) value = next;
		out[at + i] = value;
	}
}
