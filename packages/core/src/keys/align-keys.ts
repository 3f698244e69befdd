import { sortCurve } from '../curves/sort.ts';
import {
	CLAMP_FOREVER,
	type Curve,
	FULL_STRIDE,
	getCurveWords,
	getKeyTime,
	replaceKeys,
	SIMPLE_STRIDE,
} from '../model/curve.ts';
import { effectiveWrap, isRepeating, WRAP_DEFAULT } from '../model/wrap-mode.ts';
import { isLockstep } from '../sample/group.ts';
import { cutKeys } from './cut-curve.ts';
import { insertKeys, widenCurve } from './insert-keys.ts';
import { unrollCurve } from './unroll-curve.ts';

/**
 * The curves of a vector with common key times and key size. Each curve plays as before.
 *
 * Keys are sorted, and inserted where other curves have keys (exactly, see {@link insertKeys}). Simple keys become full
 * if any curve has full keys; a curve without keys gets keys of 0. Several keys at one time are repeated in all curves.
 * Sorted curves in lockstep and curves without keys at finite times are the same objects.
 *
 * Wrap modes become equal if they have the same effect. If some curve repeats and the ranges differ, all curves are
 * unrolled over the common range and hold their ends outside. `defaultWrap` is the mode of curves with mode Default.
 */
export function alignKeys(curves: readonly Curve[], defaultWrap: number = WRAP_DEFAULT): Curve[] {
	const sorted = curves.map(sortCurve);
	const filled = sorted.filter((curve) => curve.count > 0);
	if (filled.length === 0) return [...curves];
	if (isLockstep(sorted)) return sorted;
	const first = Math.min(...filled.map((curve) => getKeyTime(curve, 0)));
	const last = Math.max(...filled.map((curve) => getKeyTime(curve, curve.count - 1)));
	const isFull = filled.some((curve) => curve.stride === FULL_STRIDE);
	const unrolled = sorted
		.map((curve) => unrollCurve(curve, first, last, defaultWrap))
		.map((curve) => (curve.count === 0 ? curve : cutKeys(curve, first, last, defaultWrap)))
		.map((curve): Curve => (isFull ? widenCurve(curve) : { ...curve, stride: SIMPLE_STRIDE }));
	const times = mergeTimes(unrolled);
	const aligned = unrolled.map((curve) => repeatKeys(insertKeys(curve, times), times));
	return shareWraps(aligned, sorted, defaultWrap);
}

// All key times in order. A time that a curve has several times is repeated as often.
function mergeTimes(curves: readonly Curve[]): number[] {
	const counts = new Map<number, number>();
	for (const { floats, start, stride, count } of curves) {
		let repeats = 0;
		for (let i = 0, at = start; i < count; i++, at += stride) {
			const time = floats[at]! + 0;
			repeats = i > 0 && floats[at - stride] === time ? repeats + 1 : 1;
			if (repeats > (counts.get(time) ?? 0)) counts.set(time, repeats);
		}
	}
	return [...counts].sort(([a], [b]) => a - b).flatMap(([time, count]) => new Array<number>(count).fill(time));
}

// A curve with a key at each of the times: the last key at a time is repeated as often as the time is.
function repeatKeys(curve: Curve, times: readonly number[]): Curve {
	if (curve.count === times.length) return curve;
	const { stride } = curve;
	const given = getCurveWords(curve);
	const words = new Uint32Array(times.length * stride);
	let key = -1;
	times.forEach((time, i) => {
		if (key + 1 < curve.count && getKeyTime(curve, key + 1) === time) key++;
		words.set(given.subarray(key * stride, (key + 1) * stride), i * stride);
	});
	return replaceKeys(curve, words);
}

// All modes that do not repeat have the same effect, and a curve with at most one key is constant.
function shareWraps(curves: readonly Curve[], given: readonly Curve[], defaultWrap: number): Curve[] {
	const bound = curves.filter((_, i) => given[i]!.count > 1);
	const [model = curves[0]!] = bound;
	const effect = (mode: number): number => {
		const effective = effectiveWrap(mode, defaultWrap);
		return isRepeating(effective) ? effective : CLAMP_FOREVER;
	};
	const isSame = (side: 'preWrap' | 'postWrap'): boolean =>
		bound.every((curve) => effect(curve[side]) === effect(model[side]));
	const pre = isSame('preWrap');
	const post = isSame('postWrap');
	return curves.map((curve, i) => {
		const isFree = given[i]!.count < 2;
		const preWrap = pre || isFree ? model.preWrap : curve.preWrap;
		const postWrap = post || isFree ? model.postWrap : curve.postWrap;
		return preWrap === curve.preWrap && postWrap === curve.postWrap ? curve : { ...curve, preWrap, postWrap };
	});
}
