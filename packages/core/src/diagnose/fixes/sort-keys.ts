import { type Curve, getKeyTime, takeKeys } from '../../model/curve.ts';
import type { Fix } from '../fix.ts';

/** Puts keys in the order of their times; those at one time keep their order, those at no time come last. */
export const sortKeys: Fix = {
	code: 'unsorted-keys',
	how: 'sorted the keys',
	fix: ({ curves }) => ({ curves: curves.map(({ curve }) => sort(curve)), confidence: null }),
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
