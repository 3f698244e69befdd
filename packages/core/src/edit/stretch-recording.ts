import { checkPositive } from '../issue/check-number.ts';
import { mapKeyTimes } from '../keys/retime-keys.ts';
import { limitSlope } from '../keys/split-segment.ts';
import { type Curve, FULL_STRIDE } from '../model/curve.ts';
import { mapCurves, mapMarkers } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';
import { checkTimes, type RoundingOptions } from './check-times.ts';

/**
 * The recording stretched to `factor` times its length: times of keys and markers are multiplied, slopes divided.
 *
 * Times are rounded to float32; the order of keys stays. Only Hermite segments that are or become shorter than 1e-4 s
 * play differently, because Unity evaluates those as if they were that long. Curves without keys are shared. Throws
 * `RangeError` unless `factor` is finite and above 0; use {@link reverseRecording} to play backwards. Throws
 * `time-precision-lost` if different times would become equal.
 *
 * @example
 * // Keys at 0, 4 s → keys at 0, 8 s: half the speed
 * stretchRecording(recording, 2)
 */
export function stretchRecording(recording: Recording, factor: number, options: RoundingOptions = {}): Recording {
	checkPositive(factor, 'factor');
	if (factor === 1) return recording;
	checkTimes(recording, (time) => time * factor, options);
	const stretched = mapCurves(recording, (curve) => stretchCurve(curve, factor));
	return mapMarkers(stretched, (markers) =>
		markers.length === 0 ? markers : markers.map(({ time, name }) => ({ time: Math.fround(time * factor), name })),
	);
}

function stretchCurve(given: Curve, factor: number): Curve {
	const curve = mapKeyTimes(given, (time) => time * factor);
	const { floats, count, stride } = curve;
	if (stride !== FULL_STRIDE || curve === given) return curve;
	for (let at = 0; at < count * FULL_STRIDE; at += FULL_STRIDE) {
		for (const field of [at + 2, at + 3]) {
			const slope = floats[field]!;
			// An infinite slope is a step and stays a step. A finite slope must not become a step.
			if (Number.isFinite(slope)) floats[field] = limitSlope(slope / factor);
		}
	}
	return curve;
}
