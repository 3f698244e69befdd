import { FIRST_KEY } from './write-rows.ts';

/**
 * Finds the keys of timelines, which lie in memory as rows in time order: playback reads them from front to back, and a
 * jump finds the keys around a time close together.
 *
 * A key is identified by the index of its row's first word; −1 means no key.
 */
export interface KeyIndex {
	/** The timeline of each row: a hand has 27 joints with at most 7 curves each, so a byte is enough. */
	readonly owners: Uint8Array;
	/** First and last key of each timeline, side by side. */
	readonly ends: Int32Array;
	/** The key after all rows. */
	readonly end: number;
	/**
	 * A mark precedes every `markRows` rows and has the last key of each timeline so far, then the key that follows it:
	 * about as many numbers as there are rows. A jump continues from a mark.
	 */
	readonly marks: Int32Array;
	readonly markRows: number;
	/** The time of the key after each mark. */
	readonly markTimes: Float32Array;
	/** The number of marks before each of the even slices of time from `origin` on, and at last of all marks. */
	readonly slices: Int32Array;
	readonly origin: number;
	/** Slices per second. */
	readonly scale: number;
	/**
	 * The length of a small step in seconds: longer than most segments, so that a recording with keys at every frame
	 * plays by passing keys.
	 */
	readonly step: number;
}

/** The average number of keys that are sorted together. */
const KEYS_PER_SLICE = 4;
/** The average number of segments in a small step; beyond it a jump is faster. */
const SEGMENTS_PER_STEP = 1.5;
/** More keys are sorted by the engine's own method, which is slow for few. */
const MANY_KEYS = 64;

/**
 * Sorts keys by time; equal times keep their order. Takes the sorted times of each timeline and the lengths of their
 * rows, and also returns all times in order.
 */
export function createKeyIndex(
	timelines: readonly Float32Array[],
	rowLengths: Int32Array,
): { readonly index: KeyIndex; readonly times: Float32Array } {
	const total = timelines.reduce((sum, times) => sum + times.length, 0);
	let origin = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const times of timelines) {
		if (times.length === 0) continue;
		origin = Math.min(origin, times[0]!);
		end = Math.max(end, times[times.length - 1]!);
	}
	const seconds = end > origin ? end - origin : Number.POSITIVE_INFINITY;
	const { times, owners } = sortKeys(timelines, total, origin, seconds);
	// A jump then passes at most as many keys as there are timelines to fill.
	const markRows = Math.max(timelines.length, 1);
	const markTimes = new Float32Array(Math.ceil(total / markRows));
	for (let i = 0; i < markTimes.length; i++) markTimes[i] = times[i * markRows]!;
	const scale = markTimes.length / seconds;
	const marked = markKeys(owners, rowLengths, markRows);
	const index = {
		owners,
		...marked,
		markRows,
		markTimes,
		slices: countSlices([markTimes], markTimes.length, origin, scale),
		origin,
		scale,
		step: (SEGMENTS_PER_STEP * seconds * rowLengths.reduce((sum, length) => sum + length, 0)) / marked.end,
	};
	return { index, times };
}

function sortKeys(
	timelines: readonly Float32Array[],
	total: number,
	origin: number,
	seconds: number,
): { times: Float32Array; owners: Uint8Array } {
	const count = Math.ceil(total / KEYS_PER_SLICE);
	const scale = count / seconds;
	const slices = countSlices(timelines, count, origin, scale);
	const times = new Float32Array(total);
	const owners = new Uint8Array(total);
	const places = slices.slice();
	for (let t = 0; t < timelines.length; t++) {
		const own = timelines[t]!;
		for (let i = 0; i < own.length; i++) {
			const place = places[sliceOf(own[i]!, origin, scale)]!++;
			times[place] = own[i]!;
			owners[place] = t;
		}
	}
	for (let slice = 1; slice < slices.length; slice++) sortSlice(times, owners, slices[slice - 1]!, slices[slice]!);
	return { times, owners };
}

// Slices grow with time, so earlier times are in earlier slices or in the same.
function sliceOf(time: number, origin: number, scale: number): number {
	return Math.floor((time - origin) * scale);
}

// The number of times before each slice, and at last of all times.
function countSlices(lists: readonly Float32Array[], count: number, origin: number, scale: number): Int32Array {
	// Rounding may put the last time into an additional slice.
	const slices = new Int32Array(count + 2);
	for (const times of lists) {
		for (let i = 0; i < times.length; i++) slices[sliceOf(times[i]!, origin, scale) + 1]!++;
	}
	for (let slice = 1; slice < slices.length; slice++) slices[slice]! += slices[slice - 1]!;
	return slices;
}

function sortSlice(times: Float32Array, owners: Uint8Array, from: number, to: number): void {
	if (to - from > MANY_KEYS) {
		const order = Uint32Array.from({ length: to - from }, (_, i) => from + i);
		order.sort((a, b) => times[a]! - times[b]! || a - b);
		times.set(
			Float32Array.from(order, (key) => times[key]!),
			from,
		);
		owners.set(
			Uint8Array.from(order, (key) => owners[key]!),
			from,
		);
		return;
	}
	for (let i = from + 1; i < to; i++) {
		const time = times[i]!;
		const owner = owners[i]!;
		let at = i;
		for (; at > from && times[at - 1]! > time; at--) {
			times[at] = times[at - 1]!;
			owners[at] = owners[at - 1]!;
		}
		times[at] = time;
		owners[at] = owner;
	}
}

function markKeys(
	owners: Uint8Array,
	rowLengths: Int32Array,
	markRows: number,
): Pick<KeyIndex, 'ends' | 'end' | 'marks'> {
	const timelines = rowLengths.length;
	const ends = new Int32Array(timelines * 2).fill(-1);
	const marks = new Int32Array(Math.max(Math.ceil(owners.length / markRows), 1) * (timelines + 1)).fill(-1);
	const lasts = new Int32Array(timelines).fill(-1);
	let key = FIRST_KEY;
	marks[timelines] = key;
	for (let first = 0, at = 0; first < owners.length; first += markRows, at += timelines + 1) {
		marks.set(lasts, at);
		marks[at + timelines] = key;
		const last = Math.min(first + markRows, owners.length);
		for (let i = first; i < last; i++) {
			const t = owners[i]!;
			if (lasts[t]! < 0) ends[t * 2] = key;
			lasts[t] = key;
			key += rowLengths[t]!;
		}
	}
	for (let t = 0; t < timelines; t++) ends[t * 2 + 1] = lasts[t]!;
	return { ends, end: key, marks };
}

/** Returns the last mark with only keys before a time in front of it. */
export function findMark({ markTimes, slices, origin, scale }: KeyIndex, time: number): number {
	const slice = sliceOf(time, origin, scale);
	if (!(slice >= 0)) return 0;
	const last = slices.length - 1;
	let low = slices[Math.min(slice, last)]!;
	let high = slices[Math.min(slice + 1, last)]!;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (markTimes[middle]! < time) low = middle + 1;
		else high = middle;
	}
	return Math.max(low - 1, 0);
}
