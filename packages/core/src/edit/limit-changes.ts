import { evaluateCurve } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { insertKeys, widenCurve } from '../keys/insert-keys.ts';
import { type Curve, FULL_STRIDE, getCurveWords, getKeyTime, replaceKeys, selectKeys } from '../model/curve.ts';
import { mapSingleCurves, mapVectors, replaceAxes, type VectorRole } from '../model/map-curves.ts';
import type { QuatCurves, Recording, Vec3Curves } from '../model/recording.ts';
import { negateKeys } from '../sample/align-signs.ts';

/** Where {@link limitChanges} keeps changes. */
export interface ChangeLimits {
	/** Paths of parts or curves, such as `hands.left` or `head.position.x`. Default: all. A rotation counts as a whole. */
	readonly paths?: readonly string[] | undefined;
	/** Seconds. Default: from the beginning. */
	readonly start?: number | undefined;
	/** Seconds. Default: to the end. */
	readonly end?: number | undefined;
}

/**
 * The recording `before` with the changes of `after`, an edited version of it, in some parts and between two times only.
 * Both must have the same sections.
 *
 * Outside, all keys stay as they are, bit for bit. Float curves keep the values of `before` at both times, and reach
 * those of `after` at its first key inside, so up to there they deviate by what both differ at the time.
 */
export function limitChanges(before: Recording, after: Recording, limits: ChangeLimits): Recording {
	const { paths, start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = limits;
	const vectors = new Map<string, Vec3Curves | QuatCurves>();
	const singles = new Map<string, Curve>();
	mapVectors(after, (curves, _, path) => {
		vectors.set(path, curves);
		return curves;
	});
	mapSingleCurves(after, (curve, path) => {
		singles.set(path, curve);
		return curve;
	});
	const isChosen = (path: string): boolean =>
		paths === undefined || paths.some((chosen) => path === chosen || path.startsWith(`${chosen}.`));
	const limited = mapVectors(before, (curves, role, path) => {
		const changed = vectors.get(path);
		if (changed === undefined) return curves;
		const axes = Object.keys(curves) as (keyof Vec3Curves)[];
		const isWhole = role === 'rotation' && axes.some((axis) => isChosen(`${path}.${axis}`));
		const aligned = alignWith(curves, changed, role, start);
		return replaceAxes(
			curves,
			axes.map((axis, i) =>
				isWhole || isChosen(`${path}.${axis}`) ? spliceCurve(curves[axis], aligned[i]!, start, end) : curves[axis],
			),
		);
	});
	return mapSingleCurves(limited, (curve, path) => {
		const changed = singles.get(path);
		return changed === undefined || !isChosen(path) ? curve : spliceCurve(curve, changed, start, end);
	});
}

// The changed curves with the signs that the rotation has at the start.
function alignWith(
	before: Vec3Curves | QuatCurves,
	after: Vec3Curves | QuatCurves,
	role: VectorRole,
	start: number,
): readonly Curve[] {
	const [given, changed] = [Object.values(before) as Curve[], Object.values(after) as Curve[]];
	if (role !== 'rotation' || !Number.isFinite(start)) return changed;
	let product = 0;
	given.forEach((curve, i) => {
		const other = changed[i]!;
		if (curve !== other && curve.count > 0 && other.count > 0)
			product += evaluateCurve(curve, start) * evaluateCurve(other, start);
	});
	return product < 0 ? negateKeys(changed, () => true) : changed;
}

// The keys of a curve outside of a span, and those of the changed curve inside.
function spliceCurve(before: Curve, after: Curve, start: number, end: number): Curve {
	if (before === after) return before;
	const [from, to] = [Math.fround(start), Math.fround(end)];
	const isFull = [before, after].some(({ stride, count }) => stride === FULL_STRIDE && count > 0);
	const prepare = (curve: Curve): Curve => sortCurve(isFull ? widenCurve(curve) : { ...curve, stride: 2 });
	const [given, changed] = [prepare(before), prepare(after)];
	const hasLeft = given.count > 0 && getKeyTime(given, 0) < from;
	const hasRight = given.count > 0 && getKeyTime(given, given.count - 1) > to;
	if (given.count === 0)
		return selectKeys(after, (key) => getKeyTime(after, key) >= from && getKeyTime(after, key) <= to);
	if (!hasLeft && !hasRight) return after;
	const borders = [...(hasLeft ? [from] : []), ...(hasRight ? [to] : [])];
	const outside = insertKeys(given, borders);
	const inside = changed.count === 0 ? changed : insertKeys(changed, borders);
	const isBoolean = given.kind === 'boolean';
	// A state changes at its key, so the start belongs to the changed curve.
	const left = hasLeft ? countKeys(outside, (time) => (isBoolean ? time < from : time <= from)) : 0;
	const right = hasRight ? countKeys(outside, (time) => time < to) : outside.count;
	const first = hasLeft ? countKeys(inside, (time) => (isBoolean ? time < from : time <= from)) : 0;
	const last = hasRight ? countKeys(inside, (time) => time < to) : inside.count;
	const { stride } = outside;
	const [own, other] = [getCurveWords(outside), getCurveWords(inside)];
	const middle = other.slice(first * stride, Math.max(first, last) * stride);
	const words = new Uint32Array([...own.subarray(0, left * stride), ...middle, ...own.subarray(right * stride)]);
	const spliced = replaceKeys({ ...before, stride }, words);
	if (stride === FULL_STRIDE && inside.count > 0) {
		if (hasLeft) copySide(words, (left - 1) * stride, other, (first - 1) * stride, 'out');
		if (hasRight) copySide(words, left * stride + middle.length, other, last * stride, 'in');
	}
	return spliced;
}

// Slope and weight of a key on one side.
function copySide(to: Uint32Array, at: number, from: Uint32Array, source: number, side: 'in' | 'out'): void {
	const [slope, bit] = side === 'in' ? [2, 1] : [3, 2];
	to[at + slope] = from[source + slope]!;
	to[at + slope + 2] = from[source + slope + 2]!;
	to[at + 6] = (to[at + 6]! & ~bit) | (from[source + 6]! & bit);
}

// The number of keys at the start of a sorted curve whose time satisfies a condition.
function countKeys(curve: Curve, holds: (time: number) => boolean): number {
	let count = 0;
	while (count < curve.count && holds(getKeyTime(curve, count))) count++;
	return count;
}
