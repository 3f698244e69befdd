import { WRAP_DEFAULT } from '../curves/wrap.ts';
import { checkFinite, checkPositive } from '../issue/check-number.ts';
import { joinStates, joinVectors, type Seam } from '../keys/join-curves.ts';
import { assembleRecording } from '../model/create-recording.ts';
import type { Layout } from '../model/layout.ts';
import type { Marker, QuatCurves, Recording, Vec3Curves } from '../model/recording.ts';
import { fadeRecordings } from './fade-recordings.ts';
import { shiftMarkers } from './shift-recording.ts';
import { trimRecording } from './trim-recording.ts';
import { zipCurves } from './zip-curves.ts';

/** How recordings are put one after the other. Times in seconds. */
export interface ConcatOptions {
	/** How long the end of a recording is held before the next begins. */
	readonly gap?: number;
	/** How long a recording fades into the next; they overlap by as much. 0 is a cut. */
	readonly crossFade?: number;
	/** Hz: keys per second of a cross-fade. */
	readonly frameRate?: number;
	/** The wrap mode of curves with wrap mode 0 (Default). Default: they loop. */
	readonly defaultWrap?: number;
}

/** The defaults of {@link concatRecordings}. */
export const CONCAT_DEFAULTS: Readonly<Required<Omit<ConcatOptions, 'defaultWrap'>>> = {
	gap: 0,
	crossFade: 0,
	frameRate: 60,
};

/**
 * Recordings one after the other. Each begins where the one before ends (its `duration`), with what it plays at 0.
 *
 * - At a cut nothing is smeared: poses and states of the one are held until the other begins, with two keys at that time
 *   where they differ and one where they do not. So pieces of a recording put together play as the whole.
 * - `gap` holds poses and states in between. `crossFade` blends positions in a straight line and rotations along the shorter
 *   way, by keys; states change half-way.
 * - A section or joint that only some have keeps their keys, and holds the first or last pose elsewhere. Hands that are
 *   missing count as not tracked.
 * - Curves that repeat do so until their recording ends; the ends of the result are held.
 * - Markers stay with what they mark, in order of time. The layout is the widest: full keys, a marker list and 1.1 if any has them.
 *
 * Keys before 0 of all but the first are cut off. Throws `RangeError` for negative times, for a cross-fade that
 * is longer than one of its recordings or comes with a gap, and without any recording.
 */
export function concatRecordings(recordings: readonly Recording[], options: ConcatOptions = {}): Recording {
	const {
		gap = CONCAT_DEFAULTS.gap,
		crossFade = CONCAT_DEFAULTS.crossFade,
		frameRate = CONCAT_DEFAULTS.frameRate,
		defaultWrap = WRAP_DEFAULT,
	} = options;
	const [first, ...others] = recordings;
	if (first === undefined) throw new RangeError('recordings: there are none');
	if (!(gap >= 0 && gap < Number.POSITIVE_INFINITY)) throw new RangeError(`gap: ${gap} is not a number from 0 on`);
	if (!(crossFade >= 0)) throw new RangeError(`crossFade: ${crossFade} is not a number from 0 on`);
	if (gap > 0 && crossFade > 0) throw new RangeError('crossFade: recordings with a gap between them do not overlap');
	checkPositive(frameRate, 'frameRate');
	recordings.forEach(({ duration }, i) => {
		checkFinite(duration, `recordings[${i}].duration`);
		if (crossFade > duration && recordings.length > 1) {
			throw new RangeError(`crossFade: ${crossFade} s are longer than recordings[${i}] with ${duration} s`);
		}
	});
	return others.reduce((whole, next) => {
		const end = whole.duration;
		if (crossFade === 0) return join(whole, next, { end, start: end + gap, duration: next.duration, defaultWrap });
		const start = Math.fround(end - crossFade);
		const fade = fadeRecordings(whole, next, { start, end, frameRate, defaultWrap });
		const head = trimRecording(whole, { end: start, defaultWrap });
		const tail = trimRecording(next, { start: end - start, defaultWrap });
		const begun = join(head, fade, { end: start, start, duration: end - start, defaultWrap });
		const joined = join(begun, tail, { end, start: end, duration: tail.duration, defaultWrap });
		const markers = joinMarkers(whole.markers, shiftMarkers(next.markers, start));
		return assembleRecording(joined.layout, markers, joined);
	}, first);
}

function join(first: Recording, second: Recording, seam: Seam): Recording {
	const sections = zipCurves(
		first,
		second,
		<V extends Vec3Curves | QuatCurves>(a: V, b: V): V => joinVectors(a, b, seam),
		(a, b) => joinStates(a, b, seam),
	);
	const markers = joinMarkers(first.markers, shiftMarkers(second.markers, seam.start));
	return assembleRecording(widestLayout(first.layout, second.layout), markers, sections);
}

// Recordings may overlap, and the first one may have markers after its end.
function joinMarkers(first: readonly Marker[], second: readonly Marker[]): Marker[] {
	return [...first, ...second].sort((a, b) => a.time - b.time);
}

function widestLayout(a: Layout, b: Layout): Layout {
	return {
		version: a.version === '1.0' && b.version === '1.0' ? '1.0' : '1.1',
		keys: a.keys === 'full' || b.keys === 'full' ? 'full' : 'simple',
		markers: a.markers || b.markers,
	};
}
