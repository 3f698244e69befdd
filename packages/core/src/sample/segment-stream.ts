import { PLACE_SIZE } from './key-grid.ts';

/** All segments of some groups in the order in which playback enters them, ready to be copied. */
export interface SegmentStream {
	/** When each segment starts; infinite after the last. */
	readonly times: Float64Array;
	/** Whose it is. */
	readonly groups: Int32Array;
	/** What the table holds of it: for each column four numbers, one for each output of the group. */
	readonly coefficients: Float64Array;
	/** From here on, and before `until`, all groups are between two keys or have less than two. */
	readonly from: number;
	readonly until: number;
}

/** Columns of a table that are streamed, if it has so many: a fifth would hold the times again. */
export const STREAM_COLUMNS = 4;
/** Room for the outputs of a group in each column. */
export const STREAM_OUTPUTS = 4;
/** A time as float32 has 31 bits besides its sign; a float64 number keeps 21 more for the segment. */
const MAX_SEGMENTS = 2 ** 21;

/** A stream that has rows instead of coefficients. */
export interface SegmentOrder extends Omit<SegmentStream, 'coefficients'> {
	/** The row of the key that each segment starts at. */
	readonly lefts: Int32Array;
}

/** Orders all segments; `ranges` holds first and last time of each group. `null` if they have no time in common. */
export function orderSegments(rows: Float32Array, places: Int32Array, ranges: Float64Array): SegmentOrder | null {
	let count = 0;
	let from = 0;
	let until = Number.POSITIVE_INFINITY;
	for (let g = 0; g * PLACE_SIZE < places.length; g++) {
		const keys = places[g * PLACE_SIZE + 2]!;
		if (keys < 2) continue;
		count += keys - 1;
		from = Math.max(from, ranges[g * 2]!);
		until = Math.min(until, ranges[g * 2 + 1]!);
	}
	if (count > MAX_SEGMENTS || !(from < until && until < Number.POSITIVE_INFINITY)) return null;
	const owners = new Int32Array(count);
	const rowsOf = new Int32Array(count);
	const starts = new Float32Array(count);
	let i = 0;
	for (let g = 0; g * PLACE_SIZE < places.length; g++) {
		const [start, width, keys] = places.subarray(g * PLACE_SIZE, (g + 1) * PLACE_SIZE) as unknown as Place;
		for (let row = start; row < start + (keys - 1) * width; row += width) {
			// What starts before 0 is never entered from the stream.
			if (rows[row]! < 0) continue;
			owners[i] = g;
			rowsOf[i] = row;
			starts[i] = rows[row]! + 0;
			i++;
		}
	}
	const order = orderTimes(starts.subarray(0, i));
	const times = new Float64Array(i + 1).fill(Number.POSITIVE_INFINITY);
	order.forEach((segment, to) => {
		times[to] = starts[segment]!;
	});
	return {
		times,
		groups: order.map((segment) => owners[segment]!),
		lefts: order.map((segment) => rowsOf[segment]!),
		from,
		until,
	};
}

/** Start, width and number of a group's rows. */
type Place = readonly [number, number, number];

// Which time is the first, the second and so on; equal ones as they come. The bits of float32 numbers from 0 on are in
// the order of the numbers, so that bits and index make a number that sorts without calling back: many times as fast.
function orderTimes(times: Float32Array): Int32Array {
	const bits = new Uint32Array(times.buffer, 0, times.length);
	const keys = new Float64Array(times.length);
	for (let i = 0; i < keys.length; i++) keys[i] = bits[i]! * MAX_SEGMENTS + i;
	keys.sort();
	const order = new Int32Array(times.length);
	for (let i = 0; i < keys.length; i++) order[i] = keys[i]! % MAX_SEGMENTS;
	return order;
}

/** The first segment of a stream that does not start before a time. */
export function findStreamed({ times }: SegmentStream, time: number): number {
	let low = 0;
	let high = times.length - 1;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (times[middle]! < time) low = middle + 1;
		else high = middle;
	}
	return low;
}
