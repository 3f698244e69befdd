import { type Curve, getKeyTime, getKeyValue, type Recording } from '@handreel/core';
import { mapCurves } from '@handreel/core/edit';
import { type JsonFloat, type RecordingExtras, type StateExtras, toJsonFloat } from './extras.ts';

const CLAMP_FOREVER = 8;
/** The wrap modes Default, which is Loop where nothing else is set, Loop and PingPong. */
const REPEATING = [0, 2, 4];

/** What one look at all curves of a recording finds. */
export interface Survey extends Pick<RecordingExtras, 'states' | 'wraps'> {
	/** The first time of any key, which is glTF's 0; 0 without keys. */
	readonly start: number;
	/** The paths of curves that go on beyond their keys. */
	readonly repeating: readonly string[];
}

/** Looks at all curves of a recording. */
export function surveyCurves(recording: Recording): Survey {
	let first = Number.POSITIVE_INFINITY;
	const repeating: string[] = [];
	const states: Record<string, StateExtras> = {};
	const wraps: Record<string, readonly [number, number]> = {};
	mapCurves(recording, (curve, path) => {
		const { kind, count, preWrap, postWrap } = curve;
		first = Math.min(first, findFirstTime(curve));
		if (kind === 'boolean') states[path] = { preWrap, postWrap, keys: listKeys(curve) };
		if (preWrap === CLAMP_FOREVER && postWrap === CLAMP_FOREVER) return curve;
		if (kind !== 'boolean') wraps[path] = [preWrap, postWrap];
		if (count > 1 && (REPEATING.includes(preWrap) || REPEATING.includes(postWrap))) repeating.push(path);
		return curve;
	});
	return { start: Number.isFinite(first) && first !== 0 ? first : 0, repeating, states, wraps };
}

// The least finite time; the keys need not be sorted.
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
