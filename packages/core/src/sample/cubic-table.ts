import { hermiteLength } from '../curves/segment.ts';
import type { Group } from './group.ts';
import { KeyTable } from './key-table.ts';
import { M0, M1, OWN, writeSegmentRows, Y0, Y1 } from './segment-rows.ts';
import { type SegmentStream, STREAM_COLUMNS, STREAM_OUTPUTS } from './segment-stream.ts';

const WORDS = M1 + 1;

/** Groups of lines, Hermite segments and steps: four coefficients for each output, in the seconds since the left key. */
export class CubicTable extends KeyTable {
	/** One entry an output; NaN where nothing writes. The value is c0 + s (c1 + s (c2 + s c3)). */
	readonly c0: number[];
	readonly c1: number[];
	readonly c2: number[];
	readonly c3: number[];
	/** One entry an output: the time that `s` counts from. */
	readonly origins: number[];

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		super(groups, WORDS, (group, rows, width) => writeSegmentRows(group, rows, width, WORDS), defaultWrap);
		const column = (): number[] => Array.from({ length: outputs }, () => Number.NaN);
		this.c0 = column();
		this.c1 = column();
		this.c2 = column();
		this.c3 = column();
		this.origins = column();
	}

	get columns(): ReadonlyArray<readonly number[]> {
		return [this.c0, this.c1, this.c2, this.c3, this.origins];
	}

	/** An output at a time, in full precision. */
	valueAt(i: number, time: number): number {
		const s = time - this.origins[i]!;
		return ((this.c3[i]! * s + this.c2[i]!) * s + this.c1[i]!) * s + this.c0[i]!;
	}

	protected follow({ times, groups, coefficients }: SegmentStream, next: number, time: number): number {
		const { c0, c1, c2, c3, origins, offsets, sizes } = this;
		let i = next;
		for (; times[i]! < time; i++) {
			const g = groups[i]!;
			const origin = times[i]!;
			const end = offsets[g]! + sizes[g]!;
			for (let at = offsets[g]!, from = i * STREAM_COLUMNS * STREAM_OUTPUTS; at < end; at++, from++) {
				c0[at] = coefficients[from]!;
				c1[at] = coefficients[from + STREAM_OUTPUTS]!;
				c2[at] = coefficients[from + 2 * STREAM_OUTPUTS]!;
				c3[at] = coefficients[from + 3 * STREAM_OUTPUTS]!;
				origins[at] = origin;
			}
		}
		return i;
	}

	protected fillSegment(g: number, left: number, right: number, keyTime: number): void {
		const { rows, c0, c1, c2, c3, origins } = this;
		const at = this.offsets[g]!;
		const dx = rows[right]! - rows[left]!;
		const perSecond = 1 / hermiteLength(dx);
		for (let c = 0, word = left + 1; c < this.sizes[g]!; c++, word += WORDS) {
			const y0 = rows[word + Y0]!;
			const m0 = rows[word + M0]!;
			const m1 = rows[word + M1]!;
			const rise = rows[word + Y1]! - y0;
			const chord = rise * perSecond;
			const isLine = Number.isNaN(m0);
			c0[at + c] = y0;
			c1[at + c] = isLine ? rise / dx : m0;
			c2[at + c] = isLine ? 0 : (3 * chord - 2 * m0 - m1) * perSecond;
			c3[at + c] = isLine ? 0 : (m0 + m1 - 2 * chord) * perSecond * perSecond;
			origins[at + c] = keyTime;
		}
	}

	protected fillHeld(g: number, row: number, time: number, isAtKey: boolean): void {
		const first = row + 1 + (isAtKey ? Y0 : OWN);
		for (let c = 0; c < this.sizes[g]!; c++) {
			const value = row >= 0 ? this.rows[first + c * WORDS]! : row === -1 ? 0 : Number.NaN;
			this.#hold(this.offsets[g]! + c, value, time);
		}
	}

	protected pin(g: number, time: number, clock: number): void {
		for (let c = 0, i = this.offsets[g]!; c < this.sizes[g]!; c++, i++) this.#hold(i, this.valueAt(i, time), clock);
	}

	// Adding −0 changes nothing, not even −0.
	#hold(i: number, value: number, time: number): void {
		this.c0[i] = value;
		this.c1[i] = -0;
		this.c2[i] = -0;
		this.c3[i] = -0;
		this.origins[i] = time;
	}
}
