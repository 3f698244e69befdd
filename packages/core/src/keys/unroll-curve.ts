import { sortCurve } from '../curves/sort.ts';
import { effectiveWrap, isRepeating, WRAP_LOOP, WRAP_PING_PONG } from '../curves/wrap.ts';
import { CLAMP_FOREVER, type Curve, getCurveWords, getKeyTime, replaceKeys } from '../model/curve.ts';
import { reverseBooleanKeys, reverseKeys } from './retime-keys.ts';

/** More keys than this are not written out: a curve of microseconds that repeats for minutes stays as it is. */
const MAX_KEYS = 2 ** 18;

/**
 * A sorted curve whose repetitions (Loop, PingPong, and Default where that repeats) between `from` and `to` are keys of
 * its own, so that it plays the same there when it only holds its ends; the same curve where there are none. The side
 * that was unrolled gets wrap mode ClampForever.
 *
 * Where a loop jumps back, two keys stand at one time. More than 2¹⁸ keys are not written out.
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
	// All keys at one time: a loop holds the first of them.
	if (!(range > 0)) return to > last && after === WRAP_LOOP ? { ...sorted, count: 1 } : sorted;
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
		if ((pass & 1) !== 0 && (pass < 0 ? before : after) === WRAP_PING_PONG) {
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
