import type { Curve } from '../model/curve.ts';

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
export function isSorted({ keys, stride }: Curve): boolean {
	let last = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < keys.length; i += stride) {
		const time = keys[i]!;
		if (!(time >= last)) return false;
		last = time;
	}
	return true;
}

function copySorted(curve: Curve): Curve {
	const { words, keys, stride } = curve;
	const order = Array.from({ length: keys.length / stride }, (_, i) => i);
	const timeOf = (i: number): number => keys[i * stride] ?? 0;
	order.sort((a, b) => compareTimes(timeOf(a), timeOf(b)) || a - b);
	const copy = new Uint32Array(words.length);
	order.forEach((from, to) => {
		copy.set(words.subarray(from * stride, (from + 1) * stride), to * stride);
	});
	return { ...curve, words: copy, keys: new Float32Array(copy.buffer) };
}

function compareTimes(a: number, b: number): number {
	if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
	return Number.isNaN(b) ? -1 : a - b;
}
