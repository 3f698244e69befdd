/**
 * The last key at or before a time, between 0 and the last but one: the left key of the segment that holds it. Takes
 * sorted keys, at least two, and a first guess; playback finds its key in a step or two, any other time in log n.
 */
export function seekKey(keys: Float32Array, stride: number, time: number, guess: number): number {
	const last = keys.length / stride - 2;
	let low = Math.max(0, Math.min(guess, last));
	if (keys[low * stride]! <= time) {
		// Mostly the same segment or the next one.
		if (low === last || keys[(low + 1) * stride]! > time) return low;
		low++;
		if (low === last || keys[(low + 1) * stride]! > time) return low;
		return bisect(keys, stride, time, low + 1, last);
	}
	return bisect(keys, stride, time, 0, low);
}

// The last index in [low, high] whose time is not above `time`, or `low`.
function bisect(keys: Float32Array, stride: number, time: number, from: number, to: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (keys[middle * stride]! <= time) low = middle;
		else high = middle - 1;
	}
	return low;
}
