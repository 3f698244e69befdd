import { iterateCurves, type Recording } from '@handreel/core';
import type { CsvOptions } from './options.ts';

const FLOAT32_EPSILON = 2 ** -23;
/** More rows than any table program or data frame takes. */
const MAX_ROWS = 2 ** 28;

/** Lists the times of the rows, in increasing order. */
export function listRowTimes(recording: Recording, { frameRate, times }: CsvOptions): ArrayLike<number> {
	if (frameRate !== undefined && times !== undefined) throw new TypeError('frameRate, times: give only one of them');
	if (times !== undefined) return checkTimes(times);
	return frameRate === undefined ? listKeyTimes(recording) : listEvenTimes(recording.duration, frameRate);
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

function listEvenTimes(duration: number, frameRate: number): Float64Array {
	if (!(frameRate > 0 && Number.isFinite(frameRate))) {
		throw new RangeError(`frameRate: ${frameRate} is not a number above 0`);
	}
	if (!Number.isFinite(duration)) throw new RangeError(`recording.duration: ${duration} is not finite; pass times`);
	// Times in a file are float32: rounding must not lose the last frame of a recording made at this frame rate.
	const count = Math.floor(duration * frameRate * (1 + FLOAT32_EPSILON)) + 1;
	if (count > MAX_ROWS) throw new RangeError(`frameRate: ${count} rows are too many for a recording of ${duration} s`);
	return Float64Array.from({ length: count }, (_, i) => i / frameRate);
}

// Every finite time of a key or marker, once.
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
