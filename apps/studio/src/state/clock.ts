/** A part of time that is played again and again. */
export interface LoopRange {
	readonly start: number;
	readonly end: number;
}

/** Where playback is after some seconds; past the end of a loop it goes on from its start, past the end it stops. */
export function advanceTime(
	time: number,
	seconds: number,
	end: number,
	loop: LoopRange | null,
): { readonly time: number; readonly isOver: boolean } {
	const next = time + seconds;
	if (loop !== null && loop.end > loop.start) {
		if (next < loop.end) return { time: Math.max(next, loop.start), isOver: false };
		return { time: loop.start + ((next - loop.start) % (loop.end - loop.start)), isOver: false };
	}
	return next >= end ? { time: end, isOver: true } : { time: next, isOver: false };
}

/** The nearest of some sorted times strictly before (−1) or after (1) a time; `null` when there is none. */
export function findNeighbor(times: ArrayLike<number>, time: number, direction: -1 | 1): number | null {
	let low = 0;
	let high = times.length;
	// The first entry that lies after the time, or not before it.
	while (low < high) {
		const middle = (low + high) >> 1;
		if (direction === 1 ? times[middle]! > time : times[middle]! >= time) high = middle;
		else low = middle + 1;
	}
	return times[direction === 1 ? low : low - 1] ?? null;
}
