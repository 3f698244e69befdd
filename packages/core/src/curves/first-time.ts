import type { Curve } from '../model/curve.ts';
import { listCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';

/**
 * Returns the earliest finite key time of a recording, or of some curves; Infinity without such a key. Keys need not be in
 * order.
 */
export function findFirstTime(source: Recording | readonly Curve[]): number {
	let first = Number.POSITIVE_INFINITY;
	for (const { floats, start, count, stride } of 'markers' in source ? listCurves(source) : source) {
		const end = start + count * stride;
		for (let i = start; i < end; i += stride) {
			const time = floats[i]!;
			if (time < first && time > Number.NEGATIVE_INFINITY) first = time;
		}
	}
	return first;
}
