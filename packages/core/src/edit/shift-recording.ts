import { type Curve, curveWords } from '../model/curve.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { checkFinite } from './check-number.ts';
import { mapCurves, replaceSections } from './map-curves.ts';

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

/** A curve with all keys later by `seconds`. */
export function shiftCurve(curve: Curve, seconds: number): Curve {
	return seconds === 0 ? curve : mapKeyTimes(curve, (time) => time + seconds);
}

/** Markers later by `seconds`. Rounded first as in a file, so that one at a cut comes to lie at exactly 0. */
export function shiftMarkers(markers: readonly Marker[], seconds: number): readonly Marker[] {
	if (seconds === 0 || markers.length === 0) return markers;
	return markers.map(({ time, name }) => ({ time: Math.fround(Math.fround(time) + seconds), name }));
}

/** A copy of a curve with other key times; one without keys is the same. Times that are not finite stay. */
export function mapKeyTimes(curve: Curve, edit: (time: number) => number): Curve {
	if (curve.count === 0) return curve;
	const words = curveWords(curve).slice();
	const floats = new Float32Array(words.buffer);
	for (let at = 0; at < words.length; at += curve.stride) {
		const time = floats[at]!;
		if (Number.isFinite(time)) floats[at] = edit(time);
	}
	return { ...curve, start: 0, words, floats };
}
