import { iterateCurves, type Recording } from '@handreel/core';
import type { CsvOptions } from './options.ts';

const FLOAT32_EPSILON = 2 ** -23;
/** More rows than any table program or data frame takes. */
const MAX_ROWS = 2 ** 28;

/** The times of the rows, in increasing order. */
export function listRowTimes(recording: Recording, at: NonNullable<CsvOptions['at']>): ArrayLike<number> {
	if (at === 'keys') return listKeyTimes(recording);
	if (typeof at !== 'object' || (!('rate' in at) && !('times' in at))) {
		throw new TypeError("at: expected 'keys', { rate } or { times }");
	}
	if ('rate' in at) return spreadTimes(recording.duration, at.rate);
	for (let i = 0; i < at.times.length; i++) {
		const time = at.times[i]!;
		if (!Number.isFinite(Math.fround(time))) throw new RangeError(`times[${i}]: ${time} is not a float32 number`);
		if (i > 0 && !(time > at.times[i - 1]!)) {
			throw new RangeError(`times[${i}]: ${time} does not come after ${at.times[i - 1]}`);
		}
	}
	return at.times;
}

function spreadTimes(duration: number, rate: number): Float64Array {
	if (!(rate > 0 && Number.isFinite(rate))) throw new RangeError(`rate: ${rate} is not a number above 0`);
	if (!Number.isFinite(duration)) throw new RangeError(`recording.duration: ${duration} is not finite; give times`);
	// Times in a file are float32: rounding must not lose the last frame of a recording made at this rate.
	const count = Math.floor(duration * rate * (1 + FLOAT32_EPSILON)) + 1;
	if (count > MAX_ROWS) throw new RangeError(`rate: ${count} rows are too many for a recording of ${duration} s`);
	return Float64Array.from({ length: count }, (_, i) => i / rate);
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
