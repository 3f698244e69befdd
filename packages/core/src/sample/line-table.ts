import { type Group, keySign } from './group.ts';
import { FIRST_OUTPUT, KeyTable, ROW_OUTPUTS, START, STOP } from './key-table.ts';
import { writeRotation } from './normalize.ts';

/** Words that a row has for each output: first the values of the key, then those of the next. */
const WORDS = 2;
const NEXT_OUTPUT = FIRST_OUTPUT + ROW_OUTPUTS;

/** Groups of straight lines: the segment of each is a value and a slope for each output, a sample value + slope × time. */
export class LineTable extends KeyTable {
	/**
	 * One entry an output; NaN where nothing writes. Plain arrays of numbers: V8 runs the loops over them faster than
	 * those over Float64Arrays.
	 */
	readonly values: number[];
	readonly slopes: number[];

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		super(groups, WORDS, writeRows, defaultWrap);
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
	 * Writes poses at any time: the same as jumping and then writing, but no coefficients are kept, since mostly another
	 * jump follows. Only for tables whose groups are whole positions and rotations. Held values are those at `time`, which
	 * is finite.
	 */
	writeJump(clock: number, time: number, out: Float32Array, isRaw: boolean): void {
		this.findLefts(clock);
		const { rows, lefts, offsets, sizes } = this;
		for (let g = 0; g < lefts.length; g++) {
			const left = lefts[g]!;
			if (!(left >= 0 && rows[left + STOP]! >= clock)) {
				this.#writeLocated(g, clock, time, out, isRaw);
				continue;
			}
			// As fillSegment and valueAt do it.
			const from = left + FIRST_OUTPUT;
			const to = left + NEXT_OUTPUT;
			const start = rows[left + START]!;
			const perSecond = 1 / (rows[left + STOP]! - start);
			const xSlope = (rows[to]! - rows[from]!) * perSecond;
			const ySlope = (rows[to + 1]! - rows[from + 1]!) * perSecond;
			const zSlope = (rows[to + 2]! - rows[from + 2]!) * perSecond;
			const x = rows[from]! - xSlope * start + xSlope * time;
			const y = rows[from + 1]! - ySlope * start + ySlope * time;
			const z = rows[from + 2]! - zSlope * start + zSlope * time;
			const at = offsets[g]!;
			if (sizes[g] === 3) {
				out[at] = x;
				out[at + 1] = y;
				out[at + 2] = z;
				continue;
			}
			const wSlope = (rows[to + 3]! - rows[from + 3]!) * perSecond;
			const w = rows[from + 3]! - wSlope * start + wSlope * time;
			if (isRaw) {
				out[at] = x;
				out[at + 1] = y;
				out[at + 2] = z;
				out[at + 3] = w;
			} else writeRotation(out, at, x, y, z, w);
		}
		for (let next = this.next; rows[next * this.rowLength] === clock; next++) {
			this.#writeLocated(this.index.owners[next]!, clock, time, out, isRaw);
		}
	}

	#writeLocated(g: number, clock: number, time: number, out: Float32Array, isRaw: boolean): void {
		this.locate(g, clock, clock);
		const at = this.offsets[g]!;
		const end = at + this.sizes[g]!;
		for (let i = at; i < end; i++) out[i] = this.valueAt(i, time);
		if (this.sizes[g] === 3 || isRaw) return;
		const x = this.valueAt(at, time);
		writeRotation(out, at, x, this.valueAt(at + 1, time), this.valueAt(at + 2, time), this.valueAt(at + 3, time));
	}

	protected fillSegment(g: number, key: number): void {
		const { rows, values, slopes } = this;
		const at = this.offsets[g]!;
		const size = this.sizes[g]!;
		const from = key + FIRST_OUTPUT;
		const to = key + NEXT_OUTPUT;
		const start = rows[key + START]!;
		const perSecond = 1 / (rows[key + STOP]! - start);
		const x = rows[from]!;
		const xSlope = (rows[to]! - x) * perSecond;
		slopes[at] = xSlope;
		values[at] = x - xSlope * start;
		if (size === 1) return;
		// Written out, because playback and jumps spend their time here.
		const y = rows[from + 1]!;
		const z = rows[from + 2]!;
		const ySlope = (rows[to + 1]! - y) * perSecond;
		const zSlope = (rows[to + 2]! - z) * perSecond;
		slopes[at + 1] = ySlope;
		slopes[at + 2] = zSlope;
		values[at + 1] = y - ySlope * start;
		values[at + 2] = z - zSlope * start;
		if (size === 3) return;
		const w = rows[from + 3]!;
		const wSlope = (rows[to + 3]! - w) * perSecond;
		slopes[at + 3] = wSlope;
		values[at + 3] = w - wSlope * start;
	}

	protected fillHeld(g: number, key: number, time: number): void {
		for (let c = 0; c < this.sizes[g]!; c++) {
			const value = key >= 0 ? this.rows[key + FIRST_OUTPUT + c]! : key === -1 ? 0 : Number.NaN;
			this.#hold(this.offsets[g]! + c, value, time);
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

// The values of each key and of the next, signs applied. Key by key, since rows come from far apart in memory.
function writeRows(group: Group, keys: Int32Array, rows: Float32Array): void {
	const { curves } = group;
	for (let i = 0, next = NEXT_OUTPUT; i < keys.length; i++) {
		const key = keys[i]!;
		for (let c = 0; c < curves.length; c++) {
			const { floats, start, stride } = curves[c]!;
			const value = floats[start + i * stride + 1]! * keySign(group, c, i);
			rows[key + FIRST_OUTPUT + c] = value;
			if (i > 0) rows[next + c] = value;
		}
		next = key + NEXT_OUTPUT;
	}
}
