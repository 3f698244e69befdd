import { type Curve, getCurveWords } from '../model/curve.ts';

/** A curve with the given keys of another one, word for word, in the given order. */
export function takeKeys(curve: Curve, keys: readonly number[]): Curve {
	const { stride } = curve;
	const given = getCurveWords(curve);
	const words = new Uint32Array(keys.length * stride);
	keys.forEach((from, to) => {
		words.set(given.subarray(from * stride, (from + 1) * stride), to * stride);
	});
	return { ...curve, count: keys.length, start: 0, words, floats: new Float32Array(words.buffer) };
}

/** A curve without the keys for which `isDropped` holds; itself if there are none. */
export function dropKeys(curve: Curve, isDropped: (key: number) => boolean): Curve {
	const kept: number[] = [];
	for (let i = 0; i < curve.count; i++) if (!isDropped(i)) kept.push(i);
	return kept.length === curve.count ? curve : takeKeys(curve, kept);
}

/** A copy of a curve whose words may be written to. */
export function copyCurve(curve: Curve): Curve {
	const words = getCurveWords(curve).slice();
	return { ...curve, start: 0, words, floats: new Float32Array(words.buffer) };
}
