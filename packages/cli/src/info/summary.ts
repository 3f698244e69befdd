import {
	type ByteView,
	type CurveOutline,
	describeLayout,
	type Issue,
	type LayoutName,
	type Marker,
	type Outline,
	type Side,
} from '@handreel/core';
import type { FormatName } from '../formats/formats.ts';
import { estimateFrameRate } from './frame-rate.ts';
import { listTrueSpans, type Span } from './spans.ts';
import { measureTimeRange } from './time-range.ts';

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
	readonly tracked: readonly Span[];
	readonly pinching: readonly Span[];
}

/** What `handreel info` tells about a file; its JSON output. Times are seconds, sizes bytes. */
export interface Summary {
	/** The format of the file. The rest is about the .bin file that it is or would become. */
	readonly format: FormatName;
	readonly fileSize: number;
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
	readonly camera: PartSummary | null;
	readonly hands: Readonly<Record<Side, HandSummary>> | null;
	readonly gaze: PartSummary | null;
	readonly markers: readonly Marker[];
	readonly issues: readonly Issue[];
}

/** Sums up a file. With the file in `memory` the duration is right even when keys are out of order. */
export function summarize(view: ByteView, outline: Outline, memory: Uint8Array | null): Summary {
	const { layout, sections, curves } = outline;
	const { name, writtenBy, origin } = describeLayout(layout);
	const range = measureTimeRange(view, curves, memory) ?? { start: 0, end: 0 };
	const duration = Math.max(0, range.end);
	const part = (prefix: string): PartSummary => summarizePart(curves.filter((curve) => curve.path.startsWith(prefix)));
	const hand = (side: Side): HandSummary => {
		const own = curves.filter((curve) => curve.path.startsWith(`hands.${side}.`));
		const spans = (state: string): Span[] => {
			const curve = own.find(({ path }) => path === `hands.${side}.${state}`);
			return curve === undefined ? [] : listTrueSpans(view, curve, duration);
		};
		const joints = new Set(own.filter((c) => c.keyCount > 0 && c.kind === 'float').map((c) => c.path.split('.')[3]));
		return { ...summarizePart(own), joints: joints.size, tracked: spans('tracked'), pinching: spans('pinching') };
	};
	return {
		format: 'bin',
		fileSize: outline.byteLength,
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
		camera: sections.camera ? part('camera.') : null,
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
