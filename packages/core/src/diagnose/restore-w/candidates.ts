import { evaluateCurveAt } from '../../curves/evaluate.ts';
import { type Curve, getKeyTime, getKeyValue } from '../../model/curve.ts';
import type { QuatCurves } from '../../model/recording.ts';
import type { Quat } from './axes.ts';

/** The keys of a rotation without w, in time order. Each has two candidates: (x, y, z, w) and (x, y, z, −w). */
export interface Candidates {
	/** The number of keys to decide on. */
	readonly count: number;
	/** The index of each in the keys of x. */
	readonly keys: Uint32Array;
	/** Seconds, ascending. */
	readonly times: Float64Array;
	/** The candidates with w ≥ 0 at unit length, four numbers per key. */
	readonly quaternions: Float64Array;
	/** |w| for every key of x; NaN if x, y, or z is not finite. */
	readonly magnitudes: Float64Array;
	/** The largest known deviation of a squared length. */
	readonly looseness: number;
	/** The key whose w is known, in time order, or −1. */
	readonly known: number;
	/** The sign of the known w. */
	readonly knownSign: 1 | -1;
}

/** If the squared length of the first rotation is off by more, all rotations are assumed to have that length. */
const SQUARE_TOLERANCE = 1e-3;

/** Prepares a rotation of which only the first w is left. */
export function createCandidates({ x, y, z, w }: QuatCurves): Candidates {
	const xTimes = Float64Array.from({ length: x.count }, (_, i) => getKeyTime(x, i));
	const order = Array.from(xTimes.keys()).filter((i) => Number.isFinite(xTimes[i]));
	order.sort((a, b) => xTimes[a]! - xTimes[b]! || a - b);
	const values = [x, y, z].map((curve) => valuesAt(curve, xTimes)) as [Float64Array, Float64Array, Float64Array];
	const squareOf = (i: number): number => values[0][i]! ** 2 + values[1][i]! ** 2 + values[2][i]! ** 2;

	const firstKey = findFirstKey(order, xTimes, getKeyTime(w, 0));
	const firstW = getKeyValue(w, 0);
	const firstSquare = firstKey < 0 ? 1 : squareOf(firstKey) + firstW * firstW;
	const isOdd = Math.abs(firstSquare - 1) > SQUARE_TOLERANCE && Number.isFinite(firstSquare);
	const square = isOdd ? firstSquare : 1;

	const magnitudes = new Float64Array(x.count);
	let looseness = Number.isFinite(firstSquare) ? Math.abs(firstSquare - square) : 0;
	for (let i = 0; i < x.count; i++) {
		magnitudes[i] = magnitudeOf(squareOf(i), square);
		if (squareOf(i) - square > looseness && square > SQUARE_TOLERANCE) looseness = squareOf(i) - square;
	}
	// Zero rotations (joint None of simulated hands) leave nothing to decide.
	const keys = Uint32Array.from(order.filter((i) => squareOf(i) + magnitudes[i]! ** 2 > 1e-12));
	const quaternions = new Float64Array(keys.length * 4);
	keys.forEach((key, k) => {
		const length = Math.sqrt(squareOf(key) + magnitudes[key]! ** 2);
		for (let axis = 0; axis < 3; axis++) quaternions[k * 4 + axis] = values[axis]![key]! / length;
		quaternions[k * 4 + 3] = magnitudes[key]! / length;
	});
	return {
		count: keys.length,
		keys,
		times: Float64Array.from(keys, (key) => xTimes[key]!),
		quaternions,
		magnitudes,
		looseness,
		known: Number.isFinite(firstW) ? keys.indexOf(firstKey) : -1,
		knownSign: firstW < 0 ? -1 : 1,
	};
}

/** Copies one of the two candidates of a key to `out`. */
export function readCandidate(candidates: Candidates, key: number, isNegative: number, out: Quat): Quat {
	for (let i = 0; i < 4; i++) out[i] = candidates.quaternions[key * 4 + i]!;
	if (isNegative) out[3] = -out[3];
	return out;
}

/** The angle between the two candidates of a key, in radians. Near w = 0 and near w = 1, they are nearly the same rotation. */
export function measureChoice({ quaternions }: Candidates, key: number): number {
	const w = quaternions[key * 4 + 3]!;
	return 4 * Math.asin(Math.min(w, Math.sqrt(Math.max(0, 1 - w * w))));
}

function magnitudeOf(square: number, wanted: number): number {
	if (!Number.isFinite(square)) return Number.NaN;
	// The first rotation may be zero and others not.
	const whole = wanted > SQUARE_TOLERANCE || square === 0 ? wanted : 1;
	return Math.sqrt(Math.max(0, whole - square));
}

function findFirstKey(order: readonly number[], times: Float64Array, time: number): number {
	return order.find((key) => times[key] === time) ?? order[0] ?? -1;
}

// The key values of a curve if it has these key times, otherwise its interpolated values.
function valuesAt(curve: Curve, times: Float64Array): Float64Array {
	const values = new Float64Array(times.length);
	let isLockstep = curve.count === times.length;
	for (let i = 0; i < times.length && isLockstep; i++) {
		isLockstep = Object.is(getKeyTime(curve, i), times[i]);
		values[i] = getKeyValue(curve, i);
	}
	return isLockstep ? values : evaluateCurveAt(curve, times, values);
}
