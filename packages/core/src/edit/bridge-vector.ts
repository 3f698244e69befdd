import { evaluateCurve } from '../curves/evaluate.ts';
import { evaluateHermite } from '../curves/segment.ts';
import { sortCurve } from '../curves/sort.ts';
import { alignKeys } from '../keys/align-keys.ts';
import { insertKeys } from '../keys/insert-keys.ts';
import {
	CLAMP_FOREVER,
	type Curve,
	FULL_STRIDE,
	getCurveWords,
	getKeyTime,
	replaceKeys,
	WEIGHTED_BOTH,
} from '../model/curve.ts';

/** A span of time to be crossed, in seconds as float32. */
export interface Bridge {
	readonly from: number;
	readonly to: number;
	/** From when on what comes before counts. */
	readonly earliest: number;
	/** Until when what comes after counts. */
	readonly latest: number;
	/** Keys per second. */
	readonly frameRate: number;
}

/** Seconds over which the speed before and after is measured: long enough not to be that of jitter. */
const SPEED_WINDOW = 0.05;
/** A gap that takes more keys than this is no gap. */
const MAX_KEYS = 2 ** 20;
const SHORTEST_WINDOW = 1e-3;
/** Below this a curve already runs as it should: metres, or parts of a quaternion. */
const SAME = 1e-6;

/**
 * The curves of a vector with straight keys across a bridge: a position goes on at the speed it had and arrives at the
 * one it has afterwards, a rotation turns evenly. The same curves if they have no keys on both sides, or run like that.
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
			throw new RangeError(`maxGap: a gap of ${to - from} s at ${bridge.frameRate} Hz takes too many keys`);
		const time = Math.fround(from + k / bridge.frameRate);
		// Float32 resolves less the later it is.
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
	const given = toUnit(curves.map((curve) => valueAt(curve, to)));
	const dot = start.reduce((sum, value, i) => sum + value * given[i]!, 0);
	// The shorter way.
	const end = given.map((value) => (dot < 0 ? -value : value));
	const angle = Math.acos(Math.min(1, Math.abs(dot)));
	return times.map((time) => {
		const part = (time - from) / (to - from);
		// Nearly the same rotation: the sines are too small to divide by.
		const [a, b] =
			angle < 1e-6
				? [1 - part, part]
				: [Math.sin((1 - part) * angle) / Math.sin(angle), Math.sin(part * angle) / Math.sin(angle)];
		return start.map((value, i) => a * value + b * end[i]!);
	});
}

// At its last time a curve that loops is back at its first value; here its own counts.
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

// The curve with keys at `from` and `to` and straight ones at `times` between them, instead of those it had there.
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
		// The sides that face the new keys are straight too: slope 0, weight 0, weighted.
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
