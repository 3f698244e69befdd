/** Where the rows of each group lie: their start, their width, their number. */
export const PLACE_SIZE = 3;

/**
 * Time in even slices; for each the row of the last key of every group at or before its start, all groups side by side,
 * so that a jump reads one run of memory instead of one place for each group.
 */
export interface KeyGrid {
	readonly lefts: Int32Array;
	readonly groups: number;
	readonly origin: number;
	/** Slices per second. */
	readonly scale: number;
	/** Seconds that count as a small step: about as long as segments are. */
	readonly step: number;
}

/** Indexes rows that start with a time; `times` holds first and last time of each group. */
export function createKeyGrid(rows: Float32Array, places: Int32Array, times: Float64Array): KeyGrid {
	const groups = places.length / PLACE_SIZE;
	let origin = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	let total = 0;
	for (let g = 0; g < groups; g++) {
		const count = places[g * PLACE_SIZE + 2]!;
		total += count;
		if (count === 0) continue;
		origin = Math.min(origin, times[g * 2]!);
		end = Math.max(end, times[g * 2 + 1]!);
	}
	// Twice as many slices as groups have keys on average: with fewer, more keys lie between a slice's start and a time.
	const isUsable = end > origin && Number.isFinite(end - origin);
	const slices = isUsable ? Math.ceil((2 * total) / groups) : 1;
	const step = isUsable ? (end - origin) / slices : Number.POSITIVE_INFINITY;
	const lefts = new Int32Array((slices + 1) * groups);
	for (let g = 0; g < groups; g++) {
		// A group without keys is never looked up; it may have no row, not even the first.
		if (places[g * PLACE_SIZE + 2] === 0) continue;
		const start = places[g * PLACE_SIZE]!;
		const width = places[g * PLACE_SIZE + 1]!;
		const last = start + (places[g * PLACE_SIZE + 2]! - 2) * width;
		for (let slice = 0, left = start; slice <= slices; slice++) {
			const time = origin + slice * step;
			while (left < last && rows[left + width]! <= time) left += width;
			lefts[slice * groups + g] = left;
		}
	}
	return { lefts, groups, origin: isUsable ? origin : 0, scale: 1 / step, step: 2 * step };
}
