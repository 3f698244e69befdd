import { type Curve, copyCurve, FULL_STRIDE, getKeyTime, getKeyValue, selectKeys } from '../../model/curve.ts';
import { isFiniteKey } from '../checks/non-finite-value.ts';
import type { Fix, FixedGroup } from '../fix.ts';

/** Over this many seconds a straight line is a good guess of how something moved. */
const SHORT_GAP = 0.1;
/** Unity's weight where none is given. */
const DEFAULT_WEIGHT = 1 / 3;

/**
 * Drops keys at no time, keys of rotations (a quaternion makes no sense in parts) and of states; in other vectors only
 * the number that is not finite is replaced, by a straight line between its neighbours.
 */
export const replaceNonFinite: Fix = {
	code: 'non-finite-value',
	how: 'dropped keys that are not finite, or drew a straight line between their neighbours',
	fix: (group) => {
		const curves = group.curves.map(({ curve }) => curve);
		if (group.role === 'rotation' || group.role === 'state')
			return dropTogether(curves, (curve, key) => isFiniteKey(curve, key));
		const timed = dropTogether(curves, (curve, key) => Number.isFinite(getKeyTime(curve, key)));
		let { confidence } = timed;
		const replaced = timed.curves.map((curve) => {
			const [now, sureness] = interpolate(curve);
			confidence = confidence === null ? sureness : Math.min(confidence, sureness ?? 1);
			return now;
		});
		return { curves: replaced, confidence };
	},
};

// Drops a key from all curves if they have equally many, so that axes stay together; else, and if none would be left, from
// each for itself. A curve of which nothing would be left stays as it is.
function dropTogether(curves: readonly Curve[], isGood: (curve: Curve, key: number) => boolean): FixedGroup {
	const count = curves[0]?.count ?? 0;
	const isTogether = curves.every((curve) => curve.count === count);
	let fixed = curves.map((curve) =>
		selectKeys(curve, (key) => !isTogether || curves.every((other) => isGood(other, key))),
	);
	if (!isTogether || fixed.some((curve) => curve.count === 0)) {
		fixed = curves.map((curve) => selectKeys(curve, (key) => isGood(curve, key)));
	}
	fixed = fixed.map((curve, i) => (curve.count === 0 ? curves[i]! : curve));
	const isSame = fixed.every((curve, i) => curve === curves[i]);
	return {
		curves: fixed,
		confidence: isSame ? null : Math.min(...fixed.map((curve, i) => judgeGap(curves[i]!, curve))),
	};
}

// How sure a straight line is across the longest hole that dropping keys made.
function judgeGap(before: Curve, after: Curve): number {
	let longest = 0;
	for (let i = 1; i < after.count && after.count < before.count; i++) {
		longest = Math.max(longest, getKeyTime(after, i) - getKeyTime(after, i - 1));
	}
	return sureness(longest);
}

function sureness(gap: number): number {
	return gap <= SHORT_GAP ? 0.9 : Math.max(0.1, (0.9 * SHORT_GAP) / gap);
}

// Values that are not finite, from the nearest ones that are; tangents from straight lines; weights as by default.
function interpolate(given: Curve): readonly [curve: Curve, confidence: number | null] {
	const good: number[] = [];
	let isWhole = true;
	for (let i = 0; i < given.count; i++) {
		if (Number.isFinite(getKeyValue(given, i))) good.push(i);
		isWhole &&= isFiniteKey(given, i);
	}
	if (isWhole || good.length === 0) return [given, null];
	const curve = copyCurve(given);
	const { floats, stride } = curve;
	let confidence = 0.9;
	let next = 0;
	for (let i = 0; i < curve.count; i++) {
		while (next < good.length && good[next]! < i) next++;
		if (good[next] === i) continue;
		const left = good[next - 1] ?? good[next]!;
		const right = good[next] ?? left;
		const gap = getKeyTime(curve, right) - getKeyTime(curve, left);
		const part = gap > 0 ? Math.min(1, Math.max(0, (getKeyTime(curve, i) - getKeyTime(curve, left)) / gap)) : 0;
		const from = getKeyValue(given, left);
		floats[i * stride + 1] = from + (getKeyValue(given, right) - from) * part;
		confidence = Math.min(confidence, left === right ? 0.5 : sureness(gap));
	}
	if (stride === FULL_STRIDE) for (let i = 0; i < curve.count; i++) straighten(curve, i);
	return [curve, confidence];
}

function straighten(curve: Curve, key: number): void {
	const { floats } = curve;
	const at = key * FULL_STRIDE;
	if (Number.isNaN(floats[at + 2]!)) floats[at + 2] = slope(curve, key - 1, key);
	if (Number.isNaN(floats[at + 3]!)) floats[at + 3] = slope(curve, key, key + 1);
	for (const field of [4, 5]) if (!Number.isFinite(floats[at + field]!)) floats[at + field] = DEFAULT_WEIGHT;
}

function slope(curve: Curve, from: number, to: number): number {
	const rise = (getKeyValue(curve, to) - getKeyValue(curve, from)) / (getKeyTime(curve, to) - getKeyTime(curve, from));
	return Number.isFinite(Math.fround(rise)) ? rise : 0;
}
