import type { Curve } from '../model/curve.ts';
import { listCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import { sortCurve } from './sort.ts';

/**
 * Lists the times of all keys of a recording, or of some curves, in seconds, ascending, without duplicates. For a whole
 * recording these are the recorded frames. Skips times that are not finite. Reads every key.
 *
 * @example listKeyTimes(recording)
 */
export function listKeyTimes(source: Recording | readonly Curve[]): Float32Array {
	const lists: Float32Array[] = [];
	let last: Float32Array | undefined;
	for (const curve of 'layout' in source ? listCurves(source) : source) {
		if (curve.count === 0) continue;
		const times = copyTimes(sortCurve(curve));
		// The curves of a vector mostly have the same times, and so do the joints of a hand.
		if (last === undefined || !isSame(times, last)) lists.push(times);
		last = times;
	}
	const all = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const list of lists) {
		all.set(list, end);
		end += list.length;
	}
	all.sort();
	return all.filter((time, i) => i === 0 || time !== all[i - 1]);
}

function copyTimes({ floats, start, count, stride }: Curve): Float32Array {
	const times = new Float32Array(count);
	// Adding 0 turns −0 into 0.
	for (let i = 0; i < count; i++) times[i] = floats[start + i * stride]! + 0;
	return times;
}

function isSame(a: Float32Array, b: Float32Array): boolean {
	return a.length === b.length && a.every((time, i) => time === b[i]);
}
