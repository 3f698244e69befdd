import { type Curve, curveWords, keyTime } from '../model/curve.ts';

// Which curves have been looked at, and what came of it. Curves are read-only, so the answer stays true.
const sortedCurves: WeakMap<Curve, Curve> = /* @__PURE__ */ new WeakMap();

/**
 * The curve with its keys in time order, as Unity sorts them before use: itself if it is sorted, else a copy. Keys at
 * the same time keep their order; keys at no time (NaN) go last.
 */
export function sortCurve(curve: Curve): Curve {
	let sorted = sortedCurves.get(curve);
	if (sorted === undefined) {
		sorted = isSorted(curve) ? curve : copySorted(curve);
		sortedCurves.set(curve, sorted);
	}
	return sorted;
}

/** Whether the keys of a curve are in time order. */
export function isSorted({ floats, start, count, stride }: Curve): boolean {
	const end = start + count * stride;
	let last = Number.NEGATIVE_INFINITY;
	for (let i = start; i < end; i += stride) {
		const time = floats[i]!;
		if (!(time >= last)) return false;
		last = time;
	}
	return true;
}

function copySorted(curve: Curve): Curve {
	const { count, stride } = curve;
	const order = Array.from({ length: count }, (_, i) => i);
	order.sort((a, b) => compareTimes(keyTime(curve, a), keyTime(curve, b)) || a - b);
	const given = curveWords(curve);
	const words = new Uint32Array(count * stride);
	order.forEach((from, to) => {
		words.set(given.subarray(from * stride, (from + 1) * stride), to * stride);
	});
	return { ...curve, start: 0, words, floats: new Float32Array(words.buffer) };
}

function compareTimes(a: number, b: number): number {
	if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
	return Number.isNaN(b) ? -1 : a - b;
}
