import { evaluateCurve } from '../curves/evaluate.ts';
import type { Curve } from '../model/curve.ts';
import type { Marker } from '../model/recording.ts';
import { listTurns, type TimeRange } from './times.ts';

/** For how long a boolean curve says one thing in one recording and the other in the other. */
export interface StateDisagreement {
	/** Such as `hands.left.tracked`. */
	readonly path: string;
	/** How long they disagree, in seconds. */
	readonly seconds: number;
	/** How often they begin to disagree. */
	readonly count: number;
	/** When they first disagree, in seconds; `null` if they never do. */
	readonly time: number | null;
}

/** Markers of one recording that the other does not have at the same time under the same name. */
export interface MarkerDifference {
	readonly onlyInA: readonly Marker[];
	readonly onlyInB: readonly Marker[];
}

/** Where and for how long two boolean curves disagree. */
export function compareStates(
	path: string,
	a: Curve,
	b: Curve,
	range: TimeRange,
	defaultWrap: number,
): StateDisagreement {
	const turns = listTurns([a, b], range, defaultWrap);
	const isOn = (curve: Curve, time: number): boolean => evaluateCurve(curve, time, { defaultWrap }) > 0.5;
	let seconds = 0;
	let count = 0;
	let first: number | null = null;
	let disagreed = false;
	for (let i = 0; i + 1 < turns.length; i++) {
		const start = turns[i]!;
		const length = turns[i + 1]! - start;
		const middle = start + length / 2;
		const disagree = isOn(a, middle) !== isOn(b, middle);
		if (disagree) {
			seconds += length;
			if (!disagreed) count++;
			first ??= start;
		}
		disagreed = disagree;
	}
	return { path, seconds, count, time: first };
}

/** The markers that only one of two lists has; equal ones are paired off one by one. */
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
