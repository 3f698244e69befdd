import { type Curve, getKeyTime, getKeyValue, iterateCurves, type Recording } from '@handreel/core';
import { type JsonFloat, toJsonFloat } from '../common/named-floats.ts';
import { isClamped } from '../common/wraps.ts';
import { isRepeating } from './repeats.ts';

/** A boolean curve in `extras`. Its times are those of the recording. */
export interface StateExtras {
	readonly preWrap: number;
	readonly postWrap: number;
	readonly keys: readonly (readonly [time: JsonFloat, value: JsonFloat])[];
}

/** Facts about all curves of a recording. */
export interface Survey {
	/** The time of the first key, or 0 without keys. It becomes time 0 of glTF. */
	readonly start: number;
	/** The paths of curves that repeat outside their keys. */
	readonly repeating: readonly string[];
	/** Boolean curves by their paths. */
	readonly states: Readonly<Record<string, StateExtras>>;
	/** Wrap modes by path, for curves whose wrap modes are not both 8. */
	readonly wraps: Readonly<Record<string, readonly [preWrap: number, postWrap: number]>>;
}

/** Collects facts about all curves of a recording in one pass. */
export function surveyCurves(recording: Recording): Survey {
	let first = Number.POSITIVE_INFINITY;
	const repeating: string[] = [];
	const states: Record<string, StateExtras> = {};
	const wraps: Record<string, readonly [number, number]> = {};
	for (const [path, curve] of iterateCurves(recording)) {
		const { kind, count, preWrap, postWrap } = curve;
		first = Math.min(first, findFirstTime(curve));
		if (kind === 'boolean') states[path] = { preWrap, postWrap, keys: listKeys(curve) };
		if (isClamped(curve)) continue;
		if (kind !== 'boolean') wraps[path] = [preWrap, postWrap];
		if (count > 1 && (isRepeating(preWrap) || isRepeating(postWrap))) repeating.push(path);
	}
	return { start: Number.isFinite(first) && first !== 0 ? first : 0, repeating, states, wraps };
}

// Returns the smallest finite time. The keys need not be sorted.
function findFirstTime({ floats, start, count, stride }: Curve): number {
	let first = Number.POSITIVE_INFINITY;
	for (let i = start; i < start + count * stride; i += stride) {
		const time = floats[i]!;
		if (time < first && time > Number.NEGATIVE_INFINITY) first = time;
	}
	return first;
}

function listKeys(curve: Curve): [JsonFloat, JsonFloat][] {
	return Array.from({ length: curve.count }, (_, i) => [
		toJsonFloat(getKeyTime(curve, i)),
		toJsonFloat(getKeyValue(curve, i)),
	]);
}
