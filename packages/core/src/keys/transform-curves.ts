import { sortCurve } from '../curves/sort.ts';
import { type Curve, copyCurve, createCurve, FULL_STRIDE, getCurveWords, getKeyTime } from '../model/curve.ts';
import { alignKeys } from './align-keys.ts';
import { combineSegments } from './combine-segments.ts';
import { limitSlope } from './split-segment.ts';

/** Smaller factors are rounding errors of 0, such as the cosine of a right angle. */
const NO_FACTOR = 1e-15;

/**
 * The curves of a vector under a linear map and an offset: component i becomes the sum of `rows[i][k]` × component k,
 * plus `offsets[i]`. Computed in float64 and rounded once.
 *
 * A component that depends on a single component keeps its key times, weights and steps. For sums, keys are aligned
 * first ({@link alignKeys}), and segments that do not add up to one segment are divided ({@link combineSegments}). A
 * component without keys is 0 and gets a key if the offset needs it; a vector without any keys stays.
 */
export function transformCurves(
	curves: readonly Curve[],
	rows: ReadonlyArray<readonly number[]>,
	offsets: readonly number[],
): Curve[] {
	// Keys at times that are not finite do not play.
	const plays = (curve: Curve): boolean => sortCurve(curve).count > 0;
	const filled = curves.filter(plays);
	if (filled.length === 0) return [...curves];
	const aligned = new Map<string, Curve[]>();
	return rows.map((row, i) => {
		const offset = offsets[i]!;
		const taken = [...row.keys()].filter((k) => Math.abs(row[k]!) > NO_FACTOR && plays(curves[k]!));
		const factors = taken.map((k) => row[k]!);
		if (taken.length === 0) return offset === 0 ? emptyLike(curves[i]!) : holdValue(filled, offset);
		if (taken.length === 1) return scaleCurve(curves[taken[0]!]!, factors[0]!, offset);
		const name = taken.join();
		const sources = aligned.get(name) ?? alignKeys(taken.map((k) => curves[k]!));
		aligned.set(name, sources);
		return isUniform(sources) ? addKeys(sources, factors, offset) : combineSegments(sources, factors, offset);
	});
}

function emptyLike(curve: Curve): Curve {
	const { preWrap, postWrap } = curve;
	return sortCurve(curve).count === 0 ? curve : createCurve([], { preWrap, postWrap });
}

// A key at the start of the vector, so that the recording does not become longer.
function holdValue(filled: readonly Curve[], value: number): Curve {
	return createCurve([Math.min(...filled.map((curve) => getKeyTime(sortCurve(curve), 0))), value]);
}

function scaleCurve(curve: Curve, factor: number, offset: number): Curve {
	if (factor === 1 && offset === 0) return curve;
	const scaled = copyCurve(curve);
	const { floats } = scaled;
	for (let i = 0; i < floats.length; i += curve.stride) {
		// NaN keeps its bits.
		if (!Number.isNaN(floats[i + 1]!)) floats[i + 1] = floats[i + 1]! * factor + offset;
		if (curve.stride !== FULL_STRIDE) continue;
		for (let field = i + 2; field <= i + 3; field++) {
			// Infinite slopes are steps: their sign decides which value holds. Zeros keep their sign.
			if (Number.isFinite(floats[field]!) && floats[field] !== 0) floats[field] = floats[field]! * factor;
		}
	}
	return scaled;
}

// Whether aligned curves have the same weights and modes at each key, and the same steps.
function isUniform(curves: readonly Curve[]): boolean {
	const [first, ...others] = curves.map(getCurveWords) as [Uint32Array, ...Uint32Array[]];
	if (curves[0]!.stride !== FULL_STRIDE) return true;
	for (let i = 0; i < first.length; i += FULL_STRIDE) {
		for (const other of others) {
			for (let field = i + 4; field <= i + 6; field++) if (first[field] !== other[field]) return false;
			for (let field = i + 2; field <= i + 3; field++) {
				const isStep = isInfinite(first[field]!) || isInfinite(other[field]!);
				if (isStep && first[field] !== other[field]) return false;
			}
		}
	}
	return true;
}

function isInfinite(word: number): boolean {
	return (word & 0x7fff_ffff) === 0x7f80_0000;
}

function addKeys(curves: readonly Curve[], factors: readonly number[], offset: number): Curve {
	const total = copyCurve(curves[0]!);
	const { floats, words, stride } = total;
	const sum = (at: number): number => {
		let value = 0;
		for (let k = 0; k < curves.length; k++) value += factors[k]! * curves[k]!.floats[curves[k]!.start + at]!;
		return value;
	};
	for (let i = 0; i < floats.length; i += stride) {
		floats[i + 1] = sum(i + 1) + offset;
		if (stride !== FULL_STRIDE) continue;
		for (let field = i + 2; field <= i + 3; field++) {
			if (!isInfinite(words[field]!)) floats[field] = limitSlope(sum(field));
		}
	}
	return total;
}
