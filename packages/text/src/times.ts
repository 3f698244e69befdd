import { getKeyTime, iterateCurves, type Recording, type RecordingSummary } from '@handreel/core';

/**
 * The times of a recording, for the summary of the .bin file that it was converted to: controllers, pointing rays and tracks,
 * which the file cannot store, may start before the other parts or last longer.
 */
export function summarizeTimes(recording: Recording): Pick<RecordingSummary, 'start' | 'duration' | 'durationFrom'> {
	let start = Number.POSITIVE_INFINITY;
	for (const [, curve] of iterateCurves(recording)) {
		// Keys may be out of order.
		for (let key = 0; key < curve.count; key++) {
			const time = getKeyTime(curve, key);
			if (time < start) start = time;
		}
	}
	const isEmpty = start === Number.POSITIVE_INFINITY;
	return { start: isEmpty ? 0 : start, duration: recording.duration, durationFrom: 'every key' };
}
