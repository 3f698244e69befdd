import type { Rule } from '../rule.ts';
import { locateRow } from '../subject.ts';
import { isTrackedThrough } from '../tracking.ts';

/**
 * q and −q are the same rotation, but a straight line from one to the other passes through zero. Neighbouring keys with
 * a negative scalar product are on opposite sides; no threshold is needed. Keys on both sides of a loss of tracking and
 * keys at one time do not count, since nothing is shown between them.
 */
export const rotationFlip: Rule = {
	code: 'rotation-flip',
	severity: 'warning',
	remains:
		'keys are unsorted, or W was just restored and X, Y and Z stay as they are; playing aligns signs in any case',
	check({ groups }, report) {
		for (const group of groups) {
			const { path, role, rows, tracking } = group;
			if (role !== 'rotation' || rows === null) continue;
			const { times, values } = rows;
			let count = 0;
			let first = -1;
			for (let i = 1; i < times.length; i++) {
				const at = i * 4;
				const dot =
					values[at]! * values[at - 4]! +
					values[at + 1]! * values[at - 3]! +
					values[at + 2]! * values[at - 2]! +
					values[at + 3]! * values[at - 1]!;
				if (!(dot < 0) || times[i] === times[i - 1] || !isTrackedThrough(tracking, times[i - 1]!, times[i]!)) continue;
				count++;
				if (first < 0) first = i;
			}
			if (first < 0) continue;
			const text = `the sign changes at ${count} of ${times.length} keys, so that straight interpolation passes through zero`;
			report({ path, text, time: times[first]!, ...locateRow(group, first) });
		}
	},
};
