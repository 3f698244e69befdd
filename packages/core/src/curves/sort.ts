import { type Curve, getKeyTime, takeKeys } from '../model/curve.ts';

/** Looking at fewer keys costs less than remembering the result. */
const FEW_KEYS = 64;

// Remembers the result for each curve. Curves are read-only, so it stays true.
const sortedCurves: WeakMap<Curve, Curve> = /* @__PURE__ */ new WeakMap();

/**
 * Returns a curve with its keys in time order, as Unity sorts them before use: the curve itself if it is sorted,
 * otherwise a copy. Keys at the same time keep their order. Keys at times that are not finite are removed. The result
 * is remembered for each curve, unless it costs little.
 */
export function sortCurve(curve: Curve): Curve {
	if (curve.count <= FEW_KEYS && isSorted(curve)) return curve;
	let sorted = sortedCurves.get(curve);
	if (sorted === undefined) {
		sorted = isSorted(curve) ? curve : copySorted(curve);
		sortedCurves.set(curve, sorted);
	}
	return sorted;
}

/** Returns whether the keys of a curve have finite times in order. Looks at every key and remembers nothing. */
export function isSorted({ floats, start, count, stride }: Curve): boolean {
	const end = start + count * stride;
	let last = -Number.MAX_VALUE;
	for (let i = start; i < end; i += stride) {
		const time = floats[i]!;
		if (!(time >= last && time < Number.POSITIVE_INFINITY)) return false;
		last = time;
	}
	return true;
}

/** {@link sortCurve} that remembers only what it had to sort, for curves that are used once or twice. */
export function toSorted(curve: Curve): Curve {
	return isSorted(curve) ? curve : sortCurve(curve);
}

function copySorted(curve: Curve): Curve {
	const order = Array.from({ length: curve.count }, (_, i) => i).filter((i) => Number.isFinite(getKeyTime(curve, i)));
	order.sort((a, b) => getKeyTime(curve, a) - getKeyTime(curve, b) || a - b);
	return takeKeys(curve, order);
}
