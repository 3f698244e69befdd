import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import { listTrueSpans, type TimeSpan } from '../curves/state-changes.ts';
import type { Issue } from '../issue/error.ts';
import { type Curve, createCurveFromWords, SIMPLE_STRIDE } from '../model/curve.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import type { Marker, Side } from '../model/recording.ts';
import { listPlaces, type PartName } from './curve-place.ts';
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
	const parts = countParts(outline);
	const hand = (side: Side): HandSummary => {
		const spans = (state: string): TimeSpan[] => {
			const curve = findState(curves, `hands.${side}.${state}`);
			return curve === undefined ? [] : listTrueSpans(readStates(view, curve), { end: duration });
		};
		const { joints } = parts[side];
		return { ...toSummary(parts[side]), joints, tracked: spans('tracked'), pinching: spans('pinching') };
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
		head: sections.head ? toSummary(parts.head) : null,
		hands: sections.hands ? { left: hand('left'), right: hand('right') } : null,
		gaze: sections.gaze ? toSummary(parts.gaze) : null,
		markers: outline.markers,
		issues: outline.issues,
	};
}

interface PartCount {
	curves: number;
	filledCurves: number;
	keys: number;
	bytes: number;
	joints: number;
	/** The joint that was counted last. */
	lastJoint: string | null;
}

function countParts({ curves, sections }: Outline): Record<PartName, PartCount> {
	const part = (): PartCount => ({ curves: 0, filledCurves: 0, keys: 0, bytes: 0, joints: 0, lastJoint: null });
	const parts = { head: part(), left: part(), right: part(), gaze: part() };
	const places = listPlaces(sections);
	for (let slot = 0; slot < curves.length; slot++) {
		const { byteOffset, keysOffset, keyCount, keySize } = curves[slot]!;
		const { part: name, joint } = places[slot]!;
		const count = parts[name];
		count.curves++;
		count.keys += keyCount;
		count.bytes += keysOffset - byteOffset + keyCount * keySize;
		if (keyCount === 0) continue;
		count.filledCurves++;
		// The curves of a joint follow each other.
		if (joint !== null && joint !== count.lastJoint) count.joints++;
		count.lastJoint = joint;
	}
	return parts;
}

function toSummary({ curves, filledCurves, keys, bytes }: PartCount): PartSummary {
	return { curves, filledCurves, keys, bytes };
}

/** Finds a boolean curve. Compares the paths of boolean curves only: that of all curves would take a good part of a summary. */
export function findState(curves: readonly CurveOutline[], wanted: string): CurveOutline | undefined {
	return curves.find(({ kind, path }) => kind === 'boolean' && path === wanted);
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
// reads. `null` if there are no keys, times below 0, NaN times, or keys that are not aligned.
function measureBits(curves: readonly CurveOutline[], memory: Uint8Array): TimeSpan | null {
	if ((memory.byteOffset + (curves[0]?.keysOffset ?? 0)) % 4 !== 0) return null;
	const words = new Int32Array(memory.buffer, 0, memory.buffer.byteLength >> 2);
	let start = INFINITY_BITS;
	let end = -1;
	for (const { keysOffset, keySize, keyCount } of curves) {
		const stride = keySize >> 2;
		let i = (memory.byteOffset + keysOffset) >> 2;
		for (const last = i + keyCount * stride; i < last; i += stride) {
			const bits = words[i]!;
			if (bits < start) start = bits;
			if (bits > end) end = bits;
		}
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
