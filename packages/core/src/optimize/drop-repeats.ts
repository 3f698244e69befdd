import { sortCurve } from '../curves/sort.ts';
import { type Curve, SIMPLE_STRIDE } from '../model/curve.ts';

/**
 * A boolean curve without the keys that say what the key before says, to the bit; the same curve if there are none. The
 * first and the last key stay, so that duration and repetition do.
 */
export function dropRepeats(curve: Curve): Curve {
	const { words, start, count } = sortCurve(curve);
	const kept: number[] = [];
	let value = -1;
	for (let key = 0, at = start; key < count; key++, at += SIMPLE_STRIDE) {
		if (key > 0 && key + 1 < count && words[at + 1] === value) continue;
		kept.push(words[at]!, words[at + 1]!);
		value = words[at + 1]!;
	}
	if (kept.length === curve.count * SIMPLE_STRIDE) return curve;
	const copy = Uint32Array.from(kept);
	const { kind, stride, preWrap, postWrap } = curve;
	const floats = new Float32Array(copy.buffer);
	return { kind, count: kept.length / SIMPLE_STRIDE, stride, start: 0, floats, words: copy, preWrap, postWrap };
}
