import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import type { Issue } from '../issue/error.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import type { Marker, Side } from '../model/recording.ts';
import { type CurveOutline, type Outline, readOutline } from './outline.ts';
import { estimateFrameRate } from './summarize/estimate-frame-rate.ts';
import { measureTimeRange } from './summarize/measure-time-range.ts';
import { listTrueSpans, type TimeSpan } from './summarize/time-spans.ts';

/** A part of the file in numbers. */
export interface PartSummary {
	readonly curves: number;
	/** Curves that have keys. */
	readonly filledCurves: number;
	readonly keys: number;
	readonly bytes: number;
}

/** One hand in numbers. */
export interface HandSummary extends PartSummary {
	/** Joints that have keys. */
	readonly joints: number;
	readonly tracked: readonly TimeSpan[];
	readonly pinching: readonly TimeSpan[];
}

/** What {@link summarizeBytes} tells about a file. Times are seconds, sizes bytes; plain data. */
export interface RecordingSummary {
	readonly size: number;
	readonly version: '1.0' | '1.1';
	readonly layout: LayoutName;
	readonly keyLayout: 'full' | 'simple';
	readonly markerList: boolean;
	/** The MRTK releases that write this layout, or `null`. */
	readonly writtenBy: string | null;
	readonly origin: string;
	/** The earliest key time; below 0 when a rolling buffer was cut. */
	readonly start: number;
	readonly duration: number;
	/** Whether every key was looked at for `start` and `duration`, or only the ends of each curve. */
	readonly durationFrom: 'every key' | 'first and last keys';
	/** Frames per second, estimated from key times; `null` when there are too few. */
	readonly frameRate: number | null;
	readonly curves: number;
	readonly keys: number;
	readonly head: PartSummary | null;
	readonly hands: Readonly<Record<Side, HandSummary>> | null;
	readonly gaze: PartSummary | null;
	readonly markers: readonly Marker[];
	readonly issues: readonly Issue[];
}

/**
 * Sums a file up: what `handreel info` prints.
 *
 * Looks at the time of every key of bytes in memory. Of any other {@link ByteView} it touches headers, markers, states of
 * hands and the ends of each curve, so a file of any size on disk costs little; its times are then right unless keys
 * are out of order. Pass an `outline` of the same file if you have one. Throws as `readRecording` does.
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
	const part = (prefix: string): PartSummary => summarizePart(curves.filter((curve) => curve.path.startsWith(prefix)));
	const hand = (side: Side): HandSummary => {
		const own = curves.filter((curve) => curve.path.startsWith(`hands.${side}.`));
		const spans = (state: string): TimeSpan[] => {
			const curve = own.find(({ path }) => path === `hands.${side}.${state}`);
			return curve === undefined ? [] : listTrueSpans(view, curve, duration);
		};
		const joints = new Set(own.filter((c) => c.keyCount > 0 && c.kind === 'float').map((c) => c.path.split('.')[3]));
		return { ...summarizePart(own), joints: joints.size, tracked: spans('tracked'), pinching: spans('pinching') };
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
		frameRate: estimateFrameRate(view, curves),
		curves: curves.length,
		keys: curves.reduce((sum, curve) => sum + curve.keyCount, 0),
		head: sections.head ? part('head.') : null,
		hands: sections.hands ? { left: hand('left'), right: hand('right') } : null,
		gaze: sections.gaze ? part('gaze.') : null,
		markers: outline.markers,
		issues: outline.issues,
	};
}

function summarizePart(curves: readonly CurveOutline[]): PartSummary {
	return {
		curves: curves.length,
		filledCurves: curves.filter((curve) => curve.keyCount > 0).length,
		keys: curves.reduce((sum, curve) => sum + curve.keyCount, 0),
		bytes: curves.reduce((sum, curve) => sum + curve.keysOffset - curve.byteOffset + curve.keyCount * curve.keySize, 0),
	};
}
