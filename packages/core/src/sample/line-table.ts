import { type Group, keySign } from './group.ts';
import { PLACE_SIZE } from './key-grid.ts';
import { KeyTable, MAX_STEPS } from './key-table.ts';
import { writeRotation } from './normalize.ts';
import type { SegmentStream } from './segment-stream.ts';

/** Groups of straight lines: the segment of each is a value and a slope for each output, a sample value + slope × time. */
export class LineTable extends KeyTable {
	/**
	 * One entry an output; NaN where nothing writes. Plain arrays of numbers: V8 runs the loops over them faster than
	 * those over Float64Arrays.
	 */
	readonly values: number[];
	readonly slopes: number[];

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		super(groups, 1, writeRows, defaultWrap);
		this.values = Array.from({ length: outputs }, () => Number.NaN);
		this.slopes = Array.from({ length: outputs }, () => Number.NaN);
	}

	get columns(): ReadonlyArray<readonly number[]> {
		return [this.values, this.slopes];
	}

	/** An output at a time, in full precision. */
	valueAt(i: number, time: number): number {
		return this.values[i]! + this.slopes[i]! * time;
	}

	/**
	 * Writes poses at a time that is far from the last one: the same as seeking and then writing, but nothing is kept,
	 * since mostly another jump follows. Only for tables whose groups are whole positions and rotations. Held values are
	 * those at `time`, which is finite.
	 */
	writeJump(clock: number, time: number, out: Float32Array, isRaw: boolean): void {
		this.skipTo(clock);
		const { rows, places, times, offsets, sizes } = this;
		const { lefts, groups } = this.grid;
		const slice = this.touchSlice(clock);
		for (let g = 0; g < groups; g++) {
			if (!(clock > times[g * 2]! && clock < times[g * 2 + 1]!)) {
				this.#writeLocated(g, clock, time, out, isRaw);
				continue;
			}
			const width = places[g * PLACE_SIZE + 1]!;
			let left = lefts[slice + g]!;
			let right = left + width;
			const limit = left + MAX_STEPS * width;
			while (rows[right]! <= time && left < limit) {
				left = right;
				right += width;
			}
			const from = rows[left]!;
			const until = rows[right]!;
			if (!(time > from && time < until)) {
				this.#writeLocated(g, clock, time, out, isRaw);
				continue;
			}
			// As fillSegment and valueAt do it.
			const at = offsets[g]!;
			const perSecond = 1 / (until - from);
			const x0 = rows[left + 1]!;
			const y0 = rows[left + 2]!;
			const z0 = rows[left + 3]!;
			const xSlope = (rows[right + 1]! - x0) * perSecond;
			const ySlope = (rows[right + 2]! - y0) * perSecond;
			const zSlope = (rows[right + 3]! - z0) * perSecond;
			const x = x0 - xSlope * from + xSlope * time;
			const y = y0 - ySlope * from + ySlope * time;
			const z = z0 - zSlope * from + zSlope * time;
			if (sizes[g] === 3) {
				out[at] = x;
				out[at + 1] = y;
				out[at + 2] = z;
				continue;
			}
			const w0 = rows[left + 4]!;
			const wSlope = (rows[right + 4]! - w0) * perSecond;
			const w = w0 - wSlope * from + wSlope * time;
			if (isRaw) {
				out[at] = x;
				out[at + 1] = y;
				out[at + 2] = z;
				out[at + 3] = w;
			} else writeRotation(out, at, x, y, z, w);
		}
	}

	#writeLocated(g: number, clock: number, time: number, out: Float32Array, isRaw: boolean): void {
		this.locate(g, clock, clock);
		const at = this.offsets[g]!;
		const x = this.valueAt(at, time);
		const y = this.valueAt(at + 1, time);
		const z = this.valueAt(at + 2, time);
		out[at] = x;
		out[at + 1] = y;
		out[at + 2] = z;
		if (this.sizes[g] === 3) return;
		const w = this.valueAt(at + 3, time);
		out[at + 3] = w;
		if (!isRaw) writeRotation(out, at, x, y, z, w);
	}

	protected follow({ times, groups, coefficients }: SegmentStream, next: number, time: number): number {
		const { values, slopes, offsets, sizes } = this;
		let i = next;
		for (; times[i]! < time; i++) {
			const g = groups[i]!;
			const size = sizes[g]!;
			const at = offsets[g]!;
			const from = i * 8;
			values[at] = coefficients[from]!;
			slopes[at] = coefficients[from + 4]!;
			if (size === 1) continue;
			values[at + 1] = coefficients[from + 1]!;
			values[at + 2] = coefficients[from + 2]!;
			slopes[at + 1] = coefficients[from + 5]!;
			slopes[at + 2] = coefficients[from + 6]!;
			if (size === 3) continue;
			values[at + 3] = coefficients[from + 3]!;
			slopes[at + 3] = coefficients[from + 7]!;
		}
		return i;
	}

	protected fillSegment(g: number, left: number, right: number, keyTime: number): void {
		const { rows, values, slopes } = this;
		const at = this.offsets[g]!;
		const size = this.sizes[g]!;
		const perSecond = 1 / (rows[right]! - rows[left]!);
		const x = rows[left + 1]!;
		const xSlope = (rows[right + 1]! - x) * perSecond;
		slopes[at] = xSlope;
		values[at] = x - xSlope * keyTime;
		if (size === 1) return;
		// Written out, because this runs for every group after a jump.
		const y = rows[left + 2]!;
		const z = rows[left + 3]!;
		const ySlope = (rows[right + 2]! - y) * perSecond;
		const zSlope = (rows[right + 3]! - z) * perSecond;
		slopes[at + 1] = ySlope;
		slopes[at + 2] = zSlope;
		values[at + 1] = y - ySlope * keyTime;
		values[at + 2] = z - zSlope * keyTime;
		if (size === 3) return;
		const w = rows[left + 4]!;
		const wSlope = (rows[right + 4]! - w) * perSecond;
		slopes[at + 3] = wSlope;
		values[at + 3] = w - wSlope * keyTime;
	}

	protected fillHeld(g: number, row: number, time: number): void {
		for (let c = 0; c < this.sizes[g]!; c++) {
			this.#hold(this.offsets[g]! + c, row >= 0 ? this.rows[row + 1 + c]! : row === -1 ? 0 : Number.NaN, time);
		}
	}

	protected pin(g: number, time: number, clock: number): void {
		for (let c = 0, i = this.offsets[g]!; c < this.sizes[g]!; c++, i++) this.#hold(i, this.valueAt(i, time), clock);
	}

	// A slope of −0 times the time is −0, and adding −0 changes nothing, not even −0.
	#hold(i: number, value: number, time: number): void {
		this.values[i] = value;
		this.slopes[i] = time < 0 ? 0 : -0;
	}
}

// Time and values of each key, signs applied: two neighbours lie in one or two cache lines.
function writeRows(group: Group, rows: Float32Array, width: number): void {
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
