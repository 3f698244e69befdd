import { type Group, keySign } from './group.ts';
import { FIRST_OUTPUT, KeyTable, ROW_OUTPUTS, START, STOP } from './key-table.ts';

/** The words of a row per output: first the values of the key, then those of the next key. */
const WORDS = 2;
const NEXT_OUTPUT = FIRST_OUTPUT + ROW_OUTPUTS;

/** Groups of straight lines: each output has a value and a slope, and a sample is value + slope × time. */
export class LineTable extends KeyTable {
	/**
	 * One entry per output; NaN for outputs without curves. Plain arrays of numbers, because V8 loops over them faster than
	 * over Float64Arrays.
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

	/** Returns an output at a time in full precision. */
	valueAt(i: number, time: number): number {
		return this.values[i]! + this.slopes[i]! * time;
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
		// Unrolled, because playback and jumps spend their time here.
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

// Writes the values of each key and the next, with signs applied. Key by key, because rows are far apart in memory.
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
