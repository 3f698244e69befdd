import { type Curve, getKeyTime } from '@handreel/core';
import { isRepeatingWrap, listKeyTimes, repeatKeyTime } from '@handreel/core/internal';

/** The range of a recording in seconds. */
export interface Range {
	readonly start: number;
	readonly end: number;
}

/** The most key times of a vector with its repetitions: half an hour at 60 Hz. Held curves need less memory. */
const MAX_TIMES = 108_000;

/** Returns whether a sorted curve repeats inside a range, before its first or after its last key. */
export function repeatsInside(curve: Curve, { start, end }: Range): boolean {
	const { count, preWrap, postWrap } = curve;
	const [first, last] = [getKeyTime(curve, 0), getKeyTime(curve, count - 1)];
	if (!(last > first)) return false;
	return (isRepeatingWrap(preWrap) && start < first) || (isRepeatingWrap(postWrap) && end > last);
}

/**
 * Lists the times of the keys of sorted curves, of their repetitions inside a range, and of the ends of the range.
 * Returns `null` if there are too many.
 */
export function listRepeatedTimes(curves: readonly Curve[], range: Range): ArrayLike<number> | null {
	const times = new Set<number>([range.start, range.end]);
	for (const time of Array.from(listKeyTimes(curves))) times.add(time);
	for (const curve of curves) {
		if (repeatsInside(curve, range) && !addRepeatedTimes(curve, range, times)) return null;
	}
	return Float64Array.from(times).sort();
}

// Adds the times of passes before and after the keys. Returns false if there are too many.
function addRepeatedTimes(curve: Curve, { start, end }: Range, times: Set<number>): boolean {
	const first = getKeyTime(curve, 0);
	const last = getKeyTime(curve, curve.count - 1);
	const length = last - first;
	const before = isRepeatingWrap(curve.preWrap) ? Math.max(0, Math.ceil((first - start) / length)) : 0;
	const after = isRepeatingWrap(curve.postWrap) ? Math.max(0, Math.ceil((end - last) / length)) : 0;
	if (!((before + after) * curve.count + times.size <= MAX_TIMES)) return false;
	for (let pass = -before; pass <= after; pass++) {
		if (pass === 0) continue;
		const wrap = pass < 0 ? curve.preWrap : curve.postWrap;
		for (let key = 0; key < curve.count; key++) {
			const time = repeatKeyTime(getKeyTime(curve, key), first, last, wrap, pass);
			if (time > start && time < end) times.add(time);
		}
	}
	return true;
}
