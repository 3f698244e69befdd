import { type HandCurves, listTrueSpans } from '@handreel/core';

/** Seconds in which fingertips come together before a recorded pinch and part after it. */
const RAMP = 0.12;

/** Returns for each time how much a pinch closes the fingertips: 1 in recorded pinches, 0 away from them. */
export function findPinchWeights({ pinching }: HandCurves, times: Float32Array, end: number): Float32Array {
	const spans = listTrueSpans(pinching, { start: 0, end });
	return times.map((time) => {
		let weight = 0;
		for (const span of spans) {
			const away = Math.max(span.start - time, time - span.end, 0);
			weight = Math.max(weight, 1 - away / RAMP);
		}
		// Starts and ends gently.
		return weight * weight * (3 - 2 * weight);
	});
}
