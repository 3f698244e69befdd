import { type Curve, getCurveWords } from '../model/curve.ts';

/** A curve with all keys later by `seconds`. */
export function shiftCurve(curve: Curve, seconds: number): Curve {
	return seconds === 0 ? curve : mapKeyTimes(curve, (time) => time + seconds);
}

/** A copy of a curve with other key times; one without keys is the same. Times that are not finite stay. */
export function mapKeyTimes(curve: Curve, edit: (time: number) => number): Curve {
	if (curve.count === 0) return curve;
	const words = getCurveWords(curve).slice();
	const floats = new Float32Array(words.buffer);
	for (let at = 0; at < words.length; at += curve.stride) {
		const time = floats[at]!;
		if (Number.isFinite(time)) floats[at] = edit(time);
	}
	return { ...curve, start: 0, words, floats };
}
