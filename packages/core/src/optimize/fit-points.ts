import type { Cubic } from './cubic-check.ts';
import { WIDTH as KNOT_WIDTH, type Rows } from './vertices.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const WIDTH: number = KNOT_WIDTH;

/** Basis functions of a Hermite segment: values and slopes at both ends, in the order of {@link FitPoints.basis}. */
export const SHAPES = 4;

/** The exponent of squared distances when weights are multiplied by them. From 1 on the method oscillates. */
const POWER = 0.75;

/** The points of a polyline that Hermite segments are fitted to, one segment after the other. */
export class FitPoints {
	/** Where the points of each segment end. */
	readonly ends: Int32Array;
	/** Per point: the factors of the value and slope at the start, and of the slope and value at the end. */
	basis: Float64Array = new Float64Array(64 * SHAPES);
	/** {@link WIDTH} numbers per point. */
	rows: Float64Array = new Float64Array(64 * WIDTH);
	weights: Float64Array = new Float64Array(64);
	readonly #vertices: Rows;
	readonly #isUnit: boolean;
	readonly #radius: number;
	// Squared distances relative to the squared radius.
	#misses = new Float64Array(64);

	/** Makes room for a number of segments. */
	constructor(vertices: Rows, isUnit: boolean, radius: number, segments: number) {
		this.#vertices = vertices;
		this.#isUnit = isUnit;
		this.#radius = radius;
		this.ends = new Int32Array(segments);
	}

	/**
	 * Takes the vertices of the segments between `ends`, and optionally the midpoints between them, with equal weights.
	 */
	list(segments: number, ends: Int32Array, hasHalves: boolean): void {
		const { times, rows: polyline } = this.#vertices;
		const most = 2 * (ends[segments]! - ends[0]!);
		if (this.weights.length < most) this.#grow(2 * most);
		const { basis, rows } = this;
		let n = 0;
		for (let s = 0; s < segments; s++) {
			const [from, to] = [ends[s]!, ends[s + 1]!];
			const start = times[from]!;
			const perSecond = 1 / (times[to]! - start);
			// Twice the vertex, minus one for the middle of the line before it.
			for (let half = 2 * from + (hasHalves ? 1 : 2); half <= 2 * to; half += hasHalves ? 1 : 2, n++) {
				const left = half >> 1;
				const right = (half + 1) >> 1;
				const u = ((times[left]! + times[right]!) / 2 - start) * perSecond;
				const v = 1 - u;
				const at = n * SHAPES;
				basis[at] = v * v * (1 + 2 * u);
				basis[at + 1] = u * v * v;
				basis[at + 2] = -u * u * v;
				basis[at + 3] = u * u * (1 + 2 * v);
				for (let c = 0; c < WIDTH; c++) {
					rows[n * WIDTH + c] = (polyline[left * WIDTH + c]! + polyline[right * WIDTH + c]!) / 2;
				}
			}
			this.ends[s] = n;
		}
		this.weights.fill(1, 0, n);
	}

	/** The largest squared distance of a segment from its points, relative to the squared radius. */
	measure(s: number, cubic: Cubic, length: number): number {
		const { basis, rows } = this;
		const isUnit = this.#isUnit;
		const misses = this.#misses;
		const limit = 1 / (this.#radius * this.#radius);
		const { y0, m0, m1, y1 } = cubic;
		let most = 0;
		for (let n = s === 0 ? 0 : this.ends[s - 1]!; n < this.ends[s]!; n++) {
			const at = n * SHAPES;
			const b0 = basis[at]!;
			const b1 = basis[at + 1]! * length;
			const b2 = basis[at + 2]! * length;
			const b3 = basis[at + 3]!;
			let distance = 0;
			let product = 0;
			let square = 0;
			let own = 0;
			for (let c = 0; c < WIDTH; c++) {
				const r = b0 * y0[c]! + b1 * m0[c]! + b2 * m1[c]! + b3 * y1[c]!;
				const p = rows[n * WIDTH + c]!;
				distance += (r - p) * (r - p);
				product += r * p;
				square += r * r;
				own += p * p;
			}
			const miss = (isUnit ? 1 - (product * product) / (square * own) : distance) * limit;
			misses[n] = miss;
			if (!(miss <= most)) most = miss;
		}
		return most;
	}

	/**
	 * Assigns more weight to points that are farther off. Returns false if no fit can be within the radius: the weighted
	 * mean of squares is minimal, and no maximum is smaller than it.
	 */
	reweigh(segments: number): boolean {
		const { weights } = this;
		const misses = this.#misses;
		const count = this.ends[segments - 1]!;
		let total = 0;
		let sum = 0;
		let next = 0;
		for (let n = 0; n < count; n++) {
			const weight = weights[n]!;
			const miss = misses[n]!;
			total += weight;
			sum += weight * miss;
			const changed = miss > 0 ? weight * miss ** POWER : 0;
			weights[n] = changed;
			next += changed;
		}
		if (!(sum <= total)) return false;
		const scale = count / next;
		for (let n = 0; n < count; n++) weights[n]! *= scale;
		return true;
	}

	#grow(count: number): void {
		this.basis = new Float64Array(count * SHAPES);
		this.rows = new Float64Array(count * WIDTH);
		this.weights = new Float64Array(count);
		this.#misses = new Float64Array(count);
	}
}
