import { seekKey } from '../curves/seek.ts';
import { effectiveWrap, isRepeating, repeatTime, WRAP_LOOP } from '../curves/wrap.ts';
import { type Group, keySign } from './group.ts';

// Where a group's data lies, in `places`: its rows, their width, their number, its outputs.
const PLACE_SIZE = 4;
/** Keys that are looked at one by one before bisecting. */
const MAX_STEPS = 8;

/**
 * Groups of straight lines. The segment that each group is in is kept as a value and a slope for each output, so that a
 * sample is `value + slope × time` for all of them, and keys are looked at only when a segment ends.
 *
 * Everything about all groups lies in a few arrays: a seek touches every group, and following a pointer for each would
 * cost more than the work.
 */
export class LineTable {
	/** One entry an output; NaN where nothing writes. */
	readonly values: Float64Array;
	readonly slopes: Float64Array;
	/** From when and until when the segment of each group holds, side by side. Nothing holds at first. */
	readonly #ranges: Float64Array;
	/** The key that each group was last found at. */
	readonly #keys: Int32Array;
	/** For each key its time and values, signs applied: two neighbours lie in one or two cache lines. */
	readonly #rows: Float32Array;
	readonly #places: Int32Array;
	/** First and last time of each group, side by side. */
	readonly #times: Float64Array;
	readonly #grid: KeyGrid;
	#lastTime = Number.NaN;
	readonly #wraps: ReadonlyArray<{ readonly preWrap: number; readonly postWrap: number }>;
	readonly #defaultWrap: number;

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		const counts = groups.map(({ curves }) => curves[0]!.count);
		const widths = groups.map(({ curves }) => curves.length + 1);
		this.values = new Float64Array(outputs).fill(Number.NaN);
		this.slopes = new Float64Array(outputs);
		this.#ranges = new Float64Array(groups.length * 2).fill(Number.NaN);
		this.#keys = new Int32Array(groups.length);
		this.#rows = new Float32Array(counts.reduce((sum, count, g) => sum + count * widths[g]!, 0));
		this.#places = new Int32Array(groups.length * PLACE_SIZE);
		this.#times = new Float64Array(groups.length * 2);
		this.#wraps = groups.map(({ curves }) => curves[0]!);
		this.#defaultWrap = defaultWrap;
		let row = 0;
		groups.forEach((group, g) => {
			const count = counts[g]!;
			const width = widths[g]!;
			const rows = this.#rows.subarray(row, row + count * width);
			copyRows(group, rows, width);
			this.#places.set([row, width, count, group.offset], g * PLACE_SIZE);
			this.#times.set([rows[0] ?? 0, rows[rows.length - width] ?? 0], g * 2);
			row += count * width;
		});
		this.#grid = createKeyGrid(this.#rows, this.#places, this.#times);
	}

	/** Brings values and slopes to a time. */
	seek(time: number): void {
		const ranges = this.#ranges;
		const { step } = this.#grid;
		// After a small step forwards a group is mostly in its next segment, after a jump anywhere.
		const isStep = time >= this.#lastTime && time - this.#lastTime <= step;
		this.#lastTime = time;
		for (let i = 0; i < ranges.length; i += 2) {
			// Open on the left: a time that hits a key looks again and gets the key's own bits.
			if (!(time > ranges[i]! && time < ranges[i + 1]!)) this.#locate(i >> 1, time, time, isStep);
		}
	}

	// `time` on the clock of the keys is `clock` on the caller's.
	#locate(g: number, time: number, clock: number, isStep: boolean): void {
		const first = this.#times[g * 2]!;
		if (!(time >= first && time < this.#times[g * 2 + 1]!)) {
			this.#locateOutside(g, time);
			return;
		}
		const rows = this.#rows;
		const start = this.#places[g * PLACE_SIZE]!;
		const width = this.#places[g * PLACE_SIZE + 1]!;
		let left = start + (this.#keys[g]! + 1) * width;
		if (!isStep || !(rows[left]! <= time && rows[left + width]! > time)) {
			// At the first time the first of several keys counts, later the last.
			left = time === first ? start : this.#search(g, time, start, width);
		}
		this.#keys[g] = (left - start) / width;
		const keyTime = rows[left]!;
		if (time === keyTime) {
			this.#hold(g, left, clock, clock, clock);
			return;
		}
		this.#ranges[g * 2] = clock === time ? keyTime : clock;
		this.#ranges[g * 2 + 1] = clock === time ? rows[left + width]! : clock;
		const { values, slopes } = this;
		const shift = keyTime + (clock - time);
		const scale = 1 / (rows[left + width]! - keyTime);
		const at = this.#places[g * PLACE_SIZE + 3]!;
		for (let c = 1; c < width; c++) {
			const value = rows[left + c]!;
			const slope = (rows[left + width + c]! - value) * scale;
			slopes[at + c - 1] = slope;
			values[at + c - 1] = value - slope * shift;
		}
	}

	// The row of the last key at or before a time inside the keys.
	#search(g: number, time: number, start: number, width: number): number {
		const rows = this.#rows;
		const { keys, groups, origin, scale } = this.#grid;
		let left = start + keys[Math.floor((time - origin) * scale) * groups + g]! * width;
		// Rounding may put a time into the slice after its own.
		if (rows[left]! > time) left -= width;
		for (let i = 0; i < MAX_STEPS; i++) {
			if (rows[left + width]! > time) return left;
			left += width;
		}
		// Many keys in one slice: bisect the rest.
		const count = this.#places[g * PLACE_SIZE + 2]!;
		return start + seekKey(rows, start, width, count, time, (left - start) / width) * width;
	}

	#locateOutside(g: number, time: number): void {
		const start = this.#places[g * PLACE_SIZE]!;
		const width = this.#places[g * PLACE_SIZE + 1]!;
		const count = this.#places[g * PLACE_SIZE + 2]!;
		const first = this.#times[g * 2]!;
		const last = this.#times[g * 2 + 1]!;
		const lastRow = start + (count - 1) * width;
		if (count < 2) {
			this.#hold(g, count === 0 ? -1 : start, time, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
			return;
		}
		if (!Number.isFinite(time)) {
			this.#hold(g, Number.NaN, time, time, time);
			return;
		}
		const isAfter = time >= last;
		const { preWrap, postWrap } = this.#wraps[g]!;
		const wrap = isAfter ? postWrap : preWrap;
		if (!isRepeating(wrap, this.#defaultWrap)) {
			if (isAfter) this.#hold(g, lastRow, time, last, Number.POSITIVE_INFINITY);
			else this.#hold(g, start, time, Number.NEGATIVE_INFINITY, first);
			return;
		}
		const mode = effectiveWrap(wrap, this.#defaultWrap);
		const repeated = last > first ? repeatTime(time, first, last, mode) : first;
		if (!(last > first)) this.#hold(g, isAfter && mode !== WRAP_LOOP ? lastRow : start, time, time, time);
		else if (repeated >= last) this.#hold(g, lastRow, time, time, time);
		else this.#locate(g, repeated, time, false);
	}

	// Holds the values of a row, to the bit: a slope of −0 times the time is −0, and adding −0 changes nothing. Row −1
	// stands for a curve without keys, which is 0, NaN for no value at all.
	#hold(g: number, row: number, time: number, from: number, until: number): void {
		const width = this.#places[g * PLACE_SIZE + 1]!;
		const at = this.#places[g * PLACE_SIZE + 3]!;
		const flat = time < 0 ? 0 : -0;
		this.#ranges[g * 2] = from;
		this.#ranges[g * 2 + 1] = until;
		for (let c = 1; c < width; c++) {
			this.values[at + c - 1] = row >= 0 ? this.#rows[row + c]! : row === -1 ? 0 : Number.NaN;
			this.slopes[at + c - 1] = flat;
		}
	}
}

function copyRows(group: Group, rows: Float32Array, width: number): void {
	const { curves, flips, signs } = group;
	const { floats: firstFloats, start: firstStart, stride } = curves[0]!;
	for (let from = firstStart, to = 0; to < rows.length; from += stride, to += width) rows[to] = firstFloats[from]!;
	for (let c = 0; c < curves.length; c++) {
		const { floats, start } = curves[c]!;
		const sign = signs[c]!;
		for (let i = 0, from = start + 1, to = c + 1; to < rows.length; i++, from += stride, to += width) {
			rows[to] = floats[from]! * (flips === null ? sign : keySign(group, c, i));
		}
	}
}

/**
 * Time in even slices; for each the last key of every group at or before its start, all groups side by side, so that a
 * seek reads one run of memory instead of one place for each group.
 */
interface KeyGrid {
	readonly keys: Uint32Array;
	readonly groups: number;
	readonly origin: number;
	/** Slices per second. */
	readonly scale: number;
	/** Seconds of a slice. */
	readonly step: number;
}

function createKeyGrid(rows: Float32Array, places: Int32Array, times: Float64Array): KeyGrid {
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
	// As many slices as groups have keys on average.
	const slices = end > origin ? Math.ceil(total / groups) : 1;
	const step = end > origin ? (end - origin) / slices : Number.POSITIVE_INFINITY;
	const keys = new Uint32Array((slices + 1) * groups);
	for (let g = 0; g < groups; g++) {
		const start = places[g * PLACE_SIZE]!;
		const width = places[g * PLACE_SIZE + 1]!;
		const last = places[g * PLACE_SIZE + 2]! - 2;
		for (let slice = 0, key = 0; slice <= slices; slice++) {
			const time = origin + slice * step;
			while (key < last && rows[start + (key + 1) * width]! <= time) key++;
			keys[slice * groups + g] = key;
		}
	}
	return { keys, groups, origin, scale: 1 / step, step };
}
