import { mapCurves, type Recording } from '@handreel/core';

/** How many keys a recording has in all. */
export function countKeys(recording: Recording): number {
	let count = 0;
	mapCurves(recording, (curve) => {
		count += curve.count;
		return curve;
	});
	return count;
}
