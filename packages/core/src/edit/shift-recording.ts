import { checkFinite } from '../issue/check-number.ts';
import { shiftCurve } from '../keys/retime-keys.ts';
import { mapCurves, replaceSections } from '../model/map-curves.ts';
import type { Marker, Recording } from '../model/recording.ts';

/**
 * A recording with all keys and markers later by `seconds`, or earlier where that is negative; then keys may lie before
 * 0. Times are rounded to float32, so there and back may differ in the last digit; nothing changes its order.
 *
 * Curves without keys are the same objects, and with 0 so is the recording. Throws `RangeError` unless `seconds` is finite.
 */
export function shiftRecording(recording: Recording, seconds: number): Recording {
	checkFinite(seconds, 'seconds');
	if (seconds === 0) return recording;
	const shifted = mapCurves(recording, (curve) => shiftCurve(curve, seconds));
	return replaceSections(shifted, { markers: shiftMarkers(recording.markers, seconds) });
}

/** Markers later by `seconds`. Rounded first as in a file, so that one at a cut comes to lie at exactly 0. */
export function shiftMarkers(markers: readonly Marker[], seconds: number): readonly Marker[] {
	if (seconds === 0 || markers.length === 0) return markers;
	return markers.map(({ time, name }) => ({ time: Math.fround(Math.fround(time) + seconds), name }));
}
