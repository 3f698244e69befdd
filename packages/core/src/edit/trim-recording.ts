import { findFirstTime } from '../curves/first-time.ts';
import { cutCurve } from '../keys/cut-curve.ts';
import { cutVector } from '../keys/cut-vector.ts';
import { mapMarkers, mapRoom, mapSingleCurves, mapSpans, mapVectors } from '../model/map-curves.ts';
import type { Recording, Span } from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import type { OptionTable } from '../option/option.ts';
import type { RoundingOptions } from './check-times.ts';
import { defineEdit, type Edit } from './edit.ts';
import { shiftRecording } from './retime-recording.ts';
import { cutRoom } from './room.ts';

/** How a recording is cut. */
export interface CutOptions extends RoundingOptions {
	/** `true` keeps all times. By default the result starts at 0. */
	readonly keepTimes?: boolean | undefined;
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode | undefined;
}

/** What {@link trimRecording} keeps. Times in seconds. */
export interface TrimOptions extends CutOptions {
	/** Default: the beginning, including keys before 0; times then stay. An earlier start counts as the beginning. */
	readonly start?: number | undefined;
	/** Default: the end. */
	readonly end?: number | undefined;
}

/**
 * The part of a recording between two times. It plays the same as before, to float32.
 *
 * - A curve that is cut gets a key at the cut, with the value and slope that play there.
 * - A curve whose keys all lie inside stays as it is.
 * - A curve whose keys all lie outside gets one key with the value that plays.
 * - A curve without keys, such as those of a joint that was never seen, stays empty.
 * - A curve that repeats (Loop, PingPong) and is cut gets its repetitions as keys, and holds its ends.
 *
 * Markers at the cuts are kept, and spans are cut. The result is never longer than the recording. Throws `RangeError` for times that are not
 * numbers, for an end before the start, and for an end before the recording.
 *
 * @example
 * // A recording of 10 s becomes one of 6.5 s that starts at 0.
 * trimRecording(recording, { start: 2, end: 8.5 })
 */
export function trimRecording(recording: Recording, options: TrimOptions = {}): Recording {
	const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = options;
	if (typeof start !== 'number' || Number.isNaN(start)) throw new RangeError(`start: ${start} is not a number`);
	if (typeof end !== 'number' || Number.isNaN(end)) throw new RangeError(`end: ${end} is not a number`);
	if (end < start) throw new RangeError(`end: ${end} is before start ${start}`);
	const begin = start < 0 || end < 0 ? measureStart(recording) : 0;
	if (end < begin) throw new RangeError(`end: ${end} is before the start of the recording at ${begin} s`);
	const from = Number.isFinite(start) ? Math.max(start, begin) : start;
	return cutRecording(recording, from, end, (time) => time <= Math.fround(end), options);
}

const TRIM_OPTIONS = {
	start: {
		type: 'number',
		unit: 's',
		title: 'Start',
		text: 'start of the range',
		otherwise: 'the start of the recording',
	},
	end: { type: 'number', unit: 's', title: 'End', text: 'end of the range', otherwise: 'the end of the recording' },
	keepTimes: {
		type: 'flag',
		default: false,
		title: 'Keep times',
		text: 'keep original times',
		otherwise: 'the result starts at 0',
	},
} as const satisfies OptionTable;

/** The edit {@link trimRecording}, which refuses a start outside of the recording. */
export const trimEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'trim',
	title: 'Trim',
	text: 'Crop recordings to a time range. Playback inside the range does not change.',
	options: TRIM_OPTIONS,
	needsSome: ['start', 'end'],
	examples: ['--start 2 --end 8.5', '--start 1:30', '--end 5'],
	check: ({ start, end }) => {
		if (start !== undefined && end !== undefined && !(end > start))
			throw new RangeError(`end: ${end} s is not after start ${start} s`);
	},
	apply: (recording, { start = 0, end = Math.max(start, recording.duration), keepTimes }) => {
		const first = measureStart(recording);
		const { duration } = recording;
		if (start < first) throw new RangeError(`start: ${start} s is before the start of the recording at ${first} s`);
		if (start > duration) throw new RangeError(`start: ${start} s is after the end of the recording at ${duration} s`);
		return { recording: trimRecording(recording, { start, end, keepTimes }) };
	},
});

/** Where a recording starts, in seconds: at 0, or at its first key if that is before 0. */
export function measureStart(recording: Recording): number {
	return Math.min(0, findFirstTime(recording));
}

/** {@link trimRecording} with checked times and a rule that drops late markers. */
export function cutRecording(
	recording: Recording,
	start: number,
	end: number,
	isBeforeEnd: (time: number) => boolean,
	options: CutOptions,
): Recording {
	const { keepTimes = false } = options;
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	// Curves that repeat stop at the end of the recording.
	const last = Math.min(end, Math.max(start, recording.duration));
	const vectors = mapVectors(recording, (curves) => cutVector(curves, start, last, defaultWrap));
	const curves = mapSingleCurves(vectors, (curve) => cutCurve(curve, start, last, defaultWrap));
	const cut = mapRoom(curves, (room) => cutRoom(room, start, end));
	const labeled = mapSpans(cut, (spans) => cutSpans(spans, start, end, isBeforeEnd));
	const part = mapMarkers(labeled, (markers) => {
		const kept = markers.filter(({ time }) => {
			const rounded = Math.fround(time);
			return rounded >= Math.fround(start) && isBeforeEnd(rounded);
		});
		return kept.length === markers.length ? markers : kept;
	});
	return keepTimes || !Number.isFinite(start) ? part : shiftRecording(part, -Math.fround(start), options);
}

// The parts of spans between two times. A span that only touches a cut is dropped, unless it has no length.
function cutSpans(
	spans: readonly Span[],
	start: number,
	end: number,
	isBeforeEnd: (time: number) => boolean,
): readonly Span[] {
	if (spans.every((span) => span.start >= start && span.end <= end && isBeforeEnd(span.start))) return spans;
	return spans.flatMap((span) => {
		const isMoment = span.start === span.end;
		const isInside = isMoment ? span.start >= start && isBeforeEnd(span.start) : span.end > start && span.start < end;
		return isInside ? [{ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }] : [];
	});
}
