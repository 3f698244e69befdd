// An evaluation of curves that is slow and follows the rules in FORMAT.md word by word, to judge the fast one.
import { type Curve, getCurveKeys } from '@handreel/core';
import { getCurveWords } from '@handreel/core/internal';

/** A key by its names. */
export interface Key {
	readonly time: number;
	readonly value: number;
	readonly inTangent: number;
	readonly outTangent: number;
	readonly inWeight: number;
	readonly outWeight: number;
	readonly mode: number;
}

/** A value and the scale of its segment: the largest value or control value. */
export interface SlowValue {
	readonly value: number;
	readonly scale: number;
}

/** The keys of a curve, sorted by time, those at the same time in their order. */
export function sortedKeys(curve: Curve): Key[] {
	const { stride } = curve;
	const keys = getCurveKeys(curve);
	const words = getCurveWords(curve);
	const list: Key[] = [];
	for (let i = 0; i < keys.length; i += stride) {
		const [time = 0, value = 0, inTangent = 0, outTangent = 0, inWeight = 0, outWeight = 0] = keys.subarray(
			i,
			i + Math.min(stride, 6),
		);
		const mode = stride === 7 ? (words[i + 6] ?? 0) | 0 : 3;
		list.push({ time, value, inTangent, outTangent, inWeight, outWeight, mode });
	}
	return list.sort((a, b) => a.time - b.time);
}

/** The value of a float curve. */
export function evaluateSlowly(curve: Curve, time: number, defaultWrap = 0): SlowValue {
	const keys = sortedKeys(curve);
	const [first] = keys;
	const last = keys.at(-1);
	if (first === undefined || last === undefined) return exactly(0);
	if (keys.length === 1) return exactly(first.value);
	if (!Number.isFinite(time)) return exactly(Number.NaN);
	if (time >= first.time && time < last.time) return inside(keys, time);

	let mode = time >= last.time ? curve.postWrap : curve.preWrap;
	if (mode === 0) mode = defaultWrap === 0 ? 2 : defaultWrap;
	const range = last.time - first.time;
	if (range === 0) {
		const given = time >= last.time ? curve.postWrap : curve.preWrap;
		const wanted = given === 0 ? defaultWrap : given;
		if (time >= last.time) return exactly(wanted === 2 ? first.value : last.value);
		return exactly(wanted === 2 ? Number.NaN : wanted === 0 || wanted === 4 ? last.value : first.value);
	}
	if (mode !== 2 && mode !== 4) return exactly(time >= last.time ? last.value : first.value);
	const period = mode === 2 ? range : 2 * range;
	let phase = (time - first.time) % period;
	if (phase < 0) phase += period;
	const repeated = phase <= range ? first.time + phase : last.time - (phase - range);
	return repeated >= last.time ? exactly(last.value) : inside(keys, repeated);
}

function exactly(value: number): SlowValue {
	return { value, scale: 0 };
}

function inside(keys: readonly Key[], time: number): SlowValue {
	if (time === keys[0]?.time && time === keys[1]?.time) return exactly(keys[0].value);
	let i = 0;
	while ((keys[i + 1]?.time ?? Number.POSITIVE_INFINITY) <= time) i++;
	const left = keys[i] as Key;
	const right = keys[i + 1] as Key;
	if (left.outTangent === Number.POSITIVE_INFINITY || right.inTangent === Number.POSITIVE_INFINITY)
		return exactly(left.value);
	if (left.outTangent === Number.NEGATIVE_INFINITY || right.inTangent === Number.NEGATIVE_INFINITY)
		return exactly(right.value);
	if (Number.isNaN(left.outTangent) || Number.isNaN(right.inTangent)) return exactly(Number.NaN);
	if (time === left.time) return exactly(left.value);
	const isWeighted = (left.mode & 2) !== 0 || (right.mode & 1) !== 0;
	const dx = right.time - left.time;
	const length = isWeighted ? dx : Math.max(dx, 1e-4);
	const third = Math.fround(1 / 3);
	const outWeight = !isWeighted ? 1 / 3 : (left.mode & 2) !== 0 ? left.outWeight : third;
	const inWeight = !isWeighted ? 1 / 3 : (right.mode & 1) !== 0 ? right.inWeight : third;
	const y = [
		left.value,
		left.value + outWeight * length * left.outTangent,
		right.value - inWeight * length * right.inTangent,
		right.value,
	] as const;
	const s = (time - left.time) / length;
	// A Hermite segment is the Bézier with both weights a third, for which u is s.
	const u = isWeighted ? solve(s, outWeight, inWeight) : s;
	const v = 1 - u;
	const value = v ** 3 * y[0] + 3 * v ** 2 * u * y[1] + 3 * v * u ** 2 * y[2] + u ** 3 * y[3];
	return { value, scale: Math.max(...y.map(Math.abs)) };
}

// The u at which the Bézier reaches s in time: the first root in [0, 1] of largest, smallest, middle.
function solve(s: number, outWeight: number, inWeight: number): number {
	const x2 = 1 - inWeight;
	const a = 3 * outWeight - 3 * x2 + 1;
	const b = -6 * outWeight + 3 * x2;
	const c = 3 * outWeight;
	let roots: number[];
	if (Math.abs(a) > 1e-3) {
		const [smallest, ...others] = cubicRoots(a, b, c, s);
		const largest = others.pop();
		roots = [largest, smallest, ...others].filter((root) => root !== undefined);
	} else if (Math.abs(b) > 1e-3) {
		const root = Math.sqrt(c * c + 4 * b * s);
		roots = [(-c - root) / (2 * b), (-c + root) / (2 * b)];
	} else roots = [Math.abs(c) > 1e-3 ? s / c : 0];
	return roots.find((root) => root >= 0 && root <= 1) ?? (s < 0.5 ? 0 : 1);
}

// Between its turning points a cubic runs one way: bisect each stretch in which it changes sign.
function cubicRoots(a: number, b: number, c: number, s: number): number[] {
	const at = (u: number): number => ((a * u + b) * u + c) * u - s;
	const bound = 1 + Math.max(Math.abs(b / a), Math.abs(c / a), Math.abs(s / a));
	const discriminant = b * b - 3 * a * c;
	const turns =
		discriminant > 0 ? [(-b - Math.sqrt(discriminant)) / (3 * a), (-b + Math.sqrt(discriminant)) / (3 * a)] : [];
	const ends = [-bound, ...turns.sort((m, n) => m - n), bound];
	const roots: number[] = [];
	for (let i = 1; i < ends.length; i++) {
		let low = ends[i - 1] ?? 0;
		let high = ends[i] ?? 0;
		if (at(low) === 0) roots.push(low);
		if (at(low) * at(high) >= 0) continue;
		for (let step = 0; step < 2000; step++) {
			const middle = (low + high) / 2;
			if (middle === low || middle === high) break;
			if (at(low) * at(middle) <= 0) high = middle;
			else low = middle;
		}
		roots.push((low + high) / 2);
	}
	return [...new Set(roots)].sort((m, n) => m - n);
}
