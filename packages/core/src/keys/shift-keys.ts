import { type Curve, copyCurve } from '../model/curve.ts';

/** A curve with all keys later by `seconds`. */
export function shiftCurve(curve: Curve, seconds: number): Curve {
	return seconds === 0 ? curve : mapKeyTimes(curve, (time) => time + seconds);
}

/** A copy of a curve with other key times; one without keys is the same. Times that are not finite stay. */
export function mapKeyTimes(curve: Curve, edit: (time: number) => number): Curve {
	if (curve.count === 0) return curve;
	const changed = copyCurve(curve);
	const { floats, stride } = changed;
	for (let at = 0; at < floats.length; at += stride) {
		const time = floats[at]!;
		if (Number.isFinite(time)) floats[at] = edit(time);
	}
	return changed;
}
