import { evaluateCurve } from '../curves/evaluate.ts';
import { evaluateHermite } from '../curves/segment.ts';
import { sortCurve } from '../curves/sort.ts';
import { alignKeys } from '../keys/align-keys.ts';
import { insertKeys } from '../keys/insert-keys.ts';
import { slerpQuaternions } from '../math/quaternion.ts';
import {
	CLAMP_FOREVER,
	type Curve,
	FULL_STRIDE,
	getCurveWords,
	getKeyTime,
	replaceKeys,
	WEIGHTED_BOTH,
} from '../model/curve.ts';

/** A span of time to fill with keys, in seconds as float32. */
export interface Bridge {
	readonly from: number;
	readonly to: number;
	/** Keys before this time are ignored. */
	readonly earliest: number;
	/** Keys after this time are ignored. */
	readonly latest: number;
	/** Hz: keys per second. */
	readonly frameRate: number;
}

/** Seconds over which the speed before and after is measured: long enough to average jitter. */
const SPEED_WINDOW = 0.05;
/** The most keys that a gap may get. */
const MAX_KEYS = 2 ** 20;
const SHORTEST_WINDOW = 1e-3;
/** Deviations up to this do not count: meters, or components of a quaternion. */
const SAME = 1e-6;

/**
 * The curves of a vector with linear keys across a bridge: a position leaves at the speed it had and arrives at the
 * speed it has afterwards, a rotation turns evenly. The same curves if they do not have keys on both sides, or already
 * move like that.
 */
export function bridgeVector(given: readonly Curve[], bridge: Bridge, isRotation: boolean): readonly Curve[] {
	const { from, to } = bridge;
	const reaches = given
		.map(sortCurve)
		.some((curve) => getKeyTime(curve, 0) <= from && getKeyTime(curve, curve.count - 1) >= to);
	if (!reaches || !(to > from)) return given;
	const curves = given.some(({ count }) => count === 0) ? alignKeys(given) : given;
	const times: number[] = [];
	for (let k = 1; from + (k + 0.25) / bridge.frameRate < to; k++) {
		if (k > MAX_KEYS)
			throw new RangeError(
				`maxGap: a gap of ${to - from} s at ${bridge.frameRate} Hz needs more than ${MAX_KEYS} keys`,
			);
		const time = Math.fround(from + k / bridge.frameRate);
		// Float32 times become coarser as they grow.
		if (time > (times.at(-1) ?? from) && time < to) times.push(time);
	}
	const values = isRotation ? turnAcross(curves, bridge, times) : glideAcross(curves, bridge, times);
	const isSame = curves.every(
		(curve, axis) =>
			!hasKeysBetween(curve, from, to) &&
			times.every((time, i) => Math.abs(evaluateCurve(curve, time) - values[i]![axis]!) <= SAME),
	);
	if (isSame) return given;
	return curves.map((curve, axis) =>
		layKeys(
			curve,
			from,
			to,
			times,
			values.map((value) => value[axis]!),
		),
	);
}

function glideAcross(curves: readonly Curve[], bridge: Bridge, times: readonly number[]): number[][] {
	const { from, to, earliest, latest } = bridge;
	const before = Math.min(SPEED_WINDOW, from - earliest);
	const after = Math.min(SPEED_WINDOW, latest - to);
	const lines = curves.map((curve) => {
		const y0 = evaluateCurve(curve, from);
		const y1 = valueAt(curve, to);
		const even = (y1 - y0) / (to - from);
		return {
			y0,
			y1,
			m0: before < SHORTEST_WINDOW ? even : (y0 - evaluateCurve(curve, from - before)) / before,
			m1: after < SHORTEST_WINDOW ? even : (valueAt(curve, to + after) - y1) / after,
		};
	});
	return times.map((time) =>
		lines.map(({ y0, m0, y1, m1 }) => evaluateHermite(y0, m0, y1, m1, to - from, time - from)),
	);
}

function turnAcross(curves: readonly Curve[], { from, to }: Bridge, times: readonly number[]): number[][] {
	const start = toUnit(curves.map((curve) => evaluateCurve(curve, from)));
	const end = toUnit(curves.map((curve) => valueAt(curve, to)));
	return times.map((time) => slerpQuaternions(start, end, (time - from) / (to - from), [0, 0, 0, 0]));
}

// At its last time a looping curve is back at its first value; a bridge needs the value of the last key.
function valueAt(curve: Curve, time: number): number {
	return evaluateCurve({ ...curve, postWrap: CLAMP_FOREVER }, time);
}

function toUnit(values: readonly number[]): number[] {
	const length = Math.hypot(...values);
	return values.map((value) => (length > 0 ? value / length : value));
}

function hasKeysBetween(curve: Curve, from: number, to: number): boolean {
	for (let i = 0; i < curve.count; i++) if (getKeyTime(curve, i) > from && getKeyTime(curve, i) < to) return true;
	return false;
}

// The curve with keys at `from` and `to`, and linear keys at `times` in place of the keys between them.
function layKeys(curve: Curve, from: number, to: number, times: readonly number[], values: readonly number[]): Curve {
	const anchored = insertKeys(curve, [from, to]);
	const { stride, count } = anchored;
	const given = getCurveWords(anchored);
	let left = 0;
	while (getKeyTime(anchored, left + 1) <= from) left++;
	let right = left + 1;
	while (right < count && getKeyTime(anchored, right) < to) right++;
	const words = new Uint32Array((left + 1 + times.length + count - right) * stride);
	const bridged = replaceKeys(anchored, words);
	const { floats } = bridged;
	words.set(given.subarray(0, (left + 1) * stride));
	times.forEach((time, i) => {
		const at = (left + 1 + i) * stride;
		floats[at] = time;
		floats[at + 1] = values[i]!;
		if (stride === FULL_STRIDE) words[at + 6] = WEIGHTED_BOTH;
	});
	const end = (left + 1 + times.length) * stride;
	words.set(given.subarray(right * stride), end);
	if (stride === FULL_STRIDE) {
		// The sides that face the new keys become linear too: slope 0, weight 0, weighted.
		const start = left * stride;
		words[start + 3] = 0;
		words[start + 5] = 0;
		words[start + 6]! |= 2;
		words[end + 2] = 0;
		words[end + 4] = 0;
		words[end + 6]! |= 1;
	}
	return bridged;
}
