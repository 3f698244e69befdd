import { hermiteLength } from '../curves/segment.ts';
import { solveWeightedNear } from '../curves/weighted.ts';
import type { Group } from './group.ts';
import { KeyTable } from './key-table.ts';
import { createSegmentUse, M0, M1, OWN, W0, W1, Y0, Y1 } from './segment-rows.ts';
import { FIRST_OUTPUT, START } from './write-rows.ts';

const WORDS = W1 + 1;

/** The argument of an output's cubic: seconds since the left key, its own u, or the u of the previous output. */
const SECONDS = 0;
const OWN_U = 1;
const SAME_U = 2;

/**
 * Groups with segments of every kind. A weighted segment is a cubic in u, and each sample has to solve for u;
 * components with equal weights, the usual case, share it.
 */
export class WeightedTable extends KeyTable {
	readonly #arguments: Uint8Array;
	readonly #coefficients: Float64Array;
	readonly #origins: Float64Array;
	readonly #lengths: Float64Array;
	readonly #weights: Float64Array;
	readonly #lastU: Float64Array;
	readonly #values: Float64Array;

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		super(groups, createSegmentUse(WORDS), defaultWrap);
		this.#arguments = new Uint8Array(outputs);
		this.#coefficients = new Float64Array(outputs * 4).fill(Number.NaN);
		this.#origins = new Float64Array(outputs);
		this.#lengths = new Float64Array(outputs);
		this.#weights = new Float64Array(outputs * 2);
		this.#lastU = new Float64Array(outputs);
		this.#values = new Float64Array(outputs);
	}

	/** Writes all outputs without normalizing them. */
	write(time: number, out: Float32Array): void {
		let x = 0;
		for (let i = 0; i < this.#values.length; i++) {
			x = this.#argument(i, time, x);
			const value = this.#evaluate(i, x);
			this.#values[i] = value;
			out[i] = value;
		}
	}

	// The argument of an output's cubic; `previous` is the argument of the output before it.
	#argument(i: number, time: number, previous: number): number {
		const kind = this.#arguments[i]!;
		if (kind === SAME_U) return previous;
		const seconds = time - this.#origins[i]!;
		if (kind === SECONDS) return seconds;
		// Divided as in evaluateCurve: with extreme weights the last bit decides which root counts.
		const s = seconds / this.#lengths[i]!;
		const u = solveWeightedNear(s, this.#weights[i * 2]!, this.#weights[i * 2 + 1]!, this.#lastU[i]!);
		this.#lastU[i] = u;
		return u;
	}

	#evaluate(i: number, x: number): number {
		const c = this.#coefficients;
		return ((c[i * 4 + 3]! * x + c[i * 4 + 2]!) * x + c[i * 4 + 1]!) * x + c[i * 4]!;
	}

	/** Returns an output as it was last written, in full precision. */
	valueAt(i: number): number {
		return this.#values[i]!;
	}

	get columns(): [] {
		return [];
	}

	protected fillSegment(t: number, key: number, next: number): void {
		const { rows } = this;
		const start = rows[key + START]!;
		const dx = rows[next + START]! - start;
		let word = key + FIRST_OUTPUT;
		for (let g = this.firsts[t]!; g < this.firsts[t + 1]!; g++) {
			this.#fillGroup(g, word, start, dx);
			word += this.sizes[g]! * WORDS;
		}
	}

	#fillGroup(g: number, first: number, start: number, dx: number): void {
		const { rows } = this;
		for (let c = 0, word = first, i = this.offsets[g]!; c < this.sizes[g]!; c++, word += WORDS, i++) {
			const y0 = rows[word + Y0]!;
			const m0 = rows[word + M0]!;
			const y1 = rows[word + Y1]!;
			const m1 = rows[word + M1]!;
			const w0 = rows[word + W0]!;
			const w1 = rows[word + W1]!;
			this.#origins[i] = start;
			if (Number.isNaN(w0 + w1) || Number.isNaN(m0)) this.#setCubic(i, y0, m0, y1, m1, dx);
			else {
				const before = y0 + w0 * dx * m0;
				const after = y1 - w1 * dx * m1;
				const isSame = c > 0 && w0 === rows[word - WORDS + W0] && w1 === rows[word - WORDS + W1];
				this.#arguments[i] = isSame && this.#arguments[i - 1] !== SECONDS ? SAME_U : OWN_U;
				this.#set(i, y0, 3 * (before - y0), 3 * (y0 - 2 * before + after), y1 - y0 + 3 * (before - after));
				this.#lengths[i] = dx;
				this.#weights[i * 2] = w0;
				this.#weights[i * 2 + 1] = w1;
				this.#lastU[i] = 0;
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
			let x = 0;
			for (let c = 0, i = this.offsets[g]!; c < this.sizes[g]!; c++, i++) {
				x = this.#argument(i, time, x);
				this.#hold(i, this.#evaluate(i, x), clock);
			}
		}
	}

	// Adding −0 changes nothing, not even −0.
	#hold(i: number, value: number, time: number): void {
		this.#arguments[i] = SECONDS;
		this.#origins[i] = time;
		this.#set(i, value, -0, -0, -0);
	}

	#setCubic(i: number, y0: number, m0: number, y1: number, m1: number, dx: number): void {
		this.#arguments[i] = SECONDS;
		if (Number.isNaN(m0)) {
			this.#set(i, y0, (y1 - y0) / dx, 0, 0);
			return;
		}
		const perSecond = 1 / hermiteLength(dx);
		const chord = (y1 - y0) * perSecond;
		this.#set(i, y0, m0, (3 * chord - 2 * m0 - m1) * perSecond, (m0 + m1 - 2 * chord) * perSecond * perSecond);
	}

	#set(i: number, c0: number, c1: number, c2: number, c3: number): void {
		this.#coefficients[i * 4] = c0;
		this.#coefficients[i * 4 + 1] = c1;
		this.#coefficients[i * 4 + 2] = c2;
		this.#coefficients[i * 4 + 3] = c3;
	}
}
