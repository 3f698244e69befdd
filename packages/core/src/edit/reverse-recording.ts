import { sortCurve } from '../curves/sort.ts';
import { WRAP_DEFAULT } from '../curves/wrap.ts';
import { checkFinite } from '../issue/check-number.ts';
import { holdEnd } from '../keys/cut-curve.ts';
import { insertKeys } from '../keys/insert-keys.ts';
import { reverseBooleanKeys, reverseKeys } from '../keys/retime-keys.ts';
import { unrollCurve } from '../keys/unroll-curve.ts';
import { type Curve, copyCurve, getKeyTime } from '../model/curve.ts';
import { mapCurves, mapMarkers } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';
import { checkTimes, type RoundingOptions } from './check-times.ts';

/**
 * The recording played backwards: time t becomes `duration − t`, for markers too.
 *
 * The in and out sides of keys swap, and so do wrap modes. States hold over the same time as before: tracked and
 * pinching get a key at 0 if their last key is before the end of the recording, and hold their ends. At the exact time
 * of a jump the value of the other side may play. Throws `RangeError` if the duration is not finite, and
 * `time-precision-lost` if different times would become equal.
 *
 * @example
 * // Keys of 4 s: value 0 at 1 s, value 2 at 4 s → value 2 at 0 s, value 0 at 3 s
 * reverseRecording(recording)
 */
export function reverseRecording(recording: Recording, options: RoundingOptions = {}): Recording {
	const { duration } = recording;
	checkFinite(duration, 'recording.duration');
	checkTimes(recording, (time) => duration - time, options);
	const reversed = mapCurves(recording, (curve) => reverseCurve(curve, duration));
	return mapMarkers(reversed, (markers) => {
		if (markers.length === 0) return markers;
		return markers.map(({ time, name }) => ({ time: Math.fround(duration - time), name })).reverse();
	});
}

function reverseCurve(curve: Curve, duration: number): Curve {
	const isBoolean = curve.kind === 'boolean';
	let sorted = sortCurve(curve);
	if (sorted.count === 0) return curve;
	const isMoment = sorted.count > 1 && getKeyTime(sorted, 0) === getKeyTime(sorted, sorted.count - 1);
	if (isBoolean || isMoment) sorted = holdUntil(sorted, duration);
	const reversed = copyCurve(sorted);
	if (isBoolean) reverseBooleanKeys(reversed, duration);
	else reverseKeys(reversed, sorted.stride, duration);
	return { ...reversed, preWrap: sorted.postWrap, postWrap: sorted.preWrap };
}

// The last state needs a key at its end, where the reversed state begins. If all keys are at one time, the wrap modes
// decide which value is held, so unrolling settles that first.
function holdUntil(curve: Curve, duration: number): Curve {
	const { preWrap, postWrap, ...unrolled } = unrollCurve(curve, 0, duration, WRAP_DEFAULT);
	const held = { ...unrolled, preWrap: holdEnd(preWrap, WRAP_DEFAULT), postWrap: holdEnd(postWrap, WRAP_DEFAULT) };
	return getKeyTime(held, held.count - 1) < duration ? insertKeys(held, [duration]) : held;
}
