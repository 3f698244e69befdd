import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import { findFirstTime } from '../curves/first-time.ts';
import { listTrueSpans, type TimeSpan } from '../curves/state-changes.ts';
import type { Issue } from '../issue/error.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import { countKeys, listCurves, POSE_SLOTS } from '../model/order.ts';
import type { Marker, Recording, Side } from '../model/recording.ts';
import { findPlaces, type HandStateSlots, type SlotRange } from './curve-place.ts';
import { estimateFrameRate } from './estimate-frame-rate.ts';
import type { KeyReader } from './key-reader.ts';
import { type Outline, readOutline } from './outline.ts';
import { listFileKeys, listRecordingKeys, type SectionKeys } from './section-keys.ts';
import { type ExtraSummary, summarizeExtras } from './summarize-extras.ts';
import { measureFileTimes } from './time-range.ts';

/** Numbers about a section or hand. */
export interface PartSummary {
	readonly curves: number;
	/** Curves that have keys. */
	readonly filledCurves: number;
	readonly keys: number;
	/** The bytes in an MRTK file; `null` for a recording in memory. */
	readonly bytes: number | null;
}

/** Numbers about one hand. */
export interface HandSummary extends PartSummary {
	/** Joints that have keys. */
	readonly joints: number;
	readonly tracked: readonly TimeSpan[];
	readonly pinching: readonly TimeSpan[];
}

/** The summary of a recording, as plain data. Times are in seconds. */
export interface RecordingSummary extends ExtraSummary {
	/** The layout of the MRTK file that the recording comes from; `null` for other recordings. */
	readonly layout: LayoutName | null;
	/** The earliest key time; below 0 if a rolling buffer was cut. */
	readonly start: number;
	readonly duration: number;
	/** Whether `start` and `duration` come from every key or only from the ends of each curve. */
	readonly durationFrom: 'every key' | 'first and last keys';
	/** Frames per second, estimated from key times; `null` if there are too few keys or no usual interval. */
	readonly frameRate: number | null;
	/** Whether frames come at a steady rate. Otherwise `frameRate` is that of the median interval. */
	readonly isFrameRateSteady: boolean;
	/** All curves, those of controllers and tracks included. */
	readonly curves: number;
	readonly keys: number;
	readonly head: PartSummary | null;
	readonly hands: Readonly<Record<Side, HandSummary>> | null;
	readonly gaze: PartSummary | null;
	readonly markers: readonly Marker[];
}

/** The summary of an MRTK file. Sizes are in bytes. */
export interface BytesSummary extends RecordingSummary {
	readonly size: number;
	readonly layout: LayoutName;
	readonly version: '1.0' | '1.1';
	readonly keyLayout: 'full' | 'simple';
	readonly markerList: boolean;
	/** The MRTK releases that write this layout, or `null`. */
	readonly writtenBy: string | null;
	readonly origin: string;
	readonly issues: readonly Issue[];
}

/**
 * Summarizes a recording from any format: duration, frame rate, keys, when hands are tracked and pinching, controllers and
 * tracks. Looks at every key time, and writes nothing.
 *
 * @example
 * const { duration, hands, controllers } = summarizeRecording(recording);
 */
export function summarizeRecording(recording: Recording): RecordingSummary {
	const first = findFirstTime(recording);
	const range = { start: Number.isFinite(first) ? first : 0, end: recording.duration };
	return {
		layout: recording.layout && describeLayout(recording.layout).name,
		...summarizeKeys(listRecordingKeys(recording), range),
		durationFrom: 'every key',
		curves: listCurves(recording).length,
		keys: countKeys(recording),
		markers: recording.markers,
		...summarizeExtras(recording),
	};
}

/**
 * Summarizes a file: duration, frame rate, sizes, and when hands are tracked and pinching. `handreel info` prints this.
 *
 * Looks at the time of every key of bytes in memory. Of any other {@link ByteView} it reads headers, markers, hand
 * states and the ends of each curve, so a large file on disk costs little; `start` and `duration` are then correct
 * unless keys are out of order. Pass the `outline` of the file if you have it. Throws like `readRecording`.
 *
 * @example
 * const { duration, frameRate, hands } = summarizeBytes(await file.arrayBuffer());
 * console.log(duration, frameRate, sumTimeSpans(hands?.left.tracked ?? []));
 */
export function summarizeBytes(source: BytesLike | ByteView, outline: Outline = readOutline(source)): BytesSummary {
	const memory = ArrayBuffer.isView(source) || !('getInt32' in source) ? toBytes(source) : null;
	const view = memory === null ? (source as ByteView) : toView(memory);
	const { layout, curves } = outline;
	const { name, writtenBy, origin } = describeLayout(layout);
	const range = measureFileTimes(view, curves, memory) ?? { start: 0, end: 0 };
	return {
		size: outline.byteLength,
		version: layout.version,
		layout: name,
		keyLayout: layout.keys,
		markerList: layout.markers,
		writtenBy,
		origin,
		...summarizeKeys(listFileKeys(view, outline), range),
		durationFrom: memory !== null ? 'every key' : 'first and last keys',
		curves: curves.length,
		keys: curves.reduce((sum, curve) => sum + curve.keyCount, 0),
		markers: outline.markers,
		issues: outline.issues,
	};
}

type KeySummary = Pick<
	RecordingSummary,
	'start' | 'duration' | 'frameRate' | 'isFrameRateSteady' | 'head' | 'hands' | 'gaze'
>;

function summarizeKeys({ sections, curves }: SectionKeys, { start, end }: TimeSpan): KeySummary {
	const duration = Math.max(0, end);
	const { frameRate, isSteady } = estimateFrameRate({ sections, curves });
	const { parts, states } = findPlaces(sections);
	const pick = (range: SlotRange): readonly KeyReader[] => curves.slice(range.start, range.end);
	const hand = (side: Side, { tracked, pinching }: HandStateSlots): HandSummary => {
		const spans = (slot: number): TimeSpan[] => listTrueSpans(curves[slot]!.readStates(), { end: duration });
		return {
			...sumCurves([curves[tracked]!, curves[pinching]!, ...pick(parts[side])]),
			joints: countJoints(pick(parts[side])),
			tracked: spans(tracked),
			pinching: spans(pinching),
		};
	};
	return {
		start,
		duration,
		frameRate,
		isFrameRateSteady: isSteady,
		head: sections.head ? sumCurves(pick(parts.head)) : null,
		hands: states === null ? null : { left: hand('left', states.left), right: hand('right', states.right) },
		gaze: sections.gaze ? sumCurves(pick(parts.gaze)) : null,
	};
}

function sumCurves(curves: readonly KeyReader[]): PartSummary {
	let [filledCurves, keys] = [0, 0];
	let bytes: number | null = 0;
	for (const { count, byteLength } of curves) {
		if (count > 0) filledCurves++;
		keys += count;
		bytes = bytes === null || byteLength === null ? null : bytes + byteLength;
	}
	return { curves: curves.length, filledCurves, keys, bytes };
}

// The number of joints that have keys.
function countJoints(curves: readonly KeyReader[]): number {
	let joints = 0;
	for (let slot = 0; slot < curves.length; slot += POSE_SLOTS) {
		if (curves.slice(slot, slot + POSE_SLOTS).some(({ count }) => count > 0)) joints++;
	}
	return joints;
}
