import { type FitPoints, SHAPES as SEGMENT_SHAPES } from './fit-points.ts';
import { WIDTH as KNOT_WIDTH } from './knots.ts';

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const WIDTH: number = KNOT_WIDTH;
const SHAPES: number = SEGMENT_SHAPES;

/** Unknowns of a segment and component: slopes at both ends times its length, then the value at its end. */
const UNKNOWNS = 3;
/** The weight of the wish that a segment be straight, which decides where points do not. */
const STRAIGHT = 1e-4;
/** The weight of lengths where only directions count. */
const LENGTHS = 1e-3;
/** Products of two components. */
const PAIRS = (WIDTH * (WIDTH + 1)) / 2;

/**
 * Least squares of Hermite segments that follow each other from a given value. Where only directions count, distances
 * along the points are nearly free, which ties the components to each other.
 */
export class NormalEquations {
	/** {@link WIDTH} numbers for each unknown, after {@link solve}. */
	readonly found: Float64Array;
	readonly #isTied: boolean;
	/** Unknowns that belong to one matrix, at most, and how many right sides it has. */
	readonly #most: number;
	readonly #sides: number;
	readonly #matrix: Float64Array;
	readonly #right: Float64Array;
	// The sums of one segment: products of two shapes, of these with two components, of a shape with a component.
	readonly #squares = new Float64Array(SHAPES * SHAPES);
	readonly #turns = new Float64Array(SHAPES * SHAPES * PAIRS);
	readonly #products = new Float64Array(SHAPES * WIDTH);

	/** Room for so many segments. */
	constructor(segments: number, isTied: boolean) {
		this.#isTied = isTied;
		this.#most = segments * UNKNOWNS * (isTied ? WIDTH : 1);
		this.#sides = isTied ? 1 : WIDTH;
		this.#matrix = new Float64Array(this.#most * this.#most);
		this.#right = new Float64Array(segments * UNKNOWNS * WIDTH);
		this.found = new Float64Array(segments * UNKNOWNS * WIDTH);
	}

	/** The least squares of so many segments from `start` on. False where the unknowns are not determined. */
	solve(points: FitPoints, segments: number, start: Float64Array): boolean {
		this.#matrix.fill(0);
		this.#right.fill(0);
		for (let s = 0; s < segments; s++) {
			this.#sum(points, s === 0 ? 0 : points.ends[s - 1]!, points.ends[s]!);
			this.#straighten();
			if (this.#isTied) this.#addTied(s, start);
			else this.#add(s, start);
		}
		return this.#decompose(this.#isTied ? segments * UNKNOWNS * WIDTH : segments * UNKNOWNS);
	}

	#sum({ basis, rows, weights }: FitPoints, from: number, to: number): void {
		const squares = this.#squares;
		const products = this.#products;
		const turns = this.#turns;
		squares.fill(0);
		products.fill(0);
		turns.fill(0);
		for (let n = from; n < to; n++) {
			const weight = weights[n]!;
			const x = rows[n * WIDTH]!;
			const y = rows[n * WIDTH + 1]!;
			const z = rows[n * WIDTH + 2]!;
			const w = rows[n * WIDTH + 3]!;
			const perSquare = this.#isTied ? 1 / (x * x + y * y + z * z + w * w) : 0;
			for (let p = 0; p < SHAPES; p++) {
				const share = weight * basis[n * SHAPES + p]!;
				products[p * WIDTH]! += share * x;
				products[p * WIDTH + 1]! += share * y;
				products[p * WIDTH + 2]! += share * z;
				products[p * WIDTH + 3]! += share * w;
				for (let q = 0; q <= p; q++) {
					const square = share * basis[n * SHAPES + q]!;
					const at = p * SHAPES + q;
					squares[at]! += square;
					if (perSquare === 0) continue;
					const turn = at * PAIRS;
					const part = square * perSquare;
					const px = part * x;
					const py = part * y;
					const pz = part * z;
					turns[turn]! += px * x;
					turns[turn + 1]! += px * y;
					turns[turn + 2]! += py * y;
					turns[turn + 3]! += px * z;
					turns[turn + 4]! += py * z;
					turns[turn + 5]! += pz * z;
					turns[turn + 6]! += px * w;
					turns[turn + 7]! += py * w;
					turns[turn + 8]! += pz * w;
					turns[turn + 9]! += part * w * w;
				}
			}
		}
	}

	// Both slopes should be that of the chord.
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

	// Puts the sums of a segment where its unknowns are. The value at its start is that at the end of the one before; the
	// very first is known and goes to the right side.
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

	// The same with every component an unknown of its own. Per point and square of a distance: all of it, but for most of
	// what is along the point.
	#addTied(s: number, start: Float64Array): void {
		const first = s * UNKNOWNS - 1;
		for (let p = first < 0 ? 1 : 0; p < SHAPES; p++) {
			const to = (first + p) * WIDTH;
			for (let c = 0; c < WIDTH; c++) this.#right[to + c]! += LENGTHS * this.#products[p * WIDTH + c]!;
			for (let q = 0; q <= p; q++) {
				const at = p * SHAPES + q;
				const square = this.#squares[at]!;
				for (let c = 0; c < WIDTH; c++) {
					for (let d = 0; d < WIDTH; d++) {
						const pair = c > d ? (c * (c + 1)) / 2 + d : (d * (d + 1)) / 2 + c;
						const value = (c === d ? square : 0) - (1 - LENGTHS) * this.#turns[at * PAIRS + pair]!;
						if (first + q >= 0) this.#matrix[(to + c) * this.#most + (first + q) * WIDTH + d]! += value;
						else this.#right[to + c]! -= value * start[d]!;
					}
				}
			}
		}
	}

	// Cholesky's method, in place.
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
		const sides = this.#sides;
		const found = this.found;
		for (let c = 0; c < sides; c++) {
			for (let p = 0; p < unknowns; p++) {
				let sum = this.#right[p * sides + c]!;
				for (let r = 0; r < p; r++) sum -= matrix[p * most + r]! * found[r * sides + c]!;
				found[p * sides + c] = sum / matrix[p * most + p]!;
			}
			for (let p = unknowns - 1; p >= 0; p--) {
				let sum = found[p * sides + c]!;
				for (let r = p + 1; r < unknowns; r++) sum -= matrix[r * most + p]! * found[r * sides + c]!;
				found[p * sides + c] = sum / matrix[p * most + p]!;
			}
		}
		return true;
	}
}
