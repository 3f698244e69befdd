import { type Cubic, checkCubic } from './cubic-check.ts';
import { type Knots, roundTo } from './knots.ts';
import { type Track, WIDTH } from './track.ts';

/** How often a fit that misses is repeated with more weight where it misses. */
const ROUNDS = 4;
/** A fit that misses by more, in squares of the tolerance, is given up. */
const FAR = 4;
/** Unknowns of two segments. */
const MOST = 6;
/** The weight of the wish that a segment be straight, which decides where data do not. */
const STRAIGHT = 1e-4;
/** Hermite segments shorter than this are not evaluated as they should be. */
const SHORTEST = 1e-4;

/**
 * Least squares of Hermite segments against a track at its vertices and half-way between them, with more weight wherever
 * the result misses, until it does not. Values and slopes are rounded before they are checked.
 */
export class CubicFit {
	readonly grids: Float64Array;
	/** What the last {@link keep} kept: the value between the two segments and that at the end. */
	readonly middle: Float64Array = new Float64Array(WIDTH);
	readonly end: Float64Array = new Float64Array(WIDTH);
	readonly #track: Track;
	readonly #radius: number;
	readonly #slopeGrids: Float64Array;
	readonly #matrix = new Float64Array(MOST * MOST);
	readonly #right = new Float64Array(MOST * WIDTH);
	readonly #factor = new Float64Array(MOST * MOST);
	readonly #found = new Float64Array(MOST * WIDTH);
	readonly #basis = new Float64Array(MOST);
	readonly #before: Cubic = createCubic();
	readonly #last: Cubic = createCubic();
	readonly #good: readonly [Cubic, Cubic] = [createCubic(), createCubic()];
	readonly #kept: readonly [Cubic, Cubic] = [createCubic(), createCubic()];

	/** `grids` round the values of each component, and with `slopeGrid` times as much its slopes; 0 rounds to float32. */
	constructor(track: Track, radius: number, grids: Float64Array, slopeGrid: number) {
		this.#track = track;
		this.#radius = radius;
		this.grids = grids;
		this.#slopeGrids = grids.map((grid) => grid * slopeGrid);
	}

	/** One segment from `a` at vertex j to vertex k. */
	fitOne(j: number, k: number, a: Float64Array): boolean {
		return this.#fit(-1, j, k, a);
	}

	/** Two segments that start at `z` at vertex i and meet at vertex j. */
	fitTwo(i: number, j: number, k: number, z: Float64Array): boolean {
		return this.#fit(i, j, k, z);
	}

	/** Keeps the last fit that was good. */
	keep(): void {
		for (const n of [0, 1] as const) copyCubic(this.#good[n], this.#kept[n]);
		this.middle.set(this.#kept[0].y1);
		this.end.set(this.#kept[1].y1);
	}

	/** Writes what was kept of the segment before the last one: the value and slopes that have changed. */
	writeBefore(knots: Knots): void {
		const at = (knots.count - 1) * WIDTH;
		knots.values.set(this.middle, at);
		knots.outSlopes?.set(this.#kept[0].m0, at - WIDTH);
		knots.inSlopes?.set(this.#kept[0].m1, at);
	}

	/** Writes the slopes of the last segment, whose end is the last knot. */
	writeLast(knots: Knots): void {
		const at = (knots.count - 1) * WIDTH;
		knots.outSlopes?.set(this.#kept[1].m0, at - WIDTH);
		knots.inSlopes?.set(this.#kept[1].m1, at);
	}

	#fit(i: number, j: number, k: number, start: Float64Array): boolean {
		const track = this.#track;
		const { times } = track;
		if (times[k]! - times[j]! < SHORTEST) return false;
		const isTwo = i >= 0;
		const unknowns = isTwo ? MOST : MOST / 2;
		this.#matrix.fill(0);
		this.#right.fill(0);
		for (let first = 0; first < unknowns; first += 3) this.#straighten(first, first === 0 ? start : null);
		for (let half = 2 * (isTwo ? i : j) + 1; half <= 2 * k; half++) this.#add(half, 1, i, j, k, start);
		for (let round = 1; ; round++) {
			if (!this.#solve(unknowns)) return false;
			const missBefore = isTwo ? this.#checkSegment(this.#before, 0, i, j, start) : -1;
			const missLast = isTwo
				? this.#checkSegment(this.#last, 3, j, k, this.#before.y1)
				: this.#checkSegment(this.#last, 0, j, k, start);
			if (missBefore === -1 && missLast === -1) break;
			if (missBefore === -2 || missLast === -2 || round > ROUNDS) return false;
			if (missBefore >= 0) this.#add(missBefore, round, i, j, k, start);
			if (missLast >= 0) this.#add(missLast, round, i, j, k, start);
		}
		copyCubic(this.#before, this.#good[0]);
		copyCubic(this.#last, this.#good[1]);
		return true;
	}

	// Rounds the unknowns from `first` on into a segment and checks it.
	#checkSegment(cubic: Cubic, first: number, from: number, to: number, start: Float64Array): number {
		const found = this.#found;
		const length = this.#track.times[to]! - this.#track.times[from]!;
		for (let c = 0; c < WIDTH; c++) {
			const at = first * WIDTH + c;
			cubic.y0[c] = start[c]!;
			cubic.m0[c] = roundTo(found[at]! / length, this.#slopeGrids[c]!);
			cubic.m1[c] = roundTo(found[at + WIDTH]! / length, this.#slopeGrids[c]!);
			cubic.y1[c] = roundTo(found[at + 2 * WIDTH]!, this.grids[c]!);
		}
		return checkCubic(this.#track, this.#radius, from, to, cubic, FAR);
	}

	// Adds a vertex (even) or the middle of the line before one (odd). Unknowns of each segment: slopes at both ends times
	// its length, then the value at its end.
	#add(half: number, weight: number, i: number, j: number, k: number, start: Float64Array): void {
		const { times, rows } = this.#track;
		const right = (half + 1) >> 1;
		const left = half >> 1;
		const time = (times[left]! + times[right]!) / 2;
		const isBefore = i >= 0 && right <= j;
		const from = isBefore ? i : j;
		const u = (time - times[from]!) / (times[isBefore ? j : k]! - times[from]!);
		const u2 = u * u;
		const u3 = u2 * u;
		const basis = this.#basis;
		const at = i >= 0 && !isBefore ? 3 : 0;
		basis[at] = u3 - 2 * u2 + u;
		basis[at + 1] = u3 - u2;
		basis[at + 2] = 3 * u2 - 2 * u3;
		const startShare = 1 - basis[at + 2]!;
		// The second of two segments starts where the first ends, at unknown 2.
		let low = at;
		if (at === 3) {
			low = 2;
			basis[2] = startShare;
		}
		const known = at === 3 ? 0 : startShare;
		for (let p = low; p < at + 3; p++) {
			const f = weight * basis[p]!;
			for (let q = low; q <= p; q++) this.#matrix[p * MOST + q]! += f * basis[q]!;
			for (let c = 0; c < WIDTH; c++) {
				const value = (rows[left * WIDTH + c]! + rows[right * WIDTH + c]!) / 2;
				this.#right[p * WIDTH + c]! += f * (value - known * start[c]!);
			}
		}
	}

	// Wishes that both slopes of the segment with the unknowns from `first` on are those of its chord.
	#straighten(first: number, start: Float64Array | null): void {
		const matrix = this.#matrix;
		const end = first + 2;
		for (let slope = first; slope < end; slope++) {
			matrix[slope * MOST + slope]! += STRAIGHT;
			matrix[end * MOST + slope]! -= STRAIGHT;
			matrix[end * MOST + end]! += STRAIGHT;
			if (start !== null) {
				for (let c = 0; c < WIDTH; c++) {
					this.#right[slope * WIDTH + c]! -= STRAIGHT * start[c]!;
					this.#right[end * WIDTH + c]! += STRAIGHT * start[c]!;
				}
				continue;
			}
			const begin = first - 1;
			matrix[slope * MOST + begin]! += STRAIGHT;
			matrix[end * MOST + begin]! -= STRAIGHT;
			matrix[begin * MOST + begin]! += STRAIGHT;
		}
	}

	// Cholesky's method for all components at once. False where the unknowns are not determined.
	#solve(unknowns: number): boolean {
		const factor = this.#factor;
		for (let p = 0; p < unknowns; p++) {
			for (let q = 0; q <= p; q++) {
				let sum = this.#matrix[p * MOST + q]!;
				for (let r = 0; r < q; r++) sum -= factor[p * MOST + r]! * factor[q * MOST + r]!;
				if (p !== q) factor[p * MOST + q] = sum / factor[q * MOST + q]!;
				else if (sum > 0) factor[p * MOST + p] = Math.sqrt(sum);
				else return false;
			}
		}
		const found = this.#found;
		for (let c = 0; c < WIDTH; c++) {
			for (let p = 0; p < unknowns; p++) {
				let sum = this.#right[p * WIDTH + c]!;
				for (let r = 0; r < p; r++) sum -= factor[p * MOST + r]! * found[r * WIDTH + c]!;
				found[p * WIDTH + c] = sum / factor[p * MOST + p]!;
			}
			for (let p = unknowns - 1; p >= 0; p--) {
				let sum = found[p * WIDTH + c]!;
				for (let r = p + 1; r < unknowns; r++) sum -= factor[r * MOST + p]! * found[r * WIDTH + c]!;
				found[p * WIDTH + c] = sum / factor[p * MOST + p]!;
			}
		}
		return true;
	}
}

function createCubic(): Cubic {
	const make = (): Float64Array => new Float64Array(WIDTH);
	return { y0: make(), m0: make(), m1: make(), y1: make() };
}

function copyCubic(from: Cubic, to: Cubic): void {
	to.y0.set(from.y0);
	to.m0.set(from.m0);
	to.m1.set(from.m1);
	to.y1.set(from.y1);
}
