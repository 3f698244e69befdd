import { type Curve, getKeyTime, getKeyValue } from '../model/curve.ts';
import { sortCurve } from './sort.ts';

/** A moment at which a boolean curve takes a value. */
export interface Change {
	readonly time: number;
	readonly value: boolean;
}

/** When a boolean curve begins, and when it changes, in time order. Of several keys at one time the last one counts. */
export function listChanges(curve: Curve): Change[] {
	const sorted = sortCurve(curve);
	const changes: Change[] = [];
	for (let i = 0; i < sorted.count; i++) {
		const time = getKeyTime(sorted, i);
		if (time === getKeyTime(sorted, i + 1)) continue;
		const value = getKeyValue(sorted, i) > 0.5;
		if (changes.at(-1)?.value !== value) changes.push({ time, value });
	}
	return changes;
}
