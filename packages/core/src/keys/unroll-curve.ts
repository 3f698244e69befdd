import { sortCurve } from '../curves/sort.ts';
import { CLAMP_FOREVER, type Curve, getCurveWords, getKeyTime, replaceKeys, takeKeys } from '../model/curve.ts';
import { effectiveWrap, findHeldKey, isBackwardPass, isRepeating } from '../model/wrap-mode.ts';
import { reverseBooleanKeys, reverseKeys } from './retime-keys.ts';

/** The most keys that unrolling may create: a curve of microseconds that repeats for minutes stays as it is. */
const MAX_KEYS = 2 ** 18;

/**
 * A sorted curve whose repetitions (Loop, PingPong, or Default if that repeats) between `from` and `to` are keys, so
 * that it plays the same there when it holds its ends. The same curve if nothing repeats there. An unrolled side gets
 * wrap mode ClampForever.
 *
 * Where a loop jumps back, there are two keys at one time. Curves that would get more than 2¹⁸ keys stay.
 */
export function unrollCurve(curve: Curve, from: number, to: number, defaultWrap: number): Curve {
	const sorted = sortCurve(curve);
	const { count, stride, preWrap, postWrap } = sorted;
	const first = getKeyTime(sorted, 0);
	const last = getKeyTime(sorted, count - 1);
	const range = last - first;
	if (count < 2) return sorted;
	const before = effectiveWrap(preWrap, defaultWrap);
	const after = effectiveWrap(postWrap, defaultWrap);
	if (!(range > 0)) return holdKeysAtOneTime(sorted, from, defaultWrap);
	const passesBefore = from < first && isRepeating(before) ? Math.ceil((first - from) / range) : 0;
	const passesAfter = to > last && isRepeating(after) ? Math.ceil((to - last) / range) : 0;
	const passes = passesBefore + 1 + passesAfter;
	if (passes === 1 || !(passes * count <= MAX_KEYS)) return sorted;

	const words = new Uint32Array(passes * count * stride);
	const unrolled = replaceKeys(sorted, words);
	const { floats } = unrolled;
	const size = count * stride;
	for (let pass = -passesBefore, start = 0; pass <= passesAfter; pass++, start += size) {
		const part = { words: words.subarray(start, start + size), floats: floats.subarray(start, start + size) };
		part.words.set(getCurveWords(sorted));
		if (pass === 0) continue;
		if (isBackwardPass(pass < 0 ? before : after, pass)) {
			if (sorted.kind === 'boolean') reverseBooleanKeys(part, first + last + pass * range);
			else reverseKeys(part, stride, first + last + pass * range);
		} else for (let at = 0; at < size; at += stride) part.floats[at]! += pass * range;
	}
	return {
		...unrolled,
		preWrap: passesBefore > 0 ? CLAMP_FOREVER : preWrap,
		postWrap: passesAfter > 0 ? CLAMP_FOREVER : postWrap,
	};
}

// A curve whose keys all lie at one time, with the keys that count before and after it, so that it plays the same when it
// holds its ends.
function holdKeysAtOneTime(sorted: Curve, from: number, defaultWrap: number): Curve {
	const { count, preWrap, postWrap } = sorted;
	const keys = { first: 0, last: count - 1 };
	const after = findHeldKey(true, postWrap, defaultWrap) ?? 'last';
	const before = findHeldKey(false, preWrap, defaultWrap);
	if (before === 'first' && after === 'last') return sorted;
	const isNaNBefore = before === null && from < getKeyTime(sorted, 0);
	if (!isNaNBefore && (before ?? after) === after) return takeKeys(sorted, [keys[after]]);
	const held = takeKeys(sorted, [keys[before ?? after], keys[after]]);
	if (isNaNBefore) held.floats[1] = Number.NaN;
	return { ...held, preWrap: CLAMP_FOREVER, postWrap: CLAMP_FOREVER };
}
