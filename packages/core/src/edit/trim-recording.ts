import { WRAP_DEFAULT } from '../curves/wrap.ts';
import { cutCurve } from '../keys/cut-curve.ts';
import { cutVector } from '../keys/cut-vector.ts';
import { mapCurves, mapVectors, replaceSections } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';
import { shiftRecording } from './shift-recording.ts';

/** How a recording is trimmed and split. */
export interface TrimOptions {
	/** `true` leaves all times as they are; by default the result starts at 0. */
	readonly keepTimes?: boolean;
	/** The wrap mode that curves with wrap mode 0 (Default) take; Loop where nothing is set. */
	readonly defaultWrap?: number;
}

/**
 * The part of a recording between two times, in seconds. What is played in it is the same as before, to float32.
 *
 * A curve that is cut gets a key at the cut, with the value and slope that are played; one whose keys all lie outside
 * keeps the value that is played; a curve without keys, such as those of a joint that was never seen, stays without.
 * A curve whose keys all lie inside stays as it is. Of other curves that repeat (Loop, PingPong), the repetitions inside
 * become keys and the ends are held from then on. Markers at the cuts are kept, those outside are not.
 *
 * Throws `RangeError` for times that are not numbers, and for an end before the start. `-Infinity` and `Infinity` cut
 * nothing; times then start where they did.
 */
export function trimRecording(recording: Recording, start: number, end: number, options: TrimOptions = {}): Recording {
	if (typeof start !== 'number' || Number.isNaN(start)) throw new RangeError(`start: ${start} is not a number`);
	if (typeof end !== 'number' || Number.isNaN(end)) throw new RangeError(`end: ${end} is not a number`);
	if (end < start) throw new RangeError(`end: ${end} lies before start ${start}`);
	return cutRecording(recording, start, end, (time) => time <= Math.fround(end), options);
}

/** {@link trimRecording} with checked arguments and a rule for which markers are too late. */
export function cutRecording(
	recording: Recording,
	start: number,
	end: number,
	isBeforeEnd: (time: number) => boolean,
	options: TrimOptions,
): Recording {
	const { keepTimes = false, defaultWrap = WRAP_DEFAULT } = options;
	// Curves that repeat do so until the recording ends, not for ever.
	const last = Math.min(end, Math.max(start, recording.duration));
	const vectors = mapVectors(recording, (curves) => cutVector(curves, start, last, defaultWrap));
	const cut = mapCurves(vectors, (curve) =>
		curve.kind === 'boolean' ? cutCurve(curve, start, last, defaultWrap) : curve,
	);
	const markers = recording.markers.filter(({ time }) => {
		const rounded = Math.fround(time);
		return rounded >= Math.fround(start) && isBeforeEnd(rounded);
	});
	const isSame = markers.length === recording.markers.length;
	const part = isSame ? cut : replaceSections(cut, { markers });
	return keepTimes || !Number.isFinite(start) ? part : shiftRecording(part, -Math.fround(start));
}
