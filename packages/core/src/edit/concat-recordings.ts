import { checkFinite, checkPositive } from '../issue/error.ts';
import { cutCurve } from '../keys/cut-curve.ts';
import { joinStates, joinVectors, type Seam } from '../keys/join-curves.ts';
import { shiftCurve } from '../keys/retime-keys.ts';
import { assembleRecording, createRecording } from '../model/create-recording.ts';
import type { Curve } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import { isCurve, isVector, mapFields } from '../model/map-curves.ts';
import type { Sections } from '../model/order.ts';
import type { Marker, QuatCurves, Recording, Side, Vec3Curves } from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import { bakeFrames, type FrameTable } from '../sample/bake.ts';
import { JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { checkTimes, type RoundingOptions } from './check-times.ts';
import { replaceRows } from './resample-recording.ts';
import { shiftMarkers } from './retime-recording.ts';
import { trimRecording } from './trim-recording.ts';

/** How {@link concatRecordings} joins recordings. Times in seconds. */
export interface ConcatOptions extends RoundingOptions {
	/** How long the end of a recording is held before the next begins. */
	readonly gap?: number;
	/** How long a recording fades into the next; they overlap by as much. 0 is a cut. */
	readonly crossFade?: number;
	/** Hz: keys per second of a cross-fade. */
	readonly frameRate?: number;
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode;
}

/** The defaults of {@link concatRecordings}. */
export const CONCAT_DEFAULTS: Readonly<Required<Pick<ConcatOptions, 'gap' | 'crossFade' | 'frameRate'>>> = {
	gap: 0,
	crossFade: 0,
	frameRate: 60,
};

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
 * - Markers move along, sorted by time. The layout has full keys, a marker list or version 1.1 if any recording has.
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
	const {
		gap = CONCAT_DEFAULTS.gap,
		crossFade = CONCAT_DEFAULTS.crossFade,
		frameRate = CONCAT_DEFAULTS.frameRate,
	} = options;
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	const [first, ...others] = recordings;
	if (first === undefined) throw new RangeError('recordings: the list is empty');
	if (!(gap >= 0 && gap < Number.POSITIVE_INFINITY)) throw new RangeError(`gap: must be 0 or greater, got ${gap}`);
	if (!(crossFade >= 0)) throw new RangeError(`crossFade: must be 0 or greater, got ${crossFade}`);
	if (gap > 0 && crossFade > 0) throw new RangeError('crossFade: cannot be combined with a gap');
	checkPositive(frameRate, 'frameRate');
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

// Recordings may overlap, and the first may have markers after its end.
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
	const before = bakeFrames(first, { times: times.map((time) => start + time), defaultWrap });
	const after = bakeFrames(second, { times, defaultWrap });
	const half = length / 2;
	const sections = zipCurves(
		first,
		second,
		(a, b) => (Object.values(a).some((curve) => curve.count > 0) ? a : b),
		(a, b) =>
			joinStates(
				shiftCurve(cutCurve(a, start, start + half, defaultWrap), -start),
				shiftCurve(cutCurve(b, half, length, defaultWrap), -half),
				{ end: half, start: half, duration: half, defaultWrap },
			),
	);
	return replaceRows(assembleRecording(first.layout, [], sections), blendTables(before, after, times));
}

function blendTables(a: FrameTable, b: FrameTable, times: Float64Array): FrameTable {
	const blendHand = (side: Side) => {
		const [left, right] = [a.hands?.[side], b.hands?.[side]];
		const hand = left ?? right;
		if (hand === undefined) throw new TypeError('hands: neither recording has hands');
		const width = JOINT_COUNT * POSE_STRIDE;
		return { ...hand, joints: blendRows(left?.joints, right?.joints, width, POSE_STRIDE) ?? hand.joints };
	};
	return {
		times,
		head: blendRows(a.head, b.head, POSE_STRIDE, POSE_STRIDE),
		gaze: blendRows(a.gaze, b.gaze, RAY_STRIDE, RAY_STRIDE),
		hands: a.hands === null && b.hands === null ? null : { left: blendHand('left'), right: blendHand('right') },
	};
}

// Rows of poses (seven floats) or rays (six), blended linearly. Rotations and directions are normalized afterwards.
function blendRows(
	a: Float32Array | null | undefined,
	b: Float32Array | null | undefined,
	width: number,
	stride: number,
): Float32Array | null {
	if (!a || !b) return a ?? b ?? null;
	const out = new Float32Array(a.length);
	const last = Math.max(1, a.length / width - 1);
	for (let at = 0; at < a.length; at += stride) {
		const weight = Math.floor(at / width) / last;
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
		if (stride === POSE_STRIDE && at >= width) {
			let turn = 0;
			for (let i = at + 3; i < at + stride; i++) turn += out[i]! * out[i - width]!;
			if (turn < 0) scale = -scale;
		}
		for (let i = at + 3; i < at + stride; i++) out[i]! *= scale;
	}
	return out;
}

/**
 * Combines the sections of two recordings, vector by vector and state by state. If only one recording has a section,
 * the other side is empty curves.
 */
function zipCurves(
	first: Sections,
	second: Sections,
	zipVectors: <V extends Vec3Curves | QuatCurves>(first: V, second: V) => V,
	zipStates: (first: Curve, second: Curve) => Curve,
): Sections {
	const empty = createRecording({ head: {}, hands: {}, gaze: {} });
	const visit = (a: unknown, b: unknown): unknown => {
		if (isCurve(a)) return zipStates(a, b as Curve);
		if (isVector(a)) return zipVectors(a, b as typeof a);
		return mapFields(a, (child, key) => visit(child, (b as Record<string, unknown>)[key]));
	};
	const zip = <S extends keyof Sections>(section: S): Sections[S] => {
		const [a, b] = [first[section], second[section]];
		return (a === null && b === null ? null : visit(a ?? empty[section], b ?? empty[section])) as Sections[S];
	};
	return { head: zip('head'), hands: zip('hands'), gaze: zip('gaze') };
}
