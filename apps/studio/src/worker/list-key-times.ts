import { curveKeys, mapCurves, type Recording } from '@handreel/core';

/** Every moment at which any curve has a key, sorted and each once. */
export function listKeyTimes(recording: Recording): Float64Array<ArrayBuffer> {
	let count = 0;
	mapCurves(recording, (curve) => {
		count += curve.count;
		return curve;
	});
	const times = new Float32Array(count);
	let length = 0;
	mapCurves(recording, (curve) => {
		const keys = curveKeys(curve);
		for (let i = 0; i < keys.length; i += curve.stride) {
			const time = keys[i]!;
			if (Number.isFinite(time)) times[length++] = time;
		}
		return curve;
	});
	const sorted = times.subarray(0, length).sort();
	let distinct = 0;
	for (const time of sorted) if (distinct === 0 || time !== sorted[distinct - 1]) sorted[distinct++] = time;
	return Float64Array.from(sorted.subarray(0, distinct));
}
