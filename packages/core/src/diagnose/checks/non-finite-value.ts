import {
	type Curve,
	copyCurve,
	FULL_STRIDE,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyTime,
	getKeyValue,
	selectKeys,
} from '../../model/curve.ts';
import { type FixableCheck, type FixedGroup, NO_KEYS, reportKeys } from './support/check.ts';

/** Linear interpolation over at most this many seconds is a good guess of the motion. */
const SHORT_GAP = 0.1;
/** Unity's default weight. */
const DEFAULT_WEIGHT = 1 / 3;

/**
 * Times and values must be finite. Infinite tangents are fine: they make steps. Tangents that are NaN and weights that are
 * not finite leave the curve without a value.
 *
 * The fix removes keys whose time is not finite, and keys of rotations (a quaternion cannot be repaired per component) and
 * states. In other vectors it replaces only the invalid number, by linear interpolation between the neighbors.
 */
export const nonFiniteValue: FixableCheck = {
	code: 'non-finite-value',
	severity: 'error',
	meaning: 'A time, value, or weight of a key is not finite, or a tangent is NaN.',
	rule: 'a time, value, or weight is not finite, or a tangent is NaN. Infinite tangents are valid: they make steps',
	remains: 'no finite key is left to replace the others',
	find(subject, report) {
		reportKeys(subject, report, findNonFinite, (count) => `${count} contain a number that is not finite`);
	},
	fix: {
		scope: 'keys',
		does: 'removes keys whose time is not finite, and keys of rotations and boolean curves; in other curves interpolates the value linearly. With a confidence',
		how: 'removed keys that are not finite, or interpolated their values',
		fixGroup: (group) => {
			const curves = group.curves.map(({ curve }) => curve);
			if (group.role === 'rotation' || group.role === 'state') return removeTogether(curves, isFiniteKey);
			const timed = removeTogether(curves, (curve, key) => Number.isFinite(getKeyTime(curve, key)));
			let { confidence } = timed;
			const replaced = timed.curves.map((curve) => {
				const [now, sureness] = interpolate(curve);
				confidence = confidence === null ? sureness : Math.min(confidence, sureness ?? 1);
				return now;
			});
			return { curves: replaced, confidence };
		},
	},
};

function findNonFinite(curve: Curve): readonly number[] {
	if (hasOnlyFinite(curve)) return NO_KEYS;
	let found: number[] | null = null;
	for (let i = 0; i < curve.count; i++) {
		if (isFiniteKey(curve, i)) continue;
		found ??= [];
		found.push(i);
	}
	return found ?? NO_KEYS;
}

// Whether all numbers are finite. The usual case, in a single pass.
function hasOnlyFinite({ floats, start, count, stride }: Curve): boolean {
	// The product is 0 for finite numbers, and NaN for others.
	let sum = 0;
	for (let i = start; i < start + count * stride; i += stride) {
		sum += (floats[i]! + floats[i + 1]!) * 0;
		if (stride === FULL_STRIDE) sum += (floats[i + 2]! + floats[i + 3]! + floats[i + 4]! + floats[i + 5]!) * 0;
	}
	return sum === 0;
}

// Whether a key defines a value of its curve.
function isFiniteKey(curve: Curve, key: number): boolean {
	if (!Number.isFinite(getKeyTime(curve, key)) || !Number.isFinite(getKeyValue(curve, key))) return false;
	if (curve.stride !== FULL_STRIDE) return true;
	if (Number.isNaN(getKeyInTangent(curve, key)) || Number.isNaN(getKeyOutTangent(curve, key))) return false;
	return Number.isFinite(getKeyInWeight(curve, key)) && Number.isFinite(getKeyOutWeight(curve, key));
}

// Removes a key from all curves if they have the same number of keys, so that axes stay together. If they do not, or if no
// key would be left, it removes keys from each curve separately. A curve that would lose all of its keys stays unchanged.
function removeTogether(curves: readonly Curve[], isGood: (curve: Curve, key: number) => boolean): FixedGroup {
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

// The confidence of linear interpolation across the longest gap between the remaining keys.
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

// Replaces values that are not finite by interpolation, tangents by slopes, and weights by the default.
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
		const share = gap > 0 ? Math.min(1, Math.max(0, (getKeyTime(curve, i) - getKeyTime(curve, left)) / gap)) : 0;
		const from = getKeyValue(given, left);
		floats[i * stride + 1] = from + (getKeyValue(given, right) - from) * share;
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
