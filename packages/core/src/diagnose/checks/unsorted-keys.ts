import { type Curve, getKeyTime } from '../../model/curve.ts';
import { reportKeys } from '../report-keys.ts';
import type { Rule } from '../rule.ts';

/**
 * No recorder writes a key before the one it follows. Playing sorts them first, as Unity does, so nothing is lost, but
 * other readers may not. Times that are not finite are another rule's.
 */
export const unsortedKeys: Rule = {
	code: 'unsorted-keys',
	severity: 'warning',
	remains: 'the keys are as they were',
	check(subject, report) {
		reportKeys(subject, report, findUnsorted, (count) => `${count} are earlier than a key before them`);
	},
};

function findUnsorted(curve: Curve): number[] {
	const found: number[] = [];
	let latest = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < curve.count; i++) {
		const time = getKeyTime(curve, i);
		if (!Number.isFinite(time)) continue;
		if (time < latest) found.push(i);
		else latest = time;
	}
	return found;
}
