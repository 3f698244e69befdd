// Keys that can be dragged, as plain data, and the curve of core that they make.
import { type Curve, createCurve, evaluateCurve, WRAP_MODES, type WrapModeName } from '@handreel/core';

/** A key of the editor. Tangents are slopes, weights shares of the segment. */
export interface LabKey {
	readonly time: number;
	readonly value: number;
	readonly inTangent: number;
	readonly outTangent: number;
	readonly inWeight: number;
	readonly outWeight: number;
}

/** Everything that determines the curve. */
export interface LabState {
	readonly keys: readonly LabKey[];
	readonly isWeighted: boolean;
	readonly wrap: WrapModeName;
}

/** The part of a key that is dragged. */
export type Handle = 'key' | 'in' | 'out';

/** Seconds and values that the plot shows. */
export const PLOT = { start: -1, end: 3, low: -0.5, high: 1.5 } as const;

/** Without weights a control point lies at a third of the segment. */
const FREE_WEIGHT = 1 / 3;
const WEIGHTED_NONE = 0;
const WEIGHTED_BOTH = 3;
/** Keys keep this distance in seconds. */
const MIN_GAP = 0.05;
const MAX_SLOPE = 20;

/** Names and keys of the prepared curves. */
export const PRESETS: Readonly<Record<string, readonly LabKey[]>> = {
	Smooth: [createKey(0, 0, 0), createKey(1, 1, 0), createKey(2, 0.4, 0)],
	Overshoot: [createKey(0, 0, 3), createKey(1, 0.8, -2), createKey(2, 0.4, 3)],
	Step: [createKey(0, 0, Infinity), createKey(1, 1, Infinity), createKey(2, 0.4, Infinity)],
};

/** Keys as MRTK writes them: weights of 0 on both sides make straight lines. */
export function makeStraight(keys: readonly LabKey[]): LabKey[] {
	return keys.map((key) => ({ ...key, inTangent: 0, outTangent: 0, inWeight: 0, outWeight: 0 }));
}

function createKey(time: number, value: number, slope: number): LabKey {
	return { time, value, inTangent: slope, outTangent: slope, inWeight: FREE_WEIGHT, outWeight: FREE_WEIGHT };
}

/** The curve as core sees it: full keys with seven numbers each. */
export function toCurve({ keys, isWeighted, wrap }: LabState): Curve {
	const mode = isWeighted ? WEIGHTED_BOTH : WEIGHTED_NONE;
	const numbers = keys.flatMap((k) => [k.time, k.value, k.inTangent, k.outTangent, k.inWeight, k.outWeight, mode]);
	return createCurve(numbers, { stride: 7, preWrap: WRAP_MODES[wrap], postWrap: WRAP_MODES[wrap] });
}

/** Points of the plotted line. Steps become vertical by themselves, because the points are close. */
export function plotCurve(curve: Curve, count: number): [time: number, value: number][] {
	return Array.from({ length: count + 1 }, (_, i) => {
		const time = PLOT.start + ((PLOT.end - PLOT.start) * i) / count;
		return [time, evaluateCurve(curve, time)];
	});
}

/** Where a handle is, in seconds and values; `null` if the key has no such handle. */
export function locateHandle({ keys, isWeighted }: LabState, index: number, handle: Handle): [number, number] | null {
	const key = keys[index];
	if (key === undefined) return null;
	if (handle === 'key') return [key.time, key.value];
	const neighbor = keys[handle === 'in' ? index - 1 : index + 1];
	const slope = handle === 'in' ? key.inTangent : key.outTangent;
	if (neighbor === undefined || !Number.isFinite(slope)) return null;
	const weight = handle === 'in' ? key.inWeight : key.outWeight;
	const offset = (neighbor.time - key.time) * (isWeighted ? weight : FREE_WEIGHT);
	return [key.time + offset, key.value + offset * slope];
}

/** The keys after dragging a handle to a time and value. */
export function dragHandle(state: LabState, index: number, handle: Handle, time: number, value: number): LabKey[] {
	return state.keys.map((key, i) => {
		if (i !== index) return key;
		return handle === 'key' ? moveKey(state.keys, i, time, value) : turnTangent(state, i, handle, time, value);
	});
}

function moveKey(keys: readonly LabKey[], index: number, time: number, value: number): LabKey {
	const low = (keys[index - 1]?.time ?? PLOT.start) + MIN_GAP;
	const high = (keys[index + 1]?.time ?? PLOT.end) - MIN_GAP;
	return { ...(keys[index] as LabKey), time: clamp(time, low, high), value: clamp(value, PLOT.low, PLOT.high) };
}

function turnTangent(
	{ keys, isWeighted }: LabState,
	index: number,
	handle: 'in' | 'out',
	time: number,
	value: number,
): LabKey {
	const key = keys[index] as LabKey;
	const neighbor = keys[handle === 'in' ? index - 1 : index + 1];
	if (neighbor === undefined) return key;
	const length = neighbor.time - key.time;
	const weight = isWeighted ? clamp((time - key.time) / length, 0.01, 1) : FREE_WEIGHT;
	const slope = clamp((value - key.value) / (length * weight), -MAX_SLOPE, MAX_SLOPE);
	return handle === 'in'
		? { ...key, inTangent: slope, inWeight: isWeighted ? weight : key.inWeight }
		: { ...key, outTangent: slope, outWeight: isWeighted ? weight : key.outWeight };
}

function clamp(value: number, low: number, high: number): number {
	return Math.min(high, Math.max(low, value));
}
