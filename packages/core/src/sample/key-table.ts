import { effectiveWrap, findHeldKey, isRepeating, repeatTime } from '../model/wrap-mode.ts';
import type { Group } from './group.ts';
import { createKeyIndex, findMark, type KeyIndex } from './key-index.ts';

/** Arrays that a kernel can share. */
export type KernelArray = Float32Array | Float64Array | Int32Array | Uint8Array;

// A row starts with two times.

/** The time of a key; NaN in the row after all keys, which no time passes. */
export const START = 0;
/** The time of the next key of the same group; NaN after the last. */
export const STOP = 1;
/** The index in a row at which the words of the subclass start. */
export const FIRST_OUTPUT = 2;
/** The number of outputs that a row has room for: a quaternion. */
export const ROW_OUTPUTS = 4;

/** The index in a row of a word near its end: rows of lines have ten. */
const TOUCHED_WORDS = 9;

/**
 * The keys of groups, and the current segment of each group, which a subclass turns into coefficients. Playback looks
 * only at the keys that it passes.
 *
 * All groups share a few arrays: a jump touches every group, and following a pointer for each would cost more than the
 * work.
 */
export abstract class KeyTable {
	index: KeyIndex;
	/** A row per key in time order: its times, then the words of the subclass about its value and segment. */
	protected rows: Float32Array;
	/** The number of words of a row. */
	readonly rowLength: number;
	/** The first output of each group. */
	offsets: Int32Array;
	/** The number of outputs of each group. */
	sizes: Int32Array;
	/** The last key of each group before the time of the last jump. */
	#lefts: Int32Array;
	/** The key of each group that the last search found, and the time of that search. */
	readonly #sought: Int32Array;
	#soughtTime: number = Number.NaN;
	/** Between these times no group repeats, so playback only passes keys. */
	readonly from: number;
	readonly until: number;
	readonly #wraps: ReadonlyArray<{ readonly preWrap: number; readonly postWrap: number }>;
	readonly #defaultWrap: number;
	/** The next key that playback passes. */
	#next = 0;
	#lastTime: number = Number.NaN;
	/** Sink: stops dead-code elimination. */
	protected touched = 0.5;

	/**
	 * `words` is the number of words per output in a row; `writeRows` fills the rows of a group, which start at `keys`.
	 */
	constructor(
		groups: readonly Group[],
		words: number,
		writeRows: (group: Group, keys: Int32Array, rows: Float32Array) => void,
		defaultWrap: number,
	) {
		this.rowLength = FIRST_OUTPUT + words * ROW_OUTPUTS;
		const { index, times } = createKeyIndex(groups.map(listTimes), this.rowLength);
		this.index = index;
		this.rows = new Float32Array((times.length + 1) * this.rowLength);
		const keys = writeTimes(times, index.owners, this.rows, groups);
		for (const [g, group] of groups.entries()) writeRows(group, keys[g]!, this.rows);
		this.offsets = Int32Array.from(groups, (group) => group.offset);
		this.sizes = Int32Array.from(groups, (group) => group.curves.length);
		this.#lefts = new Int32Array(groups.length);
		this.#sought = new Int32Array(groups.length);
		this.#wraps = groups.map(({ curves }) => curves[0]!);
		this.#defaultWrap = defaultWrap;
		const starts = groups.map((_, g) =>
			this.#repeats(g, 'preWrap') ? this.#firstTimeIn(g) : Number.NEGATIVE_INFINITY,
		);
		const stops = groups.map((_, g) => (this.#repeats(g, 'postWrap') ? this.#lastTimeIn(g) : Number.POSITIVE_INFINITY));
		this.from = Math.max(...starts);
		this.until = Math.min(...stops);
	}

	/** All coefficients, in the order of the kernel. */
	abstract get columns(): ReadonlyArray<readonly number[]>;

	/** Computes the coefficients of a group's segment from a key to the next. */
	protected abstract fillSegment(g: number, key: number): void;

	/**
	 * Makes a group hold the value of its segment at a time, for a sample at the time `clock`: a repeated time may be so
	 * far from the keys that a segment moved there would lose digits.
	 */
	protected abstract pin(g: number, time: number, clock: number): void;

	/**
	 * Makes a group hold the values of a key, to the bit: at the key itself the values that its segment starts with (a
	 * step may start with its end value), elsewhere the key's own values. Key −1 means curves without keys, which are 0;
	 * key NaN gives NaN.
	 */
	protected abstract fillHeld(g: number, key: number, time: number, isAtKey: boolean): void;

	/** Returns an output in full precision, at the time that was sought and written last. */
	abstract valueAt(i: number, time: number): number;

	/**
	 * Replaces the arrays by the copies that `move` makes, and returns their byte offsets in the order of the kernel
	 * (simd/kernel.ts).
	 */
	moveArrays(move: <T extends KernelArray>(array: T) => T): number[] {
		const { owners, marks, markTimes, slices } = this.index;
		const moved = { owners: move(owners), marks: move(marks), markTimes: move(markTimes), slices: move(slices) };
		this.index = { ...this.index, ...moved };
		this.rows = move(this.rows);
		this.offsets = move(this.offsets);
		this.sizes = move(this.sizes);
		this.#lefts = move(this.#lefts);
		const arrays = [...Object.values(moved), this.rows, this.offsets, this.sizes, this.#lefts];
		return arrays.map((array) => array.byteOffset);
	}

	/** Brings the coefficients to a time. A small step forward passes keys, any other change is a jump. */
	seek(time: number): void {
		const last = this.#lastTime;
		this.#lastTime = time;
		// Not from below 0 to 0: holding −0 depends on the sign of the time.
		const isStep = time >= last && time - last < this.index.step && (last >= 0 || time < 0);
		if (isStep && last >= this.from && time < this.until) this.#passKeys(time);
		else this.#jump(time);
		this.#holdKeysAt(time);
	}

	// At its time a key's own bits count; its segment starts after it.
	#holdKeysAt(time: number): void {
		const { rows, rowLength } = this;
		const { owners } = this.index;
		let isPlain = true;
		for (let next = this.#next, key = next * rowLength; rows[key] === time; next++, key += rowLength) {
			const stop = rows[key + STOP]!;
			// With several keys of a group at one time, or after the last key, other rules apply.
			if (stop === time) isPlain = false;
			if (isPlain && stop > time) this.fillHeld(owners[next]!, key, time, true);
			else this.locate(owners[next]!, time, time);
		}
	}

	// Enters the segments after the keys that lie before a time.
	#passKeys(time: number): void {
		const { rows, rowLength } = this;
		const { owners } = this.index;
		let next = this.#next;
		for (let key = next * rowLength; rows[key]! < time; next++, key += rowLength) {
			if (Number.isNaN(rows[key + STOP])) this.fillHeld(owners[next]!, key, time, false);
			else this.fillSegment(owners[next]!, key);
		}
		this.#next = next;
	}

	// Finds the segments of all groups, from the mark before the time on.
	#jump(time: number): void {
		const { rows, rowLength } = this;
		const lefts = this.#lefts;
		const { owners } = this.index;
		let next = this.#copyMark(time, lefts);
		for (let key = next * rowLength; rows[key]! < time; next++, key += rowLength) lefts[owners[next]!] = key;
		this.#next = next;
		// Reads from all rows first: memory requests in parallel are faster than waiting for each.
		let touched = 0;
		for (let g = 0; g < lefts.length; g++) {
			const left = Math.max(lefts[g]!, 0);
			touched += rows[left]! + rows[left + TOUCHED_WORDS]!;
		}
		this.touched = touched;
		for (let g = 0; g < lefts.length; g++) {
			const left = lefts[g]!;
			if (left >= 0 && rows[left + STOP]! >= time) this.fillSegment(g, left);
			else this.locate(g, time, time);
		}
	}

	/** Finds the segment of one group. `time` is on the clock of the keys, `clock` is the caller's time. */
	locate(g: number, time: number, clock: number): void {
		const first = this.#firstTimeIn(g);
		if (!(time >= first && time < this.#lastTimeIn(g))) {
			this.#locateOutside(g, time);
			return;
		}
		// Of several keys at one time the last counts; at the first time, the first.
		const key = time === first ? this.index.ends[g * 2]! : this.#search(g, time);
		// The first of several keys at the first time has no segment.
		if (time === this.rows[key + START]) this.fillHeld(g, key, clock, this.rows[key + STOP] !== time);
		else {
			this.fillSegment(g, key);
			if (clock !== time) this.pin(g, time, clock);
		}
	}

	// The last key of a group at or before a time. Groups are usually searched at the same time one after the other.
	#search(g: number, time: number): number {
		if (time !== this.#soughtTime) {
			const { rows, rowLength } = this;
			let next = this.#copyMark(time, this.#sought);
			for (let key = next * rowLength; rows[key]! <= time; next++, key += rowLength) {
				this.#sought[this.index.owners[next]!] = key;
			}
			this.#soughtTime = time;
		}
		return this.#sought[g]!;
	}

	// Copies the keys of the mark before a time and returns the row that follows it.
	#copyMark(time: number, keys: Int32Array): number {
		const { marks, markRows } = this.index;
		const mark = findMark(this.index, time);
		for (let g = 0, at = mark * keys.length; g < keys.length; g++, at++) keys[g] = marks[at]!;
		return mark * markRows;
	}

	#locateOutside(g: number, time: number): void {
		const first = this.#firstTimeIn(g);
		const last = this.#lastTimeIn(g);
		const [firstKey, lastKey] = [this.index.ends[g * 2]!, this.index.ends[g * 2 + 1]!];
		const isAfter = time >= last;
		const side = isAfter ? 'postWrap' : 'preWrap';
		const mode = this.#wrapOf(g, side);
		if (firstKey === lastKey) this.#hold(g, firstKey, time);
		else if (!Number.isFinite(time)) this.#hold(g, Number.NaN, time);
		else if (!(last > first)) {
			const held = findHeldKey(isAfter, this.#wraps[g]![side], this.#defaultWrap);
			this.#hold(g, held === null ? Number.NaN : held === 'last' ? lastKey : firstKey, time);
		} else if (!isRepeating(mode)) this.#hold(g, isAfter ? lastKey : firstKey, time);
		else {
			const repeated = repeatTime(time, first, last, mode);
			if (repeated >= last) this.#hold(g, lastKey, time);
			else this.locate(g, repeated, time);
		}
	}

	#hold(g: number, key: number, time: number): void {
		this.fillHeld(g, key, Number.isFinite(time) ? time : 0, false);
	}

	#wrapOf(g: number, side: 'preWrap' | 'postWrap'): number {
		return effectiveWrap(this.#wraps[g]![side], this.#defaultWrap);
	}

	#repeats(g: number, side: 'preWrap' | 'postWrap'): boolean {
		return this.index.ends[g * 2] !== this.index.ends[g * 2 + 1] && isRepeating(this.#wrapOf(g, side));
	}

	#firstTimeIn(g: number): number {
		return this.rows[this.index.ends[g * 2]! + START] ?? 0;
	}

	#lastTimeIn(g: number): number {
		return this.rows[this.index.ends[g * 2 + 1]! + START] ?? 0;
	}
}

function listTimes({ curves }: Group): Float32Array {
	const { floats, start, stride, count } = curves[0]!;
	const times = new Float32Array(count);
	for (let i = 0, from = start; i < count; i++, from += stride) times[i] = floats[from]!;
	return times;
}

// Writes the times of all rows and returns where the rows of each group start.
function writeTimes(
	times: Float32Array,
	owners: Int32Array,
	rows: Float32Array,
	groups: readonly Group[],
): Int32Array[] {
	const keys = groups.map(({ curves }) => new Int32Array(curves[0]!.count));
	const written = new Int32Array(groups.length);
	const rowLength = rows.length / (times.length + 1);
	for (let i = 0, key = 0; i < times.length; i++, key += rowLength) {
		const g = owners[i]!;
		const own = keys[g]!;
		const n = written[g]!++;
		own[n] = key;
		rows[key + START] = times[i]!;
		rows[key + STOP] = Number.NaN;
		if (n > 0) rows[own[n - 1]! + STOP] = times[i]!;
	}
	rows[times.length * rowLength + START] = Number.NaN;
	return keys;
}
