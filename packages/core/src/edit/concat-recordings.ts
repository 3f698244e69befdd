import { evaluateCurve } from '../curves/evaluate.ts';
import { checkFinite } from '../issue/error.ts';
import { cutCurve } from '../keys/cut-curve.ts';
import { joinStates, joinValues, joinVectors, type Seam } from '../keys/join-curves.ts';
import { shiftCurve } from '../keys/retime-keys.ts';
import { assembleRecording, createRecording, NO_INFO } from '../model/create-recording.ts';
import { type Curve, createCurve } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import { listIndependent, mapFields, replaceFields } from '../model/map-curves.ts';
import {
	hasKeys,
	hasTrackCurves,
	type Marker,
	type PoseCurves,
	type RayCurves,
	type Recording,
	type RecordingInfo,
	type Span,
	type Track,
	type Vec3Curves,
} from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import { type OptionsOf, readOptions } from '../option/option.ts';
import { bakeFrames } from '../sample/bake.ts';
import { POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { checkTimes, type RoundingOptions } from './check-times.ts';
import { replaceMotion } from './resample-recording.ts';
import { shiftMarkers, shiftSpans } from './retime-recording.ts';
import { joinRooms, mapRoomTimes } from './room.ts';
import { trimRecording } from './trim-recording.ts';
import { zipRecordings, zipTracks } from './zip-recordings.ts';

/** The options of {@link concatRecordings} that are values. */
export const CONCAT_OPTIONS = {
	gap: {
		type: 'number',
		unit: 's',
		min: 0,
		default: 0,
		title: 'Pause',
		text: 'how long the last pose of a recording is held before the next begins',
	},
	crossFade: {
		type: 'number',
		unit: 's',
		min: 0,
		default: 0,
		title: 'Cross-fade',
		text: 'how long a recording fades into the next; they overlap by as much',
	},
	frameRate: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		default: 60,
		title: 'Frame rate',
		text: 'keys per second of a cross-fade',
	},
} as const;

/** How {@link concatRecordings} joins recordings. */
export interface ConcatOptions extends OptionsOf<typeof CONCAT_OPTIONS>, RoundingOptions {
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode | undefined;
}

/**
 * Recordings one after the other. Each begins at the end of the previous one (its `duration`), with what it plays at 0.
 *
 * - A cut keeps poses and states until the next recording begins: two keys at that time where they differ, otherwise
 *   one. Pieces of a recording put together play like the whole.
 * - `gap` holds poses and states in between. `crossFade` blends positions along a line and rotations the shorter way
 *   round, with linear keys; states change halfway.
 * - A section or joint that only some recordings have keeps its keys, and holds its first or last pose elsewhere.
 *   Missing hands are not tracked.
 * - Curves that repeat stop at the end of their recording. The result holds its ends.
 * - Markers and spans move along, sorted by time. Two spans with one label and score that meet at the seam become one. The layout has full keys, a marker list or version 1.1 if any recording has.
 * - Of what this version does not know, the first recording's parts that do not depend on keys stay.
 *
 * Keys before 0 are cut off in all but the first recording. Throws `RangeError` for an empty list, for negative times,
 * and for a cross-fade that is longer than one of its recordings or combined with a gap. Throws `time-precision-lost` if
 * different times of a recording would become equal.
 *
 * @example
 * // 5 s and 3 s → 8.5 s
 * concatRecordings([first, second], { gap: 0.5 })
 */
export function concatRecordings(recordings: readonly Recording[], options: ConcatOptions = {}): Recording {
	const { gap, crossFade, frameRate } = readOptions(CONCAT_OPTIONS, options);
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	const [first, ...others] = recordings;
	if (first === undefined) throw new RangeError('recordings: the list is empty');
	if (gap > 0 && crossFade > 0) throw new RangeError('crossFade: cannot be combined with a gap');
	recordings.forEach(({ duration }, i) => {
		checkFinite(duration, `recordings[${i}].duration`);
		if (crossFade > duration && recordings.length > 1) {
			throw new RangeError(`crossFade: ${crossFade} s is longer than recordings[${i}], which has ${duration} s`);
		}
	});
	return others.reduce((whole, next) => {
		const end = whole.duration;
		const offset = end + gap - crossFade;
		checkTimes(next, (time) => (time < 0 ? Number.NaN : time + offset), options);
		if (crossFade === 0) return join(whole, next, { end, start: end + gap, duration: next.duration, defaultWrap });
		const start = Math.fround(end - crossFade);
		const fade = fadeRecordings(whole, next, { start, end, frameRate, defaultWrap });
		const head = trimRecording(whole, { end: start, defaultWrap, allowRounding: true });
		const tail = trimRecording(next, { start: end - start, defaultWrap, allowRounding: true });
		const begun = join(head, fade, { end: start, start, duration: end - start, defaultWrap });
		const joined = join(begun, tail, { end, start: end, duration: tail.duration, defaultWrap });
		return replaceEvents(joined, whole, next, start);
	}, first);
}

function join(first: Recording, second: Recording, seam: Seam): Recording {
	const parts = zipRecordings(first, second, {
		zipMotion: (a, b) =>
			mapFields(a, (vector, name) => joinVectors(vector as Vec3Curves, b[name as keyof typeof b] as Vec3Curves, seam)),
		zipSingles: (a, b) => (a.kind === 'boolean' ? joinStates(a, b, seam) : joinValues(a, b, seam)),
		zipEvents: (a, b) => joinMarkers(a, shiftMarkers(b, seam.start)),
		zipSpans: (a, b) => joinSpans(a, shiftSpans(b, seam.start)),
	});
	return assembleRecording({
		layout: widestLayout(first.layout, second.layout),
		markers: joinMarkers(first.markers, shiftMarkers(second.markers, seam.start)),
		info: joinInfo(first.info, second.info),
		room: joinLater(first, second, seam.start),
		unknown: listIndependent(first),
		...parts,
	});
}

function joinLater({ room }: Recording, second: Recording, start: number): Recording['room'] {
	return joinRooms(room, second.room && mapRoomTimes(second.room, (time) => time + start), start);
}

// Trimming dropped the markers, events and spans of the fade.
function replaceEvents(joined: Recording, first: Recording, second: Recording, start: number): Recording {
	const join = (a: readonly Marker[], b: readonly Marker[]): Marker[] => joinMarkers(a, shiftMarkers(b, start));
	const whole = zipTracks(first.tracks, second.tracks, {
		zipMotion: (a) => a,
		zipSingles: (a) => a,
		zipEvents: join,
		zipSpans: (a, b) => joinSpans(a, shiftSpans(b, start)),
	});
	return replaceFields(joined, {
		markers: join(first.markers, second.markers),
		room: joinLater(first, second, start),
		tracks: mapFields(joined.tracks, (track, i) => (hasTrackCurves(track as Track) ? track : whole[Number(i)])),
	});
}

// A field that the recordings disagree on does not describe the whole.
function joinInfo(first: RecordingInfo, second: RecordingInfo): RecordingInfo {
	const both = Object.entries({ ...second, ...first }).filter(([name, value]) => {
		const other = second[name];
		return first[name] === undefined || other === undefined || JSON.stringify(value) === JSON.stringify(other);
	});
	return both.length === 0 ? NO_INFO : Object.fromEntries(both);
}

// Recordings may overlap, and the first may have markers after its end.
function joinMarkers(first: readonly Marker[], second: readonly Marker[]): Marker[] {
	return [...first, ...second].sort((a, b) => a.time - b.time);
}

// A span that was split at the seam becomes one again.
function joinSpans(first: readonly Span[], second: readonly Span[]): Span[] {
	const joined: Span[] = [];
	// The places of spans by when they end. Files of strangers have many spans.
	const ends = new Map<string, number[]>();
	const add = (span: Span, at: number): void => {
		joined[at] = span;
		const key = `${span.end} ${span.score} ${span.label}`;
		const places = ends.get(key);
		if (places === undefined) ends.set(key, [at]);
		else places.push(at);
	};
	for (const span of first) add(span, joined.length);
	for (const span of second) {
		const before = span.start === span.end ? undefined : ends.get(`${span.start} ${span.score} ${span.label}`)?.pop();
		if (before === undefined) add(span, joined.length);
		else add({ ...joined[before]!, end: span.end }, before);
	}
	return joined.sort((a, b) => a.start - b.start);
}

function widestLayout(a: Layout | null, b: Layout | null): Layout | null {
	if (a === null || b === null) return null;
	return {
		version: a.version === '1.0' && b.version === '1.0' ? '1.0' : '1.1',
		keys: a.keys === 'full' || b.keys === 'full' ? 'full' : 'simple',
		markers: a.markers || b.markers,
	};
}

/** A cross-fade from `start` to the `end` of the first recording, in seconds. */
interface Fade {
	readonly start: number;
	readonly end: number;
	/** Keys per second. */
	readonly frameRate: number;
	readonly defaultWrap: number;
}

/** The cross-fade from a recording into the beginning of another, as linear keys from 0 on. */
function fadeRecordings(first: Recording, second: Recording, fade: Fade): Recording {
	const { start, end, frameRate, defaultWrap } = fade;
	const length = end - start;
	const steps = Math.max(1, Math.ceil(length * frameRate));
	const times = Float64Array.from({ length: steps + 1 }, (_, i) => (length * i) / steps);
	const half = length / 2;
	const cut = { end: half, start: half, duration: half, defaultWrap };
	const parts = zipRecordings(first, second, {
		zipMotion: (a, b) => fadeMotion(a, b, { ...fade, times }),
		zipSingles: (a, b) =>
			a.kind === 'boolean'
				? joinStates(
						shiftCurve(cutCurve(a, start, start + half, defaultWrap), -start),
						shiftCurve(cutCurve(b, half, length, defaultWrap), -half),
						cut,
					)
				: fadeValues(a, b, { ...fade, times }),
		zipEvents: () => [],
		zipSpans: () => [],
	});
	const { layout, info } = first;
	return assembleRecording({ layout, info, markers: [], ...parts });
}

interface SampledFade extends Fade {
	/** The times of the keys, from 0 on. */
	readonly times: Float64Array;
}

function fadeMotion<T extends PoseCurves | RayCurves>(first: T, second: T, fade: SampledFade): T {
	const { start, times, defaultWrap } = fade;
	const stride = 'position' in first ? POSE_STRIDE : RAY_STRIDE;
	const bake = (motion: T, at: Float64Array): Float32Array | null => {
		if (!hasKeys(motion)) return null;
		const alone = createRecording('position' in motion ? { head: motion } : { gaze: motion as RayCurves });
		const { head, gaze } = bakeFrames(alone, { times: at, defaultWrap });
		return head ?? gaze;
	};
	const before = bake(
		first,
		times.map((time) => start + time),
	);
	const rows = blendRows(before, bake(second, times), stride);
	if (rows === null) return first;
	const shape = mapFields(first, (vector, name) => {
		const hasAny = Object.values(vector as Vec3Curves).some((curve) => curve.count > 0);
		return hasAny ? vector : second[name as keyof T];
	});
	return replaceMotion(shape, times, rows, stride, 0);
}

function fadeValues(first: Curve, second: Curve, { start, times, defaultWrap }: SampledFade): Curve {
	if (first.count === 0 && second.count === 0) return first;
	const last = times[times.length - 1]!;
	const keys = Array.from(times).flatMap((time) => {
		const from = evaluateCurve(first.count === 0 ? second : first, first.count === 0 ? time : start + time, {
			defaultWrap,
		});
		const to = evaluateCurve(second.count === 0 ? first : second, second.count === 0 ? start + time : time, {
			defaultWrap,
		});
		return [time, from + (to - from) * (time / last)];
	});
	return createCurve(keys);
}

// Poses (seven floats) or rays (six), blended linearly. Rotations and directions are normalized afterwards.
function blendRows(a: Float32Array | null, b: Float32Array | null, stride: number): Float32Array | null {
	if (a === null || b === null) return a ?? b;
	const out = new Float32Array(a.length);
	const last = Math.max(1, a.length / stride - 1);
	for (let at = 0; at < a.length; at += stride) {
		const weight = at / stride / last;
		let dot = 0;
		for (let i = at + 3; i < at + stride; i++) dot += a[i]! * b[i]!;
		const sign = stride === POSE_STRIDE && dot < 0 ? -1 : 1;
		let square = 0;
		for (let i = at; i < at + stride; i++) {
			const target = i < at + 3 ? b[i]! : sign * b[i]!;
			// Absent poses are NaN.
			const value = Number.isNaN(a[i]!) ? target : Number.isNaN(target) ? a[i]! : a[i]! + (target - a[i]!) * weight;
			out[i] = value;
			if (i >= at + 3) square += value * value;
		}
		let scale = square > 0 ? 1 / Math.sqrt(square) : 1;
		// The blend may cross over to the opposite quaternion: keep the sign of the previous row.
		if (stride === POSE_STRIDE && at >= stride) {
			let turn = 0;
			for (let i = at + 3; i < at + stride; i++) turn += out[i]! * out[i - stride]!;
			if (turn < 0) scale = -scale;
		}
		for (let i = at + 3; i < at + stride; i++) out[i]! *= scale;
	}
	return out;
}
