import { effectiveWrap, findHeldKey, isRepeating, repeatTime } from '../model/wrap-mode.ts';
import type { Group } from './group.ts';
import { createKeyIndex, findMark, type KeyIndex } from './key-index.ts';
import { listTimelines, type Timeline } from './timeline.ts';
import { createRows, FIRST_OUTPUT, LINK, type RowShape, START, type WriteGroup } from './write-rows.ts';

/** Arrays that a kernel can share. */
export type KernelArray = Float32Array | Float64Array | Int32Array | Uint8Array;

/**
 * The number of words of rows up to which vectors with their own key times get copies of the next values: about a
 * minute with keys at every frame. Copies make playback faster, but double the memory.
 */
const MAX_COPIED_WORDS = 1_048_576;

/** The index in a row of a word near the end of its copy: rows of lines have eight or ten. */
const TOUCHED_WORDS = 7;

/** How a subclass uses rows. */
export interface RowUse {
	readonly wordsPerOutput: number;
	/** Whether a segment needs the values of the next row, and not only its time. */
	readonly readsNext: boolean;
	readonly writeGroup: WriteGroup;
}

/**
 * The keys of timelines, and the current segment of each timeline, which a subclass turns into coefficients. Playback
 * looks only at the keys that it passes.
 *
 * All timelines share a few arrays: a jump touches every timeline, and following a pointer for each would cost more
 * than the work.
 */
export abstract class KeyTable {
	index: KeyIndex;
	/** A row per key in time order: its time, then the words of the subclass about values and segments. */
	protected rows: Float32Array;
	/** The same words as integers. */
	protected words: Int32Array;
	/** The number of words in the rows of each timeline. */
	rowLengths: Int32Array;
	/** The index in the rows of each timeline at which the copy of the next row starts; 0 for rows with a link. */
	copies: Int32Array;
	/** The first group of each timeline, and at last the number of groups. */
	firsts: Int32Array;
	/** The first output of each group. */
	offsets: Int32Array;
	/** The number of outputs of each group. */
	sizes: Int32Array;
	/** The last key of each timeline before the time of the last jump. */
	#lefts: Int32Array;
	/** The key of each timeline that the last search found, and the time of that search. */
	readonly #sought: Int32Array;
	#soughtTime: number = Number.NaN;
	/** Between these times no timeline repeats, so playback only passes keys. */
	readonly from: number;
	readonly until: number;
	readonly #wraps: ReadonlyArray<{ readonly preWrap: number; readonly postWrap: number }>;
	readonly #defaultWrap: number;
	/** The next key that playback passes, and the number of its row. */
	#nextKey = 0;
	#nextRow = 0;
	#lastTime: number = Number.NaN;
	/** Sink: stops dead-code elimination. */
	protected touched = 0.5;

	constructor(given: readonly Group[], use: RowUse, defaultWrap: number) {
		const timelines = listTimelines(given);
		const groups = timelines.flatMap((timeline) => timeline.groups);
		this.offsets = Int32Array.from(groups, (group) => group.offset);
		this.sizes = Int32Array.from(groups, (group) => group.curves.length);
		this.firsts = new Int32Array(timelines.length + 1);
		for (const [t, timeline] of timelines.entries()) this.firsts[t + 1] = this.firsts[t]! + timeline.groups.length;
		const shapes = shapeRows(timelines, use);
		this.rowLengths = Int32Array.from(shapes, ({ rowLength }) => rowLength);
		this.copies = Int32Array.from(shapes, ({ ownLength, copyLength }) => (copyLength === 0 ? 0 : ownLength));
		const { index, times } = createKeyIndex(timelines.map(listTimes), this.rowLengths);
		const { owners, end } = index;
		this.index = index;
		this.rows = createRows(timelines, shapes, { times, owners, end }, use.wordsPerOutput, use.writeGroup);
		this.words = new Int32Array(this.rows.buffer);
		this.#lefts = new Int32Array(timelines.length);
		this.#sought = new Int32Array(timelines.length);
		this.#wraps = timelines.map(({ curve }) => curve);
		this.#defaultWrap = defaultWrap;
		const starts = timelines.map((_, t) =>
			this.#repeats(t, 'preWrap') ? this.#firstTimeIn(t) : Number.NEGATIVE_INFINITY,
		);
		const stops = timelines.map((_, t) =>
			this.#repeats(t, 'postWrap') ? this.#lastTimeIn(t) : Number.POSITIVE_INFINITY,
		);
		this.from = Math.max(...starts);
		this.until = Math.min(...stops);
	}

	/** All coefficients, in the order of the kernel. */
	abstract get columns(): ReadonlyArray<readonly number[]>;

	/** Computes the coefficients of a timeline's segment from a key to the next. */
	protected abstract fillSegment(t: number, key: number, next: number): void;

	/**
	 * Makes a timeline hold the value of its segment at a time, for a sample at the time `clock`: a repeated time may be
	 * so far from the keys that a segment moved there would lose digits.
	 */
	protected abstract pin(t: number, time: number, clock: number): void;

	/**
	 * Makes a timeline hold the values of a key, to the bit: at the key itself the values that its segment starts with (a
	 * step may start with its end value), elsewhere the key's own values. Key −1 means curves without keys, which are 0;
	 * key NaN is NaN.
	 */
	protected abstract fillHeld(t: number, key: number, time: number, isAtKey: boolean): void;

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
		this.words = move(this.words);
		this.rows = new Float32Array(this.words.buffer, this.words.byteOffset, this.words.length);
		this.rowLengths = move(this.rowLengths);
		this.copies = move(this.copies);
		this.firsts = move(this.firsts);
		this.offsets = move(this.offsets);
		this.sizes = move(this.sizes);
		this.#lefts = move(this.#lefts);
		const { words, rowLengths, copies, firsts, offsets, sizes } = this;
		const arrays = [...Object.values(moved), words, rowLengths, copies, firsts, offsets, sizes, this.#lefts];
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
		const { rows, rowLengths } = this;
		const { owners } = this.index;
		let isPlain = true;
		for (let row = this.#nextRow, key = this.#nextKey; rows[key] === time; row++) {
			const t = owners[row]!;
			const stop = rows[this.#nextOf(t, key)]!;
			// With several keys of a timeline at one time, or after the last key, other rules apply.
			if (stop === time) isPlain = false;
			if (isPlain && stop > time) this.fillHeld(t, key, time, true);
			else this.locate(t, time, time);
			key += rowLengths[t]!;
		}
	}

	// Enters the segments after the keys that lie before a time.
	#passKeys(time: number): void {
		const { rows, words, rowLengths, copies } = this;
		const { owners } = this.index;
		let row = this.#nextRow;
		let key = this.#nextKey;
		for (; rows[key]! < time; row++) {
			const t = owners[row]!;
			const copy = copies[t]!;
			const next = copy > 0 ? key + copy : ~words[key + LINK]!;
			if (Number.isNaN(rows[next])) this.fillHeld(t, key, time, false);
			else this.fillSegment(t, key, next);
			key += rowLengths[t]!;
		}
		this.#nextRow = row;
		this.#nextKey = key;
	}

	// Finds the segments of all timelines, from the mark before the time on.
	#jump(time: number): void {
		const { rows, words, rowLengths, copies } = this;
		const lefts = this.#lefts;
		const { owners, markRows, end } = this.index;
		const mark = this.#copyMark(time, lefts);
		let row = mark * markRows;
		let key = this.#keyAfter(mark);
		for (; rows[key]! < time; row++) {
			const t = owners[row]!;
			lefts[t] = key;
			key += rowLengths[t]!;
		}
		this.#nextRow = row;
		this.#nextKey = key;
		// Reads from all rows first: memory requests in parallel are faster than waiting for each.
		let touched = 0;
		for (let t = 0; t < lefts.length; t++) {
			const left = Math.max(lefts[t]!, 0);
			touched += rows[left]! + rows[left + TOUCHED_WORDS]!;
		}
		this.touched = touched;
		for (let t = 0; t < lefts.length; t++) {
			const left = lefts[t]!;
			const copy = copies[t]!;
			const next = left < 0 ? end : copy > 0 ? left + copy : ~words[left + LINK]!;
			if (rows[next]! >= time) this.fillSegment(t, left, next);
			else this.locate(t, time, time);
		}
	}

	/** Finds the segment of one timeline. `time` is on the clock of the keys, `clock` is the caller's time. */
	locate(t: number, time: number, clock: number): void {
		const first = this.#firstTimeIn(t);
		if (!(time >= first && time < this.#lastTimeIn(t))) {
			this.#locateOutside(t, time);
			return;
		}
		// Of several keys at one time the last counts; at the first time, the first.
		const key = time === first ? this.index.ends[t * 2]! : this.#search(t, time);
		const next = this.#nextOf(t, key);
		// The first of several keys at the first time has no segment.
		if (time === this.rows[key + START]) this.fillHeld(t, key, clock, this.rows[next] !== time);
		else {
			this.fillSegment(t, key, next);
			if (clock !== time) this.pin(t, time, clock);
		}
	}

	// The last key of a timeline at or before a time. Timelines are usually searched at the same time one after the other.
	#search(t: number, time: number): number {
		if (time !== this.#soughtTime) {
			const { rows, rowLengths } = this;
			const { owners, markRows } = this.index;
			const mark = this.#copyMark(time, this.#sought);
			for (let row = mark * markRows, key = this.#keyAfter(mark); rows[key]! <= time; row++) {
				const owner = owners[row]!;
				this.#sought[owner] = key;
				key += rowLengths[owner]!;
			}
			this.#soughtTime = time;
		}
		return this.#sought[t]!;
	}

	#nextOf(t: number, key: number): number {
		const copy = this.copies[t]!;
		return copy > 0 ? key + copy : ~this.words[key + LINK]!;
	}

	// Copies the keys of the mark before a time and returns the mark.
	#copyMark(time: number, keys: Int32Array): number {
		const { marks } = this.index;
		const mark = findMark(this.index, time);
		for (let t = 0, at = mark * (keys.length + 1); t < keys.length; t++, at++) keys[t] = marks[at]!;
		return mark;
	}

	#keyAfter(mark: number): number {
		const timelines = this.#lefts.length;
		return this.index.marks[mark * (timelines + 1) + timelines]!;
	}

	#locateOutside(t: number, time: number): void {
		const first = this.#firstTimeIn(t);
		const last = this.#lastTimeIn(t);
		const [firstKey, lastKey] = [this.index.ends[t * 2]!, this.index.ends[t * 2 + 1]!];
		const isAfter = time >= last;
		const side = isAfter ? 'postWrap' : 'preWrap';
		const mode = this.#wrapOf(t, side);
		if (firstKey === lastKey) this.#hold(t, firstKey, time);
		else if (!Number.isFinite(time)) this.#hold(t, Number.NaN, time);
		else if (!(last > first)) {
			const held = findHeldKey(isAfter, this.#wraps[t]![side], this.#defaultWrap);
			this.#hold(t, held === null ? Number.NaN : held === 'last' ? lastKey : firstKey, time);
		} else if (!isRepeating(mode)) this.#hold(t, isAfter ? lastKey : firstKey, time);
		else {
			const repeated = repeatTime(time, first, last, mode);
			if (repeated >= last) this.#hold(t, lastKey, time);
			else this.locate(t, repeated, time);
		}
	}

	#hold(t: number, key: number, time: number): void {
		this.fillHeld(t, key, Number.isFinite(time) ? time : 0, false);
	}

	#wrapOf(t: number, side: 'preWrap' | 'postWrap'): number {
		return effectiveWrap(this.#wraps[t]![side], this.#defaultWrap);
	}

	#repeats(t: number, side: 'preWrap' | 'postWrap'): boolean {
		return this.index.ends[t * 2] !== this.index.ends[t * 2 + 1] && isRepeating(this.#wrapOf(t, side));
	}

	#firstTimeIn(t: number): number {
		return this.rows[this.index.ends[t * 2]! + START] ?? 0;
	}

	#lastTimeIn(t: number): number {
		return this.rows[this.index.ends[t * 2 + 1]! + START] ?? 0;
	}
}

function shapeRows(timelines: readonly Timeline[], { wordsPerOutput, readsNext }: RowUse): RowShape[] {
	const lengths = timelines.map(
		({ groups }) => FIRST_OUTPUT + groups.reduce((sum, { curves }) => sum + curves.length, 0) * wordsPerOutput,
	);
	const total = timelines.reduce((sum, { curve }, t) => sum + curve.count * lengths[t]!, 0);
	const copyLengths = timelines.map(({ groups }, t) => {
		if (!readsNext) return START + 1;
		// Where many vectors share a row, reading the next row is a small part of the work.
		return groups.length === 1 && total <= MAX_COPIED_WORDS ? lengths[t]! : 0;
	});
	const linkLength = copyLengths.includes(0) ? -LINK : 0;
	return lengths.map((ownLength, t) => {
		const copyLength = copyLengths[t]!;
		return { ownLength, copyLength, rowLength: ownLength + copyLength + linkLength };
	});
}

function listTimes({ curve: { floats, start, stride, count } }: Timeline): Float32Array {
	const times = new Float32Array(count);
	for (let i = 0, from = start; i < count; i++, from += stride) times[i] = floats[from]!;
	return times;
}
