import { evaluateCurve } from '../curves/evaluate.ts';
import { type Curve, isTrueValue } from '../model/curve.ts';
import type { PoseCurves, RayCurves, Vec3Curves } from '../model/recording.ts';
import { POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { Part } from '../sample/part.ts';
import { Channel, compareIntervals, type Deviation, type Pair, type Play } from './channel.ts';
import { type Measure, measureDirection, measureDistance, measureRotation } from './measure.ts';
import { listTurns, type TimeRange } from './times.ts';

/** The deviation of a channel: a position or origin in meters, a rotation or direction in degrees, or a value. */
export interface ChannelDeviation extends Deviation {
	readonly unit: 'meters' | 'degrees' | 'value';
}

/** A pose or ray. */
export type Item = PoseCurves | RayCurves;

/** A vector of a pose or ray, its unit, and how it is measured. */
export interface Field {
	readonly field: 'position' | 'rotation' | 'origin' | 'direction';
	readonly unit: ChannelDeviation['unit'];
	readonly measure: Measure;
}

/** The vectors of a pose. */
export const POSE_FIELDS: readonly Field[] = [
	{ field: 'position', unit: 'meters', measure: measureDistance },
	{ field: 'rotation', unit: 'degrees', measure: measureRotation },
];
/** The vectors of a ray. */
export const RAY_FIELDS: readonly Field[] = [
	{ field: 'origin', unit: 'meters', measure: measureDistance },
	{ field: 'direction', unit: 'degrees', measure: measureDirection },
];
/** A value is compared as the x of a position. */
export const VALUE_FIELDS: readonly Field[] = [{ field: 'position', unit: 'value', measure: measureDistance }];
/** A pose or ray that both recordings have. It counts while all of `states` are true. */
export interface Shared {
	readonly path: string;
	readonly inA: Item;
	readonly inB: Item;
	readonly states: readonly Curve[];
	readonly fields: readonly Field[];
}

/** Intervals between two steps. */
const PAUSE = 2048;

/** The deviations of both vectors of a pose or ray. Vectors whose curves are the same objects are not played. */
export function* compareItem(
	{ path, inA, inB, states, fields }: Shared,
	range: TimeRange,
	samplesPerInterval: number,
	defaultWrap: number,
): Generator<number, ChannelDeviation[]> {
	const pathOf = ({ field, unit }: Field): string => (unit === 'value' ? path : `${path}.${field}`);
	const isSame = ({ field }: Field): boolean =>
		listAxes(inA, field).every((curve, i) => curve === listAxes(inB, field)[i]);
	const differing = fields.filter((field) => !isSame(field));
	const played = differing.map((field) => new Channel(pathOf(field), field.measure, range.start, samplesPerInterval));
	const pair: Pair = {
		playA: playItem(inA, defaultWrap),
		playB: playItem(inB, defaultWrap),
		counts: (time) => states.every((curve) => isTrueValue(evaluateCurve(curve, time, { defaultWrap }))),
	};
	if (played.length > 0) {
		const axes = differing.flatMap(({ field }) => [...listAxes(inA, field), ...listAxes(inB, field)]);
		const turns = listTurns([...axes, ...states], range, defaultWrap);
		const intervals = turns.length - 1;
		for (let from = 0; from <= intervals; from += PAUSE) {
			compareIntervals(pair, played, turns, from, Math.min(from + PAUSE, intervals));
			yield Math.min(1, (from + PAUSE) / intervals);
		}
	}
	return fields.map((field) => {
		const channel = played[differing.indexOf(field)];
		const { unit } = field;
		if (channel !== undefined) return { ...channel.finish(pair), unit };
		return { max: 0, mean: 0, path: pathOf(field), time: range.start, unit };
	});
}

function listAxes(item: Item, field: Field['field']): Curve[] {
	return Object.values((item as unknown as Record<typeof field, Vec3Curves>)[field]);
}

// Compiled on first use: recordings that share most curves play few of them.
function playItem(item: Item, defaultWrap: number): Play {
	let part: Part | null = null;
	return (time, out) => {
		part ??= new Part([item], 'position' in item ? POSE_STRIDE : RAY_STRIDE, { defaultWrap });
		part.sample(time, out);
	};
}
