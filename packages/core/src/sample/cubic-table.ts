import { hermiteLength } from '../curves/segment.ts';
import type { Group } from './group.ts';
import { KeyTable } from './key-table.ts';
import { createSegmentUse, M0, M1, OWN, Y0, Y1 } from './segment-rows.ts';
import { FIRST_OUTPUT, START } from './write-rows.ts';

const WORDS = M1 + 1;

/** Groups of lines, Hermite segments and steps: four coefficients per output, in seconds since the left key. */
export class CubicTable extends KeyTable {
	/** One entry per output; NaN for outputs without curves. The value is c0 + s (c1 + s (c2 + s c3)). */
	readonly c0: number[];
	readonly c1: number[];
	readonly c2: number[];
	readonly c3: number[];
	/** One entry per output: the time from which `s` counts. */
	readonly origins: number[];

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		super(groups, createSegmentUse(WORDS), defaultWrap);
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

	/** Returns an output at a time in full precision. */
	valueAt(i: number, time: number): number {
		const s = time - this.origins[i]!;
		return ((this.c3[i]! * s + this.c2[i]!) * s + this.c1[i]!) * s + this.c0[i]!;
	}

	protected fillSegment(t: number, key: number, next: number): void {
		const { rows, offsets, sizes, c0, c1, c2, c3, origins } = this;
		const start = rows[key + START]!;
		const dx = rows[next + START]! - start;
		const perSecond = 1 / hermiteLength(dx);
		const end = this.firsts[t + 1]!;
		for (let g = this.firsts[t]!, word = key + FIRST_OUTPUT; g < end; g++) {
			const stop = offsets[g]! + sizes[g]!;
			for (let i = offsets[g]!; i < stop; i++, word += WORDS) {
				const y0 = rows[word + Y0]!;
				const m0 = rows[word + M0]!;
				const m1 = rows[word + M1]!;
				const rise = rows[word + Y1]! - y0;
				const chord = rise * perSecond;
				const isLine = Number.isNaN(m0);
				c0[i] = y0;
				c1[i] = isLine ? rise / dx : m0;
				c2[i] = isLine ? 0 : (3 * chord - 2 * m0 - m1) * perSecond;
				c3[i] = isLine ? 0 : (m0 + m1 - 2 * chord) * perSecond * perSecond;
				origins[i] = start;
			}
		}
	}

	protected fillHeld(t: number, key: number, time: number, isAtKey: boolean): void {
		let word = key + FIRST_OUTPUT + (isAtKey ? Y0 : OWN);
		for (let g = this.firsts[t]!; g < this.firsts[t + 1]!; g++) {
			for (let c = 0; c < this.sizes[g]!; c++, word += WORDS) {
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

	// Adding −0 changes nothing, not even −0.
	#hold(i: number, value: number, time: number): void {
		this.c0[i] = value;
		this.c1[i] = -0;
		this.c2[i] = -0;
		this.c3[i] = -0;
		this.origins[i] = time;
	}
}
