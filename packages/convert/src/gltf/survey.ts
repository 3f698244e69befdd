import { type Curve, iterateCurves, type Recording } from '@handreel/core';
import { findFirstTime, getKeyWeightedMode, isRepeatingWrap } from '@handreel/core/internal';

import { type JsonFloat, toJsonFloat } from '../common/named-floats.ts';
import { isClamped } from '../common/wraps.ts';

/** A curve in `extras`. Its times are those of the recording. */
export interface CurveExtras {
	readonly preWrap: number;
	readonly postWrap: number;
	/** Time and value; full keys also have tangents, weights and weighted mode. */
	readonly keys: readonly (readonly JsonFloat[])[];
}

/** Facts about all curves of a recording. */
export interface Survey {
	/** The time of the first key, or 0 without keys. It becomes time 0 of glTF. */
	readonly start: number;
	/** The paths of curves that repeat outside their keys. */
	readonly repeating: readonly string[];
	/** Boolean curves by their paths. */
	readonly states: Readonly<Record<string, CurveExtras>>;
	/** Float curves that are not part of a vector, by their paths. */
	readonly values: Readonly<Record<string, CurveExtras>>;
	/** Wrap modes by path, for curves whose wrap modes are not both 8. */
	readonly wraps: Readonly<Record<string, readonly [preWrap: number, postWrap: number]>>;
}

/** Collects facts about all curves of a recording in one pass. */
export function surveyCurves(recording: Recording): Survey {
	const first = findFirstTime(recording);
	const repeating: string[] = [];
	const states: Record<string, CurveExtras> = {};
	const values: Record<string, CurveExtras> = {};
	const wraps: Record<string, readonly [number, number]> = {};
	for (const [path, curve] of iterateCurves(recording)) {
		const { kind, count, preWrap, postWrap } = curve;
		const isSingle = !/\.[xyzw]$/.test(path);
		if (isSingle) (kind === 'boolean' ? states : values)[path] = { preWrap, postWrap, keys: listKeys(curve) };
		if (isClamped(curve)) continue;
		if (!isSingle) wraps[path] = [preWrap, postWrap];
		if (count > 1 && (isRepeatingWrap(preWrap) || isRepeatingWrap(postWrap))) repeating.push(path);
	}
	return { start: Number.isFinite(first) && first !== 0 ? first : 0, repeating, states, values, wraps };
}

function listKeys(curve: Curve): JsonFloat[][] {
	const { floats, start, count, stride } = curve;
	return Array.from({ length: count }, (_, key) => {
		const at = start + key * stride;
		const fields = Array.from(floats.subarray(at, at + Math.min(stride, 6)), toJsonFloat);
		return stride === 7 ? [...fields, getKeyWeightedMode(curve, key)] : fields;
	});
}
