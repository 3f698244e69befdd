import { isSorted } from '../../curves/sort.ts';
import { type Curve, getKeyTime, takeKeys } from '../../model/curve.ts';
import { type FixableCheck, NO_KEYS, reportKeys } from './support/check.ts';

/**
 * No recorder writes keys out of order. Playback sorts them first, as Unity does, but other readers may not. Times that
 * are not finite have their own check.
 *
 * The fix sorts by time. Keys at the same time keep their order, keys at times that are not finite come last.
 */
export const unsortedKeys: FixableCheck = {
	code: 'unsorted-keys',
	severity: 'warning',
	meaning: 'Keys are not sorted by time.',
	rule: 'a key is earlier than a previous key',
	remains: 'the keys were not sorted',
	find(subject, report) {
		const describe = (count: string): string => `${count} are earlier than a previous key`;
		reportKeys(subject, report, findUnsorted, describe, ({ rows }) => rows?.isFileOrder === true);
	},
	fix: {
		scope: 'keys',
		does: 'sorts by time; keys at the same time keep their order',
		how: 'sorted the keys',
		fixGroup: ({ curves }) => ({ curves: curves.map(({ curve }) => sort(curve)), confidence: null }),
	},
};

function sort(curve: Curve): Curve {
	const rank = (key: number): number => {
		const time = getKeyTime(curve, key);
		return Number.isFinite(time) ? time : Number.POSITIVE_INFINITY;
	};
	const order = Array.from({ length: curve.count }, (_, i) => i);
	order.sort((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
	return order.every((key, i) => key === i) ? curve : takeKeys(curve, order);
}

function findUnsorted(curve: Curve): readonly number[] {
	if (isSorted(curve)) return NO_KEYS;
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
