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
	const lists: Float32Array<ArrayBuffer>[] = [];
	let last: Float32Array | undefined;
	for (const curve of 'layout' in source ? listCurves(source) : source) {
		if (curve.count === 0) continue;
		const times = copyTimes(sortCurve(curve));
		// The curves of a vector mostly have the same times, and so do the joints of a hand.
		if (last === undefined || !isSame(times, last)) lists.push(times);
		last = times;
	}
	// Neighbors first, so that each time is copied few times.
	let merged = lists;
	while (merged.length > 1) {
		merged = merged.flatMap((list, i) => (i % 2 === 1 ? [] : mergeTimes(list, merged[i + 1] ?? NO_TIMES)));
	}
	return mergeTimes(merged[0] ?? NO_TIMES, NO_TIMES);
}

const NO_TIMES: Float32Array<ArrayBuffer> = /* @__PURE__ */ new Float32Array();

// Sorted times without duplicates, from two lists of sorted times.
function mergeTimes(a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> {
	const times = new Float32Array(a.length + b.length);
	let count = 0;
	for (let i = 0, j = 0; i < a.length || j < b.length; ) {
		const isFirst = j === b.length || a[i]! <= b[j]!;
		const time = isFirst ? a[i++]! : b[j++]!;
		if (count === 0 || time !== times[count - 1]) times[count++] = time;
	}
	return times.slice(0, count);
}

function copyTimes({ floats, start, count, stride }: Curve): Float32Array<ArrayBuffer> {
	const times = new Float32Array(count);
	// Adding 0 turns −0 into 0.
	for (let i = 0; i < count; i++) times[i] = floats[start + i * stride]! + 0;
	return times;
}

function isSame(a: Float32Array, b: Float32Array): boolean {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
}
