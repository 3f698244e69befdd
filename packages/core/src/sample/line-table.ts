import type { Group } from './group.ts';
import { KeyTable } from './key-table.ts';
import { FIRST_OUTPUT, type RowRun, START } from './write-rows.ts';

/** Groups of straight lines: each output has a value and a slope, and a sample is value + slope × time. */
export class LineTable extends KeyTable {
	/**
	 * One entry per output; NaN for outputs without curves. Plain arrays of numbers, because V8 loops over them faster
	 * than over Float64Arrays.
	 */
	readonly values: number[];
	readonly slopes: number[];

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		super(groups, { wordsPerOutput: 1, readsNext: true, writeGroup: writeValues }, defaultWrap);
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

	protected fillSegment(t: number, key: number, next: number): void {
		const { rows, offsets, sizes, values, slopes } = this;
		const start = rows[key + START]!;
		const perSecond = 1 / (rows[next + START]! - start);
		const end = this.firsts[t + 1]!;
		let from = key + FIRST_OUTPUT;
		let to = next + FIRST_OUTPUT;
		for (let g = this.firsts[t]!; g < end; g++) {
			const at = offsets[g]!;
			const size = sizes[g]!;
			const x = rows[from]!;
			const xSlope = (rows[to]! - x) * perSecond;
			slopes[at] = xSlope;
			values[at] = x - xSlope * start;
			// Unrolled, because playback and jumps spend their time here.
			if (size > 1) {
				const y = rows[from + 1]!;
				const z = rows[from + 2]!;
				const ySlope = (rows[to + 1]! - y) * perSecond;
				const zSlope = (rows[to + 2]! - z) * perSecond;
				slopes[at + 1] = ySlope;
				slopes[at + 2] = zSlope;
				values[at + 1] = y - ySlope * start;
				values[at + 2] = z - zSlope * start;
			}
			if (size > 3) {
				const w = rows[from + 3]!;
				const wSlope = (rows[to + 3]! - w) * perSecond;
				slopes[at + 3] = wSlope;
				values[at + 3] = w - wSlope * start;
			}
			from += size;
			to += size;
		}
	}

	protected fillHeld(t: number, key: number, time: number): void {
		for (let g = this.firsts[t]!, word = key + FIRST_OUTPUT; g < this.firsts[t + 1]!; g++) {
			for (let c = 0; c < this.sizes[g]!; c++, word++) {
				const value = key >= 0 ? this.rows[word]! : key === -1 ? 0 : Number.NaN;
				this.#hold(this.offsets[g]! + c, value, time);
			}
		}
	}

	protected pin(t: number, time: number, clock: number): void {
		for (let g = this.firsts[t]!; g < this.firsts[t + 1]!; g++) {
			for (let c = 0, i = this.offsets[g]!; c < this.sizes[g]!; c++, i++) this.#hold(i, this.valueAt(i, time), clock);
		}
	}

	// A slope of −0 times the time is −0, and adding −0 changes nothing, not even −0.
	#hold(i: number, value: number, time: number): void {
		this.values[i] = value;
		this.slopes[i] = time < 0 ? 0 : -0;
	}
}

// Writes the values of keys with signs applied.
function writeValues(group: Group, { keys, count, first }: RowRun, at: number, rows: Float32Array): void {
	const { curves, flips, signs } = group;
	for (let c = 0; c < curves.length; c++) {
		const { floats, start, stride } = curves[c]!;
		const sign = signs[c]!;
		let from = start + first * stride + 1;
		for (let i = 0; i < count; i++, from += stride) {
			const isFlipped = flips !== null && flips[first + i] === 1;
			rows[keys[i]! + at + c] = floats[from]! * (isFlipped ? -sign : sign);
		}
	}
}
