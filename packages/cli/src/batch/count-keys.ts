import { iterateCurves, type Recording } from '@handreel/core';

/** The number of keys of a recording. */
export function countKeys(recording: Recording): number {
	let count = 0;
	for (const [, curve] of iterateCurves(recording)) count += curve.count;
	return count;
}
