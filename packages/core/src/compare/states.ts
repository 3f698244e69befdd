import { listStateChanges } from '../curves/state-changes.ts';
import type { Curve } from '../model/curve.ts';
import type { Marker } from '../model/recording.ts';
import type { TimeRange } from './times.ts';

/** How long a boolean curve differs between two recordings. */
export interface StateDisagreement {
	/** Such as `hands.left.tracked`. */
	readonly path: string;
	/** The total time of disagreement, in seconds. */
	readonly seconds: number;
	/** The number of spans of disagreement. */
	readonly count: number;
	/** The start of the first disagreement in seconds, or `null`. */
	readonly time: number | null;
}

/** Markers without a counterpart of the same time and name in the other recording. */
export interface MarkerDifference {
	readonly onlyInA: readonly Marker[];
	readonly onlyInB: readonly Marker[];
}

/** Finds where and for how long two boolean curves disagree. */
export function compareStates(
	path: string,
	a: Curve,
	b: Curve,
	range: TimeRange,
	defaultWrap: number,
): StateDisagreement {
	const inA = listStateChanges(a, { ...range, defaultWrap });
	const inB = listStateChanges(b, { ...range, defaultWrap });
	const times = [...new Set([range.start, ...[...inA, ...inB].map(({ time }) => time)])].sort(
		(one, other) => one - other,
	);
	let [isOnA, isOnB] = [false, false];
	let [nextA, nextB] = [0, 0];
	let seconds = 0;
	let count = 0;
	let first: number | null = null;
	let disagreed = false;
	times.forEach((start, i) => {
		if (inA[nextA]?.time === start) isOnA = inA[nextA++]!.value;
		if (inB[nextB]?.time === start) isOnB = inB[nextB++]!.value;
		const length = (times[i + 1] ?? range.end) - start;
		if (!(length > 0)) return;
		const disagree = isOnA !== isOnB;
		if (disagree) {
			seconds += length;
			if (!disagreed) count++;
			first ??= start;
		}
		disagreed = disagree;
	});
	return { path, seconds, count, time: first };
}

/** The markers that are in only one of two lists. Each marker is paired with at most one of the other list. */
export function compareMarkers(a: readonly Marker[], b: readonly Marker[]): MarkerDifference {
	const rest = new Map<string, Marker[]>();
	for (const marker of b) {
		const key = markerKey(marker);
		rest.set(key, [...(rest.get(key) ?? []), marker]);
	}
	const onlyInA = a.filter((marker) => rest.get(markerKey(marker))?.shift() === undefined);
	const onlyInB = b.filter((marker) => rest.get(markerKey(marker))?.pop() !== undefined);
	return { onlyInA, onlyInB };
}

function markerKey({ time, name }: Marker): string {
	return `${Math.fround(time)} ${name}`;
}
