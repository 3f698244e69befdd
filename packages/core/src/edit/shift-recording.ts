import { checkFinite } from '../issue/check-number.ts';
import { shiftCurve } from '../keys/retime-keys.ts';
import { mapCurves, mapMarkers } from '../model/map-curves.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { checkTimes, type RoundingOptions } from './check-times.ts';

/**
 * The recording with all keys and markers later by `seconds`, or earlier if negative; keys may then be before 0.
 *
 * Times are rounded to float32, so shifting back may change the last digit. The order of keys stays. Curves without
 * keys are shared. Throws `RangeError` unless `seconds` is finite, and `time-precision-lost` if different times would
 * become equal.
 *
 * @example
 * // Keys at 0, 4 s → keys at 0.5, 4.5 s
 * shiftRecording(recording, 0.5)
 */
export function shiftRecording(recording: Recording, seconds: number, options: RoundingOptions = {}): Recording {
	checkFinite(seconds, 'seconds');
	if (seconds === 0) return recording;
	checkTimes(recording, (time) => time + seconds, options);
	const shifted = mapCurves(recording, (curve) => shiftCurve(curve, seconds));
	return mapMarkers(shifted, (markers) => shiftMarkers(markers, seconds));
}

/** Markers later by `seconds`. They are rounded first, like in a file, so a marker at a cut ends up at exactly 0. */
export function shiftMarkers(markers: readonly Marker[], seconds: number): readonly Marker[] {
	if (seconds === 0 || markers.length === 0) return markers;
	return markers.map(({ time, name }) => ({ time: Math.fround(Math.fround(time) + seconds), name }));
}
