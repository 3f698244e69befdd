/** The nearest of sorted times strictly before (−1) or after (1) a time, or `null`. */
export function findNeighbor(times: ArrayLike<number>, time: number, direction: -1 | 1): number | null {
	let low = 0;
	let high = times.length;
	// Finds the first entry after the time, or for −1 the first entry at or after it.
	while (low < high) {
		const middle = (low + high) >> 1;
		if (direction === 1 ? times[middle]! > time : times[middle]! >= time) high = middle;
		else low = middle + 1;
	}
	return times[direction === 1 ? low : low - 1] ?? null;
}
