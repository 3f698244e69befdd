import { iterateCurves, listFrameTimes, type Recording } from '@handreel/core';
import type { CsvOptions } from './options.ts';

/** Lists the times of the rows, in increasing order. */
export function listRowTimes(recording: Recording, { frameRate, times }: CsvOptions): ArrayLike<number> {
	if (frameRate !== undefined && times !== undefined) throw new TypeError('frameRate, times: give only one of them');
	if (times !== undefined) return checkTimes(times);
	return frameRate === undefined ? listKeyTimes(recording) : listFrameTimes(recording.duration, frameRate);
}

function checkTimes(times: ArrayLike<number>): ArrayLike<number> {
	for (let i = 0; i < times.length; i++) {
		const time = times[i]!;
		if (!Number.isFinite(Math.fround(time))) throw new RangeError(`times[${i}]: ${time} is not a float32 number`);
		if (i > 0 && !(time > times[i - 1]!)) {
			throw new RangeError(`times[${i}]: ${time} does not come after ${times[i - 1]}`);
		}
	}
	return times;
}

// Lists each finite time of a key or marker once.
function listKeyTimes(recording: Recording): Float32Array {
	let total = recording.markers.length;
	for (const [, curve] of iterateCurves(recording)) total += curve.count;
	const times = new Float32Array(total);
	let length = 0;
	const add = (time: number): void => {
		if (Number.isFinite(time)) times[length++] = time;
	};
	for (const [, { floats, start, stride, count }] of iterateCurves(recording)) {
		for (let i = 0; i < count; i++) add(floats[start + i * stride]!);
	}
	for (const marker of recording.markers) add(Math.fround(marker.time));
	const sorted = times.subarray(0, length).sort();
	let end = 0;
	for (let i = 0; i < length; i++) if (i === 0 || sorted[i] !== sorted[end - 1]) sorted[end++] = sorted[i]!;
	return sorted.slice(0, end);
}
