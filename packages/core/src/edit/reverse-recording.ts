import { sortCurve } from '../curves/sort.ts';
import { WRAP_DEFAULT } from '../curves/wrap.ts';
import { checkFinite } from '../issue/check-number.ts';
import { holdEnd } from '../keys/cut-curve.ts';
import { insertKeys } from '../keys/insert-keys.ts';
import { reverseBooleanKeys, reverseKeys } from '../keys/retime-keys.ts';
import { unrollCurve } from '../keys/unroll-curve.ts';
import { type Curve, copyCurve, getKeyTime } from '../model/curve.ts';
import { mapCurves, replaceSections } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';

/**
 * A recording that plays backwards: what was at `duration − t` comes at `t`, markers too. In and out sides of keys and
 * wrap modes change places; a state holds over the same time as before, so tracked and pinching get a key at 0 where
 * they ended earlier than the recording, and hold their ends beyond it. At the very moment of a jump the value of the other side may come.
 *
 * Throws `RangeError` when the duration is not finite.
 */
export function reverseRecording(recording: Recording): Recording {
	const { duration, markers } = recording;
	checkFinite(duration, 'recording.duration');
	const reversed = mapCurves(recording, (curve) => reverseCurve(curve, duration));
	if (markers.length === 0) return reversed;
	const turned = markers.map(({ time, name }) => ({ time: Math.fround(duration - time), name }));
	return replaceSections(reversed, { markers: turned.reverse() });
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

// The last state needs an end, or there is no key for it to begin at. Of keys that all stand at one time, wrap modes
// decide which one is held, so that is settled first.
function holdUntil(curve: Curve, duration: number): Curve {
	const { preWrap, postWrap, ...unrolled } = unrollCurve(curve, 0, duration, WRAP_DEFAULT);
	const held = { ...unrolled, preWrap: holdEnd(preWrap, WRAP_DEFAULT), postWrap: holdEnd(postWrap, WRAP_DEFAULT) };
	return getKeyTime(held, held.count - 1) < duration ? insertKeys(held, [duration]) : held;
}
