import { sortCurve } from '../curves/sort.ts';
import { type Curve, SIMPLE_STRIDE, selectKeys } from '../model/curve.ts';

/**
 * A boolean curve without the keys that say what the key before says, to the bit; the same curve if there are none. The
 * first and the last key stay, so that duration and repetition do.
 */
export function dropRepeats(curve: Curve): Curve {
	const sorted = sortCurve(curve);
	const { words, start, count } = sorted;
	const readValue = (key: number): number => words[start + key * SIMPLE_STRIDE + 1]!;
	const kept = selectKeys(sorted, (key) => key === 0 || key + 1 === count || readValue(key) !== readValue(key - 1));
	return kept.count === curve.count ? curve : kept;
}
