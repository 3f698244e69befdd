import { type FitPoints, SHAPES as SEGMENT_SHAPES } from './fit-points.ts';
import { WIDTH as KNOT_WIDTH } from './vertices.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const WIDTH: number = KNOT_WIDTH;
const SHAPES: number = SEGMENT_SHAPES;

/** Unknowns per segment and component: the slopes at both ends times its length, then the value at its end. */
const UNKNOWNS = 3;
/** The weight of a preference for straight segments, which decides where the points do not. */
const STRAIGHT = 1e-4;

/**
 * Least squares of consecutive Hermite segments from a given start value. Rotations keep their length in the fit:
 * leaving it free would save few keys, and players that do not normalize would show it.
 */
export class NormalEquations {
	/** {@link WIDTH} numbers per unknown, after {@link solve}. */
	readonly found: Float64Array;
	/** The largest number of unknowns of a component. */
	readonly #most: number;
	readonly #matrix: Float64Array;
	readonly #right: Float64Array;
	// The sums of a segment: products of two basis functions, and of a basis function with a component.
	readonly #squares = new Float64Array(SHAPES * SHAPES);
	readonly #products = new Float64Array(SHAPES * WIDTH);

	/** Makes room for a number of segments. */
	constructor(segments: number) {
		this.#most = segments * UNKNOWNS;
		this.#matrix = new Float64Array(this.#most * this.#most);
		this.#right = new Float64Array(segments * UNKNOWNS * WIDTH);
		this.found = new Float64Array(segments * UNKNOWNS * WIDTH);
	}

	/** Solves for a number of segments from `start` on. Returns false if the unknowns are not determined. */
	solve(points: FitPoints, segments: number, start: Float64Array): boolean {
		this.#matrix.fill(0);
		this.#right.fill(0);
		for (let s = 0; s < segments; s++) {
			this.#sum(points, s === 0 ? 0 : points.ends[s - 1]!, points.ends[s]!);
			this.#straighten();
			this.#add(s, start);
		}
		return this.#decompose(segments * UNKNOWNS);
	}

	#sum({ basis, rows, weights }: FitPoints, from: number, to: number): void {
		const squares = this.#squares;
		const products = this.#products;
		squares.fill(0);
		products.fill(0);
		for (let n = from; n < to; n++) {
			const weight = weights[n]!;
			const x = rows[n * WIDTH]!;
			const y = rows[n * WIDTH + 1]!;
			const z = rows[n * WIDTH + 2]!;
			const w = rows[n * WIDTH + 3]!;
			for (let p = 0; p < SHAPES; p++) {
				const share = weight * basis[n * SHAPES + p]!;
				products[p * WIDTH]! += share * x;
				products[p * WIDTH + 1]! += share * y;
				products[p * WIDTH + 2]! += share * z;
				products[p * WIDTH + 3]! += share * w;
				for (let q = 0; q <= p; q++) {
					squares[p * SHAPES + q]! += share * basis[n * SHAPES + q]!;
				}
			}
		}
	}

	// Prefers the slope of the chord at both ends.
	#straighten(): void {
		const squares = this.#squares;
		for (const slope of [1, 2]) {
			squares[slope * SHAPES + slope]! += STRAIGHT;
			squares[slope * SHAPES]! += STRAIGHT;
			squares[3 * SHAPES + slope]! -= STRAIGHT;
			squares[0]! += STRAIGHT;
			squares[3 * SHAPES]! -= STRAIGHT;
			squares[3 * SHAPES + 3]! += STRAIGHT;
		}
	}

	// Adds the sums of a segment at its unknowns. The value at its start is the value at the end of the segment before.
	// The first value is known and goes to the right-hand side.
	#add(s: number, start: Float64Array): void {
		const first = s * UNKNOWNS - 1;
		for (let p = first < 0 ? 1 : 0; p < SHAPES; p++) {
			const to = (first + p) * WIDTH;
			for (let c = 0; c < WIDTH; c++) this.#right[to + c]! += this.#products[p * WIDTH + c]!;
			for (let q = 0; q <= p; q++) {
				const square = this.#squares[p * SHAPES + q]!;
				if (first + q >= 0) this.#matrix[(first + p) * this.#most + first + q]! += square;
				else for (let c = 0; c < WIDTH; c++) this.#right[to + c]! -= square * start[c]!;
			}
		}
	}

	// Cholesky decomposition in place, then substitution.
	#decompose(unknowns: number): boolean {
		const matrix = this.#matrix;
		const most = this.#most;
		for (let p = 0; p < unknowns; p++) {
			for (let q = 0; q <= p; q++) {
				let sum = matrix[p * most + q]!;
				for (let r = 0; r < q; r++) sum -= matrix[p * most + r]! * matrix[q * most + r]!;
				if (p !== q) matrix[p * most + q] = sum / matrix[q * most + q]!;
				else if (sum > 0) matrix[p * most + p] = Math.sqrt(sum);
				else return false;
			}
		}
		const found = this.found;
		for (let c = 0; c < WIDTH; c++) {
			for (let p = 0; p < unknowns; p++) {
				let sum = this.#right[p * WIDTH + c]!;
				for (let r = 0; r < p; r++) sum -= matrix[p * most + r]! * found[r * WIDTH + c]!;
				found[p * WIDTH + c] = sum / matrix[p * most + p]!;
			}
			for (let p = unknowns - 1; p >= 0; p--) {
				let sum = found[p * WIDTH + c]!;
				for (let r = p + 1; r < unknowns; r++) sum -= matrix[r * most + p]! * found[r * WIDTH + c]!;
				found[p * WIDTH + c] = sum / matrix[p * most + p]!;
			}
		}
		return true;
	}
}
