import { sortCurve } from '../curves/sort.ts';
import { checkFinite, checkPositive } from '../issue/error.ts';
import { holdEnd } from '../keys/cut-curve.ts';
import { insertKeys } from '../keys/insert-keys.ts';
import { mapKeyTimes, reverseBooleanKeys, reverseKeys, shiftCurve } from '../keys/retime-keys.ts';
import { limitSlope } from '../keys/split-segment.ts';
import { unrollCurve } from '../keys/unroll-curve.ts';
import { type Curve, copyCurve, FULL_STRIDE, getKeyTime } from '../model/curve.ts';
import { mapCurves, mapMarkers, mapRoom, mapSpans } from '../model/map-curves.ts';
import type { Marker, Recording, Span } from '../model/recording.ts';
import { WRAP_DEFAULT } from '../model/wrap-mode.ts';
import type { OptionTable } from '../option/option.ts';
import { applyRounded, checkTimes, ROUNDING_OPTIONS, type RoundingOptions } from './check-times.ts';
import { defineEdit, type Edit } from './edit.ts';
import { mapRoomTimes, reverseRoom } from './room.ts';

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
	return mapMarkers(
		mapSpans(shiftRoom(shifted, seconds), (spans) => shiftSpans(spans, seconds)),
		(markers) => shiftMarkers(markers, seconds),
	);
}

function shiftRoom(recording: Recording, seconds: number): Recording {
	return mapRoom(recording, (room) => mapRoomTimes(room, (time) => time + seconds));
}

/** Markers later by `seconds`. They are rounded first, like in a file, so a marker at a cut ends up at exactly 0. */
export function shiftMarkers(markers: readonly Marker[], seconds: number): readonly Marker[] {
	if (seconds === 0) return markers;
	return mapMarkerTimes(markers, (time) => Math.fround(time) + seconds);
}

/** Spans later by `seconds`. */
export function shiftSpans(spans: readonly Span[], seconds: number): readonly Span[] {
	return mapSpanTimes(spans, (time) => time + seconds);
}

function mapSpanTimes(spans: readonly Span[], map: (time: number) => number): readonly Span[] {
	if (spans.length === 0) return spans;
	return spans.map((span) => ({ ...span, start: map(span.start), end: map(span.end) }));
}

function mapMarkerTimes(markers: readonly Marker[], map: (time: number) => number): readonly Marker[] {
	if (markers.length === 0) return markers;
	return markers.map(({ time, name }) => ({ time: Math.fround(map(time)), name }));
}

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
	const changed = mapCurves(recording, (curve) => stretchCurve(curve, factor));
	const stretched = mapRoom(changed, (room) => mapRoomTimes(room, (time) => time * factor));
	return mapMarkers(
		mapSpans(stretched, (spans) => mapSpanTimes(spans, (time) => time * factor)),
		(markers) => mapMarkerTimes(markers, (time) => time * factor),
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
	const changed = mapCurves(recording, (curve) => reverseCurve(curve, duration));
	const reversed = mapRoom(changed, (room) => reverseRoom(room, duration));
	return mapMarkers(
		mapSpans(reversed, (spans) => reverseSpans(spans, duration)),
		(markers) => mapMarkerTimes(markers, (time) => duration - time).toReversed(),
	);
}

function reverseSpans(spans: readonly Span[], duration: number): readonly Span[] {
	const reversed = spans.map((span) => ({ ...span, start: duration - span.end, end: duration - span.start }));
	return reversed.sort((a, b) => a.start - b.start);
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

const SHIFT_OPTIONS = {
	by: {
		type: 'number',
		unit: 's',
		isRequired: true,
		title: 'Shift by',
		text: 'offset; negative values move keys to earlier times',
	},
	...ROUNDING_OPTIONS,
} as const satisfies OptionTable;

/** The edit {@link shiftRecording}. */
export const shiftEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'shift',
	title: 'Shift',
	text: 'Move keys and markers in time.',
	options: SHIFT_OPTIONS,
	examples: ['--by 2.5', '--by -0.5'],
	apply: (recording, { by, allowRounding }) =>
		applyRounded(allowRounding, (options) => shiftRecording(recording, by, options)),
});

const STRETCH_OPTIONS = {
	factor: {
		type: 'number',
		above: 0,
		title: 'Factor',
		text: 'factor of all times: 2 plays at half speed, 0.5 at double speed',
	},
	backwards: { type: 'flag', title: 'Backwards', text: 'play the recording in reverse' },
	...ROUNDING_OPTIONS,
} as const satisfies OptionTable;

/** The edits {@link stretchRecording} and {@link reverseRecording}. */
export const stretchEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'stretch',
	title: 'Stretch',
	text: 'Slow down, speed up or reverse recordings.',
	options: STRETCH_OPTIONS,
	needsSome: ['factor', 'backwards'],
	examples: ['--factor 2', '--backwards'],
	apply: (recording, { factor = 1, backwards, allowRounding }) =>
		applyRounded(allowRounding, (options) => {
			const stretched = stretchRecording(recording, factor, options);
			return backwards ? reverseRecording(stretched, options) : stretched;
		}),
});
