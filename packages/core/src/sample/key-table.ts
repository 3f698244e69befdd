import { seekKey } from '../curves/seek.ts';
import { effectiveWrap, isRepeating, repeatTime, WRAP_LOOP } from '../curves/wrap.ts';
import { EndWheel } from './end-wheel.ts';
import type { Group } from './group.ts';
import { createKeyGrid, type KeyGrid, PLACE_SIZE } from './key-grid.ts';
import { findStreamed, orderSegments, type SegmentStream, STREAM_COLUMNS, STREAM_OUTPUTS } from './segment-stream.ts';

/** Arrays that a kernel can share. */
export type KernelArray = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Keys that are looked at one by one before bisecting. */
export const MAX_STEPS = 8;

/** From the start of a row to some number near the end of the next one: rows of lines take four or five. */
const TOUCHED_WORDS = 11;

/**
 * The keys of some groups, and the segment that each group is in, turned into coefficients by a subclass. Playback
 * looks at keys only when a segment ends.
 *
 * Everything about all groups lies in a few arrays: a jump touches every group, and following a pointer for each would
 * cost more than the work.
 */
export abstract class KeyTable {
	/** For each key a row: its time, then what the subclass keeps of its values and of the segment after it. */
	protected rows: Float32Array;
	/** Where the outputs of each group start. */
	offsets: Int32Array;
	/** How many outputs each group has. */
	sizes: Int32Array;
	/** Until when the segment of each group holds. Nothing holds at first. */
	protected until: Float64Array;
	/** The row that each group was last found at. */
	protected lefts: Int32Array;
	/** The row of the last key of each group. */
	protected ends: Int32Array;
	protected places: Int32Array;
	/** First and last time of each group, side by side. */
	protected times: Float64Array;
	grid: KeyGrid;
	/** `null` unless {@link prepareReplay} made one. */
	stream: SegmentStream | null = null;
	readonly #wraps: ReadonlyArray<{ readonly preWrap: number; readonly postWrap: number }>;
	readonly #defaultWrap: number;
	readonly #wheel: EndWheel;
	/** Whether the last sample was taken without keeping the coefficients: {@link skipTo}. */
	#hasSkipped = false;
	/** Whether all groups are in the wheel: not after a jump, until playback goes on from there. */
	#isFiled = false;
	/** Whether the stream is followed, and how far: then only the coefficients are kept up to date. */
	#isFollowing = false;
	#streamed = 0;
	#lastTime: number = Number.NaN;
	/** Of no use but that reading is not optimised away. */
	protected touched = 0.5;

	/** `wordsPerOutput` is what a row holds for each output; `writeRows` fills the rows of a group. */
	constructor(
		groups: readonly Group[],
		wordsPerOutput: number,
		writeRows: (group: Group, rows: Float32Array, width: number) => void,
		defaultWrap: number,
	) {
		const counts = groups.map(({ curves }) => curves[0]!.count);
		const widths = groups.map(({ curves }) => curves.length * wordsPerOutput + 1);
		this.rows = new Float32Array(counts.reduce((sum, count, g) => sum + count * widths[g]!, TOUCHED_WORDS));
		this.offsets = Int32Array.from(groups, (group) => group.offset);
		this.sizes = Int32Array.from(groups, (group) => group.curves.length);
		this.until = new Float64Array(groups.length).fill(Number.NaN);
		this.lefts = new Int32Array(groups.length);
		this.ends = new Int32Array(groups.length);
		this.places = new Int32Array(groups.length * PLACE_SIZE);
		this.times = new Float64Array(groups.length * 2);
		this.#wraps = groups.map(({ curves }) => curves[0]!);
		this.#defaultWrap = defaultWrap;
		let row = 0;
		groups.forEach((group, g) => {
			const count = counts[g]!;
			const width = widths[g]!;
			const rows = this.rows.subarray(row, row + count * width);
			writeRows(group, rows, width);
			this.places.set([row, width, count], g * PLACE_SIZE);
			this.lefts[g] = row;
			this.ends[g] = row + (count - 1) * width;
			this.times.set([rows[0] ?? 0, rows[rows.length - width] ?? 0], g * 2);
			row += count * width;
		});
		this.grid = createKeyGrid(this.rows, this.places, this.times);
		this.#wheel = new EndWheel(groups.length, this.grid.step);
	}

	/** All coefficients, in the order that the kernel has them in. */
	abstract get columns(): ReadonlyArray<readonly number[]>;

	/** Copies the segments of a stream from one on that start before a time, and says which is the next. */
	protected abstract follow(stream: SegmentStream, next: number, time: number): number;

	/** Computes the coefficients of a segment. */
	protected abstract fillSegment(g: number, left: number, right: number, keyTime: number): void;

	/**
	 * Makes a group hold what its segment gives at a time, for a sample at another: a repeated time may be so far from the
	 * keys that a segment moved there would lose its digits.
	 */
	protected abstract pin(g: number, time: number, clock: number): void;

	/**
	 * Makes a group hold the values of a row, to the bit: at the key itself those that its segment starts with (a step may
	 * start with its end), elsewhere those of the key. Row −1 stands for curves without keys, which are 0, NaN for no
	 * value at all.
	 */
	protected abstract fillHeld(g: number, row: number, time: number, isAtKey: boolean): void;

	/** An output at the time that was sought and written last, in full precision. */
	abstract valueAt(i: number, time: number): number;

	/**
	 * From now on uses the copies of its arrays that `move` makes, and gives their places in the order that the kernel
	 * knows them in (simd/kernel.ts).
	 */
	moveArrays(move: <T extends KernelArray>(array: T) => T): number[] {
		this.rows = move(this.rows);
		this.offsets = move(this.offsets);
		this.sizes = move(this.sizes);
		this.until = move(this.until);
		this.lefts = move(this.lefts);
		this.ends = move(this.ends);
		this.places = move(this.places);
		this.times = move(this.times);
		this.grid = { ...this.grid, lefts: move(this.grid.lefts) };
		const { rows, offsets, sizes, until, lefts, ends, places, times, grid, stream } = this;
		const arrays = [rows, offsets, sizes, until, lefts, ends, places, times, grid.lefts];
		if (stream === null) return [...arrays.map((array) => array.byteOffset), 0, 0, 0, 0];
		this.stream = {
			...stream,
			times: move(stream.times),
			groups: move(stream.groups),
			coefficients: move(stream.coefficients),
		};
		arrays.push(this.stream.times, this.stream.groups, this.stream.coefficients);
		return [...arrays.map((array) => array.byteOffset), stream.groups.length];
	}

	/** Whether a time is a small step forwards: most groups are then still in their segment, the others in the next. */
	isStep(time: number): boolean {
		const last = this.#lastTime;
		return time >= last && time - last < this.grid.step;
	}

	/** Notes that a sample was taken at a time without bringing the coefficients there. */
	protected skipTo(time: number): void {
		this.#lastTime = time;
		this.#hasSkipped = true;
	}

	/**
	 * Finds a time in the grid, and reads two numbers of the rows there: asked for all at once, they come from memory sooner
	 * than when each is waited for.
	 */
	protected touchSlice(time: number): number {
		const rows = this.rows;
		const { lefts, groups, origin, scale } = this.grid;
		const slice = Math.floor((time - origin) * scale) * groups;
		// Outside the grid no group is looked up in it.
		if (!(slice >= 0 && slice < lefts.length)) return 0;
		let touched = 0;
		for (let g = 0; g < groups; g++) {
			const left = lefts[slice + g]!;
			touched += rows[left]! + rows[left + TOUCHED_WORDS]!;
		}
		this.touched = touched;
		return slice;
	}

	/** Brings the coefficients to a time. */
	seek(time: number): void {
		const isStep = this.isStep(time);
		const last = this.#lastTime;
		this.#lastTime = time;
		const { stream } = this;
		if (isStep && !this.#hasSkipped && stream !== null && last >= stream.from && time < stream.until) {
			this.#play(stream, last, time);
			return;
		}
		if (!isStep || this.#hasSkipped || this.#isFollowing) {
			this.#hasSkipped = false;
			this.#isFollowing = false;
			this.#isFiled = false;
			this.#jump(time);
			return;
		}
		if (!this.#isFiled) this.#fileGroups();
		const wheel = this.#wheel;
		const until = this.until;
		const first = wheel.slotAt(last);
		const count = wheel.countSlots(first, wheel.slotAt(time));
		for (let i = 0; i < count; i++) {
			for (let g = wheel.take(first + i); g >= 0; ) {
				const next = wheel.after(g);
				if (!(time < until[g]!)) this.#step(g, time);
				wheel.add(g, until[g]!);
				g = next;
			}
		}
	}

	#play(stream: SegmentStream, last: number, time: number): void {
		if (!this.#isFollowing) this.#streamed = findStreamed(stream, last);
		this.#isFollowing = true;
		const next = this.follow(stream, this.#streamed, time);
		this.#streamed = next;
		// A key's own bits count at its time; its segment is entered after it.
		for (let i = next; stream.times[i] === time; i++) this.locate(stream.groups[i]!, time, time);
	}

	/** Makes a stream of all segments. Before anything is sampled, because it needs the coefficients to work with. */
	prepareReplay(): void {
		const { rows, places, offsets, sizes } = this;
		const columns = this.columns.slice(0, STREAM_COLUMNS);
		const ordered = orderSegments(rows, places, this.times);
		if (ordered === null) return;
		const { lefts, ...stream } = ordered;
		const coefficients = new Float64Array(lefts.length * columns.length * STREAM_OUTPUTS);
		for (let i = 0, to = 0; i < lefts.length; i++) {
			const g = stream.groups[i]!;
			const at = offsets[g]!;
			const left = lefts[i]!;
			this.fillSegment(g, left, left + places[g * PLACE_SIZE + 1]!, rows[left]!);
			for (let c = 0; c < columns.length; c++, to += STREAM_OUTPUTS) {
				const column = columns[c]!;
				for (let o = 0; o < sizes[g]!; o++) coefficients[to + o] = column[at + o]!;
			}
		}
		this.stream = { ...stream, coefficients };
	}

	#fileGroups(): void {
		this.#isFiled = true;
		this.#wheel.clear();
		for (let g = 0; g < this.until.length; g++) this.#wheel.add(g, this.until[g]!);
	}

	// Goes on to the next segment, which is where a group mostly is when its segment has ended.
	#step(g: number, time: number): void {
		const { rows } = this;
		const width = this.places[g * PLACE_SIZE + 1]!;
		const left = this.lefts[g]! + width;
		if (left < this.ends[g]! && time > rows[left]! && time < rows[left + width]!) {
			this.lefts[g] = left;
			this.until[g] = rows[left + width]!;
			this.fillSegment(g, left, left + width, rows[left]!);
		} else this.locate(g, time, time);
	}

	// Finds all groups anew: the same as locate for each, with everything in locals. Random access spends its time here.
	#jump(time: number): void {
		const rows = this.rows;
		const places = this.places;
		const times = this.times;
		const { lefts, groups } = this.grid;
		const slice = this.touchSlice(time);
		for (let g = 0; g < groups; g++) {
			if (!(time > times[g * 2]! && time < times[g * 2 + 1]!)) {
				this.locate(g, time, time);
				continue;
			}
			const width = places[g * PLACE_SIZE + 1]!;
			const first = lefts[slice + g]!;
			const limit = first + MAX_STEPS * width;
			let left = first;
			while (rows[left + width]! <= time && left < limit) left += width;
			const from = rows[left]!;
			const until = rows[left + width]!;
			if (!(time > from && time < until)) {
				this.locate(g, time, time);
				continue;
			}
			this.lefts[g] = left;
			this.until[g] = until;
			this.fillSegment(g, left, left + width, from);
		}
	}

	/** Finds one group anew. `time` on the clock of the keys is `clock` on the caller's. */
	locate(g: number, time: number, clock: number): void {
		const first = this.times[g * 2]!;
		if (!(time >= first && time < this.times[g * 2 + 1]!)) {
			this.#locateOutside(g, time);
			return;
		}
		const rows = this.rows;
		const start = this.places[g * PLACE_SIZE]!;
		const width = this.places[g * PLACE_SIZE + 1]!;
		// At the first time the first of several keys counts, later the last.
		const left = time === first ? start : this.#search(g, time, start, width);
		this.lefts[g] = left;
		const keyTime = rows[left]!;
		// A key's own bits count at its time; the next sample looks again. So it is with repeated times.
		this.until[g] = clock === time && time > keyTime ? rows[left + width]! : clock;
		// The first of several keys at the first time has no segment.
		if (time === keyTime) this.fillHeld(g, left, clock, rows[left + width] !== time);
		else {
			this.fillSegment(g, left, left + width, keyTime);
			if (clock !== time) this.pin(g, time, clock);
		}
	}

	// The row of the last key at or before a time inside the keys.
	#search(g: number, time: number, start: number, width: number): number {
		const rows = this.rows;
		const { lefts, groups, origin, scale } = this.grid;
		let left = lefts[Math.floor((time - origin) * scale) * groups + g]!;
		// Rounding may put a time into the slice after its own.
		while (rows[left]! > time) left -= width;
		for (let i = 0; i < MAX_STEPS; i++) {
			if (rows[left + width]! > time) return left;
			left += width;
		}
		// Many keys in one slice: bisect the rest.
		const count = this.places[g * PLACE_SIZE + 2]!;
		return start + seekKey(rows, start, width, count, time, (left - start) / width) * width;
	}

	#locateOutside(g: number, time: number): void {
		const start = this.places[g * PLACE_SIZE]!;
		const count = this.places[g * PLACE_SIZE + 2]!;
		const lastRow = start + (count - 1) * this.places[g * PLACE_SIZE + 1]!;
		const first = this.times[g * 2]!;
		const last = this.times[g * 2 + 1]!;
		const isAfter = time >= last;
		const { preWrap, postWrap } = this.#wraps[g]!;
		const mode = effectiveWrap(isAfter ? postWrap : preWrap, this.#defaultWrap);
		if (count < 2) this.#hold(g, count === 0 ? -1 : start, time, Number.POSITIVE_INFINITY);
		else if (!Number.isFinite(time)) this.#hold(g, Number.NaN, time, time);
		else if (!isRepeating(mode)) {
			this.#hold(g, isAfter ? lastRow : start, time, isAfter ? Number.POSITIVE_INFINITY : first);
		} else if (!(last > first)) this.#hold(g, isAfter && mode !== WRAP_LOOP ? lastRow : start, time, time);
		else {
			const repeated = repeatTime(time, first, last, mode);
			if (repeated >= last) this.#hold(g, lastRow, time, time);
			else this.locate(g, repeated, time);
		}
	}

	#hold(g: number, row: number, time: number, until: number): void {
		// What holds −0 depends on the sign of the time: look again at 0.
		this.until[g] = time < 0 ? Math.min(until, 0) : until;
		this.fillHeld(g, row, Number.isFinite(time) ? time : 0, false);
	}
}
