/**
 * The left key of the segment that holds a time: the last key at or before it, between 0 and the last but one. Takes
 * sorted keys, at least two, and a first guess; playback finds its key in a step or two, any other time in log n.
 */
export function seekKey(
	floats: Float32Array,
	start: number,
	stride: number,
	count: number,
	time: number,
	guess: number,
): number {
	const last = count - 2;
	let low = Math.max(0, Math.min(guess, last));
	if (floats[start + low * stride]! <= time) {
		// Mostly the same segment or the next one.
		if (low === last || floats[start + (low + 1) * stride]! > time) return low;
		low++;
		if (low === last || floats[start + (low + 1) * stride]! > time) return low;
		return bisect(floats, start, stride, time, low + 1, last);
	}
	return bisect(floats, start, stride, time, 0, low);
}

// The last key in [from, to] whose time is not above `time`, or `from`.
function bisect(floats: Float32Array, start: number, stride: number, time: number, from: number, to: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (floats[start + middle * stride]! <= time) low = middle;
		else high = middle - 1;
	}
	return low;
}
