import { isSorted } from '../../curves/sort.ts';
import { type Curve, keyTime } from '../../model/curve.ts';
import { reportKeys } from '../report-keys.ts';
import type { Rule } from '../rule.ts';

/**
 * Unity refuses a key at a time that has one. A file can hold two all the same; the curve then jumps there, or says the
 * same thing twice.
 */
export const duplicateKey: Rule = {
	code: 'duplicate-key',
	severity: 'warning',
	remains: 'keys at one time differ, and nothing tells which of them is right; the last one counts when playing',
	check(subject, report) {
		reportKeys(subject, report, findDuplicates, (count) => `${count} have the time of another key`);
	},
};

/** Indices, as the file counts them, of keys at the time of an earlier one. */
function findDuplicates(curve: Curve): number[] {
	const found: number[] = [];
	if (isSorted(curve)) {
		for (let i = 1; i < curve.count; i++) if (keyTime(curve, i) === keyTime(curve, i - 1)) found.push(i);
		return found;
	}
	const seen = new Set<number>();
	for (let i = 0; i < curve.count; i++) {
		const time = keyTime(curve, i);
		if (!Number.isFinite(time)) continue;
		if (seen.has(time)) found.push(i);
		seen.add(time);
	}
	return found;
}
