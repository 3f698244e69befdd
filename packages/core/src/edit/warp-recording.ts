import { sortCurve } from '../curves/sort.ts';
import { playCurve } from '../keys/cut-curve.ts';
import { insertKeys } from '../keys/insert-keys.ts';
import { mapKeyTimes } from '../keys/retime-keys.ts';
import { limitSlope } from '../keys/split-segment.ts';
import { type Curve, FULL_STRIDE, getKeyTime } from '../model/curve.ts';
import { mapFields, mapMarkers, mapRoom, mapSingleCurves, mapSpans, mapVectors } from '../model/map-curves.ts';
import type { QuatCurves, Recording } from '../model/recording.ts';
import { isRepeatingWrap, WRAP_DEFAULT } from '../model/wrap-mode.ts';
import type { OptionTable } from '../option/option.ts';
import { alignRotation } from '../sample/align-signs.ts';
import { applyRounded, checkTimes, ROUNDING_OPTIONS, type RoundingOptions } from './check-times.ts';
import { defineEdit, type Edit } from './edit.ts';
import { mapRoomTimes } from './room.ts';

/** A moment of a recording, and when it plays in the result. Seconds. */
export type TimePoint = readonly [from: number, to: number];

/** How {@link warpRecording} treats the points. */
export interface WarpOptions extends RoundingOptions {
	/** Changes the speed gradually instead of at the points. */
	readonly smooth?: boolean | undefined;
}

/** Straight pieces between two points of a smooth curve. */
const PIECES = 16;

/**
 * The recording with another speed between points: what was at `from` plays at `to`. Before the first and after the last
 * point the speed stays. Markers and spans move along.
 *
 * Plays the same motion, to float32: curves get keys at the points, and slopes are divided by the change of speed. With
 * `smooth`, a monotone cubic curve through the points is followed in straight pieces. Curves that repeat get their
 * repetitions as keys, and hold their ends.
 *
 * Throws `RangeError` for points that are not finite or do not increase on both sides, and `time-precision-lost` if different
 * times would become equal.
 */
export function warpRecording(
	recording: Recording,
	points: readonly TimePoint[],
	{ smooth = false, ...options }: WarpOptions = {},
): Recording {
	checkPoints(points);
	const warp = new Warp(smooth ? smoothPoints(points) : points);
	if (warp.isIdentity) return recording;
	checkTimes(recording, warp.map, options);
	const { duration } = recording;
	const change = (curve: Curve): Curve => warpCurve(curve, warp, duration);
	const warped = mapVectors(recording, (curves, role) => {
		const aligned = role === 'rotation' ? (alignRotation(curves as QuatCurves) as typeof curves) : curves;
		return mapFields(aligned, (curve) => change(curve as Curve));
	});
	const changed = mapRoom(mapSingleCurves(warped, change), (room) => mapRoomTimes(room, warp.map));
	const labeled = mapSpans(changed, (spans) =>
		spans.map((span) => ({ ...span, start: warp.map(span.start), end: warp.map(span.end) })),
	);
	return mapMarkers(labeled, (markers) =>
		markers.map(({ time, name }) => ({ time: Math.fround(warp.map(Math.fround(time))), name })),
	);
}

function checkPoints(points: readonly TimePoint[]): void {
	points.forEach(([from, to], i) => {
		if (!Number.isFinite(from) || !Number.isFinite(to))
			throw new RangeError(`points[${i}]: ${from}=${to} is not finite`);
		const before = points[i - 1];
		if (before !== undefined && !(from > before[0] && to > before[1]))
			throw new RangeError(`points[${i}]: ${from}=${to} is not after ${before[0]}=${before[1]} on both sides`);
	});
}

/** A function of time that increases: straight between points, with the speed of before outside. */
class Warp {
	readonly #points: readonly TimePoint[];

	constructor(points: readonly TimePoint[]) {
		this.#points = points;
	}

	get isIdentity(): boolean {
		return this.#points.every(([from, to]) => from === to);
	}

	/** The times at which the speed changes. */
	get times(): number[] {
		return this.#points.flatMap(([from], i) => (this.#slope(i) === this.#slope(i + 1) ? [] : [from]));
	}

	readonly map = (time: number): number => {
		const at = this.#countBefore(time);
		const [before, after] = [this.#points[at - 1], this.#points[at]];
		if (before === undefined || after === undefined) {
			const [from, to] = before ?? after ?? [0, 0];
			return time + (to - from);
		}
		return before[1] + ((time - before[0]) * (after[1] - before[1])) / (after[0] - before[0]);
	};

	/** Seconds of the result per second, right before and right after a time. */
	slopes(time: number): readonly [before: number, after: number] {
		const at = this.#countBefore(time);
		const isPoint = this.#points[at] !== undefined && Math.fround(this.#points[at][0]) === time;
		return [this.#slope(at), this.#slope(isPoint ? at + 1 : at)];
	}

	#slope(piece: number): number {
		const [before, after] = [this.#points[piece - 1], this.#points[piece]];
		return before === undefined || after === undefined ? 1 : (after[1] - before[1]) / (after[0] - before[0]);
	}

	// The number of points before a time. Times of keys are float32.
	#countBefore(time: number): number {
		let low = 0;
		let high = this.#points.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (Math.fround(this.#points[middle]![0]) < time) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

function warpCurve(given: Curve, warp: Warp, duration: number): Curve {
	if (given.count === 0) return given;
	const repeats = [given.preWrap, given.postWrap].some((mode) => isRepeatingWrap(mode, WRAP_DEFAULT));
	const sorted = sortCurve(given);
	if (sorted.count === 0) return given;
	const curve =
		repeats && sorted.count > 1 ? playCurve(sorted, Number.NEGATIVE_INFINITY, duration, WRAP_DEFAULT) : sorted;
	const [first, last] = [getKeyTime(curve, 0), getKeyTime(curve, curve.count - 1)];
	// A state changes at its keys only.
	const inside = curve.kind === 'boolean' ? [] : warp.times.filter((time) => time > first && time < last);
	const split = insertKeys(curve, inside);
	const warped = mapKeyTimes(split, warp.map);
	if (warped.stride !== FULL_STRIDE) return warped;
	const { floats, count } = warped;
	for (let key = 0; key < count; key++) {
		const slopes = warp.slopes(getKeyTime(split, key));
		slopes.forEach((factor, side) => {
			const at = key * FULL_STRIDE + 2 + side;
			// An infinite slope is a step and stays a step.
			if (Number.isFinite(floats[at]!)) floats[at] = limitSlope(floats[at]! / factor);
		});
	}
	return warped;
}

/** Points on a monotone cubic curve through the given points (Fritsch and Carlson). */
function smoothPoints(points: readonly TimePoint[]): TimePoint[] {
	const slopes = points.slice(1).map(([from, to], i) => (to - points[i]![1]) / (from - points[i]![0]));
	// Outside, the speed is that of the recording.
	const tangents = points.map((_, i) => {
		const [before, after] = [slopes[i - 1], slopes[i]];
		return before === undefined || after === undefined ? 1 : (before + after) / 2;
	});
	slopes.forEach((slope, i) => {
		const length = Math.hypot(tangents[i]!, tangents[i + 1]!) / slope;
		if (length <= 3) return;
		tangents[i]! *= 3 / length;
		tangents[i + 1]! *= 3 / length;
	});
	return points.flatMap((point, i) => {
		const next = points[i + 1];
		if (next === undefined) return [point];
		const span = next[0] - point[0];
		return Array.from({ length: PIECES }, (_, piece): TimePoint => {
			const s = piece / PIECES;
			const rest = 1 - s;
			const to =
				point[1] * (1 + 2 * s) * rest * rest +
				tangents[i]! * span * s * rest * rest +
				next[1] * s * s * (3 - 2 * s) -
				tangents[i + 1]! * span * s * s * rest;
			return piece === 0 ? point : [point[0] + span * s, to];
		});
	});
}

const RETIME_OPTIONS = {
	points: {
		type: 'list',
		isRequired: true,
		title: 'Moments',
		text: 'when moments play, as from=to in seconds: 1=2 plays at 2 s what was at 1 s',
	},
	smooth: { type: 'flag', default: false, title: 'Smooth', text: 'change the speed gradually' },
	...ROUNDING_OPTIONS,
} as const satisfies OptionTable;

/** The edit {@link warpRecording}. */
export const retimeEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'retime',
	title: 'Retime',
	text: 'Change the speed over time: each moment plays when you say. Before the first and after the last moment the speed stays.',
	options: RETIME_OPTIONS,
	examples: ['--points 0=0,1=2,3=4', '--points 0=0,1.5=3,3=4 --smooth'],
	check: ({ points }) => checkPoints(readPoints(points)),
	apply: (recording, { points, smooth, allowRounding }) =>
		applyRounded(allowRounding, (options) => warpRecording(recording, readPoints(points), { smooth, ...options })),
});

const NUMBER = String.raw`\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*`;
const POINT = new RegExp(`^${NUMBER}=${NUMBER}$`, 'i');

function readPoints(texts: readonly string[]): TimePoint[] {
	return texts.map((text, i): TimePoint => {
		const [, from, to] = POINT.exec(text) ?? [];
		if (from === undefined || to === undefined)
			throw new RangeError(`points[${i}]: '${text}' is not two numbers such as 1=2.5`);
		return [Number(from), Number(to)];
	});
}
