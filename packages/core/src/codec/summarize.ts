import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import { listTrueSpans, type TimeSpan } from '../curves/state-changes.ts';
import type { Issue } from '../issue/error.ts';
import { type Curve, createCurveFromWords, SIMPLE_STRIDE } from '../model/curve.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import { POSE_SLOTS } from '../model/order.ts';
import type { Marker, Side } from '../model/recording.ts';
import { findPlaces, type HandStateSlots, type SlotRange } from './curve-place.ts';
import { estimateFrameRate } from './estimate-frame-rate.ts';
import { type CurveOutline, type Outline, readKeyTime, readOutline } from './outline.ts';

/** The bits of +Infinity. As integers, the bits of times from 0 to here are in time order. */
const INFINITY_BITS = 0x7f800000;

/** Numbers about a section or hand. */
export interface PartSummary {
	readonly curves: number;
	/** Curves that have keys. */
	readonly filledCurves: number;
	readonly keys: number;
	readonly bytes: number;
}

/** Numbers about one hand. */
export interface HandSummary extends PartSummary {
	/** Joints that have keys. */
	readonly joints: number;
	readonly tracked: readonly TimeSpan[];
	readonly pinching: readonly TimeSpan[];
}

/** The summary of a file, as plain data. Times are in seconds, sizes in bytes. */
export interface RecordingSummary {
	readonly size: number;
	readonly version: '1.0' | '1.1';
	readonly layout: LayoutName;
	readonly keyLayout: 'full' | 'simple';
	readonly markerList: boolean;
	/** The MRTK releases that write this layout, or `null`. */
	readonly writtenBy: string | null;
	readonly origin: string;
	/** The earliest key time; below 0 if a rolling buffer was cut. */
	readonly start: number;
	readonly duration: number;
	/** Whether `start` and `duration` come from every key or only from the ends of each curve. */
	readonly durationFrom: 'every key' | 'first and last keys';
	/** Frames per second, estimated from key times; `null` if there are too few keys or no usual interval. */
	readonly frameRate: number | null;
	/** Whether frames come at a steady rate. Otherwise `frameRate` is that of the median interval. */
	readonly isFrameRateSteady: boolean;
	readonly curves: number;
	readonly keys: number;
	readonly head: PartSummary | null;
	readonly hands: Readonly<Record<Side, HandSummary>> | null;
	readonly gaze: PartSummary | null;
	readonly markers: readonly Marker[];
	readonly issues: readonly Issue[];
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
export function summarizeBytes(source: BytesLike | ByteView, outline: Outline = readOutline(source)): RecordingSummary {
	const memory = ArrayBuffer.isView(source) || !('getInt32' in source) ? toBytes(source) : null;
	const view = memory === null ? (source as ByteView) : toView(memory);
	const { layout, sections, curves } = outline;
	const { name, writtenBy, origin } = describeLayout(layout);
	const range = measureTimeRange(view, curves, memory) ?? { start: 0, end: 0 };
	const duration = Math.max(0, range.end);
	const { frameRate, isSteady } = estimateFrameRate(view, outline);
	const { parts, states } = findPlaces(sections);
	const hand = (side: Side, { tracked, pinching }: HandStateSlots): HandSummary => {
		const spans = (slot: number): TimeSpan[] => listTrueSpans(readStates(view, curves[slot]!), { end: duration });
		return {
			...sumCurves([curves[tracked]!, curves[pinching]!, ...pickCurves(curves, parts[side])]),
			joints: countJoints(curves, parts[side]),
			tracked: spans(tracked),
			pinching: spans(pinching),
		};
	};
	return {
		size: outline.byteLength,
		version: layout.version,
		layout: name,
		keyLayout: layout.keys,
		markerList: layout.markers,
		writtenBy,
		origin,
		start: range.start,
		duration,
		durationFrom: memory !== null ? 'every key' : 'first and last keys',
		frameRate,
		isFrameRateSteady: isSteady,
		curves: curves.length,
		keys: curves.reduce((sum, curve) => sum + curve.keyCount, 0),
		head: sections.head ? sumCurves(pickCurves(curves, parts.head)) : null,
		hands: states === null ? null : { left: hand('left', states.left), right: hand('right', states.right) },
		gaze: sections.gaze ? sumCurves(pickCurves(curves, parts.gaze)) : null,
		markers: outline.markers,
		issues: outline.issues,
	};
}

function pickCurves(curves: readonly CurveOutline[], { start, end }: SlotRange): readonly CurveOutline[] {
	return curves.slice(start, end);
}

function sumCurves(curves: readonly CurveOutline[]): PartSummary {
	let [filledCurves, keys, bytes] = [0, 0, 0];
	for (const { byteOffset, keysOffset, keyCount, keySize } of curves) {
		if (keyCount > 0) filledCurves++;
		keys += keyCount;
		bytes += keysOffset - byteOffset + keyCount * keySize;
	}
	return { curves: curves.length, filledCurves, keys, bytes };
}

// The number of joints that have keys.
function countJoints(curves: readonly CurveOutline[], { start, end }: SlotRange): number {
	let joints = 0;
	for (let slot = start; slot < end; slot += POSE_SLOTS) {
		if (curves.slice(slot, slot + POSE_SLOTS).some(({ keyCount }) => keyCount > 0)) joints++;
	}
	return joints;
}

/** Reads a boolean curve as a copy of its keys. */
export function readStates(view: ByteView, { keyCount, keysOffset, preWrap, postWrap }: CurveOutline): Curve {
	const words = new Uint32Array(keyCount * SIMPLE_STRIDE);
	for (let i = 0; i < words.length; i++) words[i] = view.getInt32(keysOffset + i * 4, true);
	return createCurveFromWords(words, { kind: 'boolean', preWrap, postWrap });
}

// The smallest and the largest key time: of all keys if the file is in memory, else of the first and last key of each
// curve, which is the same unless keys are out of order. `null` without keys.
function measureTimeRange(view: ByteView, curves: readonly CurveOutline[], memory: Uint8Array | null): TimeSpan | null {
	return memory === null ? measureEnds(view, curves) : (measureBits(curves, memory) ?? measureAll(view, curves));
}

// Integers, because code that runs once is interpreted, and the interpreter allocates an object for each float that it
// reads. `null` if there are no keys, or times below 0, NaN or out of order, or keys that are not aligned.
function measureBits(curves: readonly CurveOutline[], memory: Uint8Array): TimeSpan | null {
	if ((memory.byteOffset + (curves[0]?.keysOffset ?? 0)) % 4 !== 0) return null;
	const words = new Int32Array(memory.buffer, 0, memory.buffer.byteLength >> 2);
	let start = INFINITY_BITS;
	let end = -1;
	for (const { keysOffset, keySize, keyCount } of curves) {
		if (keyCount === 0) continue;
		const stride = keySize >> 2;
		const first = (memory.byteOffset + keysOffset) >> 2;
		const last = first + (keyCount - 1) * stride;
		let bits = words[first]!;
		if (bits < start) start = bits;
		for (let i = first + stride; i <= last; i += stride) {
			const next = words[i]!;
			if (next < bits) return null;
			bits = next;
		}
		if (bits > end) end = bits;
	}
	if (start < 0 || end < start || end > INFINITY_BITS) return null;
	const [first = 0, last = 0] = new Float32Array(Int32Array.of(start, end).buffer);
	return { start: first, end: last };
}

function measureAll(view: ByteView, curves: readonly CurveOutline[]): TimeSpan | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		for (let i = 0; i < curve.keyCount; i++) {
			const time = readKeyTime(view, curve, i);
			if (time < start) start = time;
			if (time > end) end = time;
		}
	}
	return start <= end ? { start, end } : null;
}

function measureEnds(view: ByteView, curves: readonly CurveOutline[]): TimeSpan | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		if (curve.keyCount === 0) continue;
		const times = [readKeyTime(view, curve, 0), readKeyTime(view, curve, curve.keyCount - 1)].filter(
			(time) => !Number.isNaN(time),
		);
		start = Math.min(start, ...times);
		end = Math.max(end, ...times);
	}
	return start <= end ? { start, end } : null;
}
