import { sortCurve } from '../curves/sort.ts';
import { type Curve, copyCurve } from '../model/curve.ts';
import { widenCurve } from './insert-keys.ts';
import { checkIndex } from './set-keys.ts';
import { fillKey, limitSlope } from './split-segment.ts';

/**
 * How {@link setTangents} chooses slopes, from the slopes p and n of the lines to the previous and the next key:
 *
 * - `'auto'`: (p + n) / 2 on both sides, as Unity smooths tangents. The first and last key take the slope of their
 *   line.
 * - `'clamped'`: like `'auto'`, but 0 where p and n differ in sign and at the ends, and at most three times the flatter
 *   line, so that the curve does not overshoot its keys.
 * - `'flat'`: 0.
 * - `'linear'`: p before and n after the key, which makes lines between such keys.
 * - `'step'`: holds the value of the key until the next key.
 */
export type TangentMode = 'auto' | 'clamped' | 'flat' | 'linear' | 'step';

/** How {@link setTangents} works. */
export interface TangentOptions {
	/** Default `'auto'`. */
	readonly mode?: TangentMode | undefined;
	/** Indices of the keys to change, in the sorted curve. Default: all. */
	readonly keys?: Iterable<number> | undefined;
}

const MODES: readonly TangentMode[] = ['auto', 'clamped', 'flat', 'linear', 'step'];

/**
 * A curve whose keys get slopes by a rule, without weights. All keys are full and sorted; keys that are not selected
 * keep their bits. Align the curves of a rotation with `alignGroup` first, so that neighboring keys have the same sign.
 *
 * Throws `TypeError` for boolean curves and unknown modes, `RangeError` for an index without a key.
 *
 * @example setTangents(curve, { mode: 'flat', keys: [0, curve.count - 1] })
 */
export function setTangents(curve: Curve, options: TangentOptions = {}): Curve {
	const { mode = 'auto', keys } = options;
	if (curve.kind === 'boolean') throw new TypeError('curve: boolean curves have no tangents');
	if (!MODES.includes(mode)) throw new TypeError(`mode: '${mode}' is not one of ${MODES.join(', ')}`);
	const sorted = widenCurve(sortCurve(curve));
	const changed = copyCurve(sorted);
	for (const key of keys ?? Array.from({ length: sorted.count }, (_, i) => i)) {
		checkIndex(sorted, key);
		const [inTangent, outTangent] = chooseSlopes(mode, slopeAfter(sorted, key - 1), slopeAfter(sorted, key));
		const at = key * sorted.stride;
		fillKey(changed, at, changed.floats[at + 1]!, limit(inTangent), limit(outTangent));
		// NaN keeps its payload.
		changed.words[at + 1] = sorted.words[sorted.start + at + 1]!;
	}
	return changed;
}

function chooseSlopes(mode: TangentMode, previous: number | null, next: number | null): [number, number] {
	if (mode === 'flat') return [0, 0];
	// Only the out side: the in side belongs to the step of the previous key.
	if (mode === 'step') return [0, Number.POSITIVE_INFINITY];
	const p = previous ?? next ?? 0;
	const n = next ?? previous ?? 0;
	if (mode === 'linear') return [p, n];
	const middle = (p + n) / 2;
	if (mode === 'auto') return [middle, middle];
	if (previous === null || next === null || p * n <= 0) return [0, 0];
	const steepest = 3 * Math.min(Math.abs(p), Math.abs(n));
	const clamped = Math.max(-steepest, Math.min(middle, steepest));
	return [clamped, clamped];
}

/** The slope of the line from a key of a sorted curve to the next key; `null` if there is none. */
export function slopeAfter({ floats, start, stride, count }: Curve, key: number): number | null {
	if (key < 0 || key + 1 >= count) return null;
	const at = start + key * stride;
	const dx = floats[at + stride]! - floats[at]!;
	return dx > 0 ? (floats[at + stride + 1]! - floats[at + 1]!) / dx : null;
}

function limit(slope: number): number {
	return slope === Number.POSITIVE_INFINITY ? slope : limitSlope(slope);
}
