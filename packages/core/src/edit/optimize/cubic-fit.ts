import { type Cubic, checkCubic } from './cubic-check.ts';
import { type Knots, roundTo } from './knots.ts';
import { type Track, WIDTH } from './track.ts';

/** How many segments are fitted together, at most. */
export const MOST_SEGMENTS = 2;

/** How often a fit that misses is repeated with more weight where it misses. */
const ROUNDS = Number(process.env.ROUNDS ?? 20);
/** The weight of what lies half-way between vertices when a fit begins, beside that of vertices. */
const MIDDLE = 0.3;
/** The weight of the wish that a segment be straight, which decides where data do not. */
const STRAIGHT = 1e-4;
/** Hermite segments shorter than this are not evaluated as they should be. */
const SHORTEST = 1e-4;
/** Unknowns: for each segment the slopes at both ends times its length, then the value at its end. */
const MOST = 3 * MOST_SEGMENTS;
const RADIAL = Number(process.env.RADIAL ?? 1e-3);
const BIG = MOST * WIDTH;
/** Numbers of a segment that its sums are made of: the value at its start, then its unknowns. */
const LOCAL = 4;

/**
 * Hermite segments through a track that are off by as little as can be where they are off most, by Lawson's method: least
 * squares at the vertices and half-way between them, again and again with weights multiplied by the distances. It
 * ends when the result is proven to be good, or when the mean of the distances says that none is. Values and slopes are
 * rounded before they are checked.
 */
export class CubicFit {
	readonly grids: Float64Array;
	readonly #track: Track;
	readonly #radius: number;
	readonly #slopeGrids: Float64Array;
	readonly #matrix = new Float64Array(BIG * BIG);
	readonly #turned = new Float64Array(LOCAL * LOCAL * 10);
	readonly #right = new Float64Array(MOST * WIDTH);
	readonly #found = new Float64Array(MOST * WIDTH);
	readonly #squares = new Float64Array(LOCAL * LOCAL);
	readonly #products = new Float64Array(LOCAL * WIDTH);
	readonly #cubics: readonly Cubic[] = createCubics();
	readonly #kept: readonly Cubic[] = createCubics();
	readonly #ends = new Int32Array(MOST_SEGMENTS + 1);
	// Two numbers for each line of the track, half-way and at its end.
	#weights = new Float64Array(128);
	#misses = new Float64Array(128);
	#factors = new Float64Array(128);

	/** `grids` round the values of each component, and with `slopeGrid` times as much its slopes; 0 rounds to float32. */
	constructor(track: Track, radius: number, grids: Float64Array, slopeGrid: number) {
		this.#track = track;
		this.#radius = radius;
		this.grids = grids;
		this.#slopeGrids = grids.map((grid) => grid * slopeGrid);
	}

	/**
	 * Whether so many segments can go from the knots to a vertex: the last one new, those before anew. With `shift` the last
	 * knot moves by so many vertices.
	 */
	reaches(knots: Knots, segments: number, to: number, shift: number): boolean {
		const first = knots.count - segments;
		const ends = this.#ends;
		for (let s = 0; s < segments; s++) ends[s] = knots.vertices[first + s]!;
		ends[segments - 1]! += shift;
		ends[segments] = to;
		const start = this.#cubics[0]!.y0;
		for (let c = 0; c < WIDTH; c++) start[c] = knots.values[first * WIDTH + c]!;
		if (!this.#fit(segments)) return false;
		for (let s = 0; s < segments; s++) copyCubic(this.#cubics[s]!, this.#kept[s]!);
		return true;
	}

	/** Writes the last segments that reached a vertex, which becomes the last knot. */
	write(knots: Knots, segments: number, to: number, shift: number): void {
		const { vertices, values, inSlopes, outSlopes } = knots;
		vertices[knots.count - 1]! += shift;
		knots.push(to, this.#kept[segments - 1]!.y1);
		for (let s = 0, at = (knots.count - segments) * WIDTH; s < segments; s++, at += WIDTH) {
			const { m0, m1, y1 } = this.#kept[s]!;
			outSlopes?.set(m0, at - WIDTH);
			inSlopes?.set(m1, at);
			values.set(y1, at);
		}
	}

	#fit(segments: number): boolean {
		const { times } = this.#track;
		const ends = this.#ends;
		for (let s = 0; s < segments; s++) if (times[ends[s + 1]!]! - times[ends[s]!]! < SHORTEST) return false;
		const count = 2 * (ends[segments]! - ends[0]!);
		if (this.#weights.length < count) this.#grow(count);
		const weights = this.#weights;
		const misses = this.#misses;
		this.#factors.fill(1, 0, count);
		for (let n = 0; n < count; n++) weights[n] = n % 2 === 0 ? MIDDLE : 1;
		for (let round = 1; round <= ROUNDS; round++) {
			this.#matrix.fill(0);
			this.#right.fill(0);
			for (let s = 0; s < segments; s++) this.#addSegment(s);
			if (!(this.#track.isUnit ? this.#solve(3 * segments * WIDTH, BIG, 1) : this.#solve(3 * segments, MOST, WIDTH))) return false;
			let most = 0;
			for (let s = 0; s < segments; s++) most = Math.max(most, this.#checkSegment(s));
			if (most <= 1) return true;
			if (!(most < Number.POSITIVE_INFINITY)) return false;
			let total = 0;
			let sum = 0;
			let next = 0;
			for (let n = 0; n < count; n++) {
				const weight = weights[n]!;
				const miss = misses[n]!;
				total += weight;
				sum += weight * miss;
				next += weights[n] = weight * Math.sqrt(miss);
			}
			// No other fit has a smaller mean, so none has a smaller maximum than this.
			if (sum > total) return false;
			const scale = count / next;
			for (let n = 0; n < count; n++) weights[n]! *= scale;
		}
		return false;
	}

	#grow(count: number): void {
		this.#weights = new Float64Array(2 * count);
		this.#misses = new Float64Array(2 * count);
		this.#factors = new Float64Array(2 * count);
	}

	// Rounds the unknowns of a segment and checks it.
	#checkSegment(s: number): number {
		const found = this.#found;
		const [from, to] = [this.#ends[s]!, this.#ends[s + 1]!];
		const length = this.#track.times[to]! - this.#track.times[from]!;
		const cubic = this.#cubics[s]!;
		if (s > 0) cubic.y0.set(this.#cubics[s - 1]!.y1);
		for (let c = 0; c < WIDTH; c++) {
			const at = 3 * s * WIDTH + c;
			cubic.m0[c] = roundTo(found[at]! / length, this.#slopeGrids[c]!);
			cubic.m1[c] = roundTo(found[at + WIDTH]! / length, this.#slopeGrids[c]!);
			cubic.y1[c] = roundTo(found[at + 2 * WIDTH]!, this.grids[c]!);
		}
		const at = 2 * (from - this.#ends[0]!);
		return checkCubic(this.#track, this.#radius, from, to, cubic, this.#misses, this.#factors, at);
	}

	// Adds what the vertices of a segment want: its sums go where its unknowns are, and what is known to the right side.
	#addSegment(s: number): void {
		const squares = this.#squares;
		const products = this.#products;
		const matrix = this.#matrix;
		const right = this.#right;
		this.#sum(this.#ends[s]!, this.#ends[s + 1]!);
		// Both slopes should be that of the chord.
		squares[0]! += 2 * STRAIGHT;
		squares[4]! += STRAIGHT;
		squares[8]! += STRAIGHT;
		squares[12]! -= 2 * STRAIGHT;
		squares[5]! += STRAIGHT;
		squares[13]! -= STRAIGHT;
		squares[10]! += STRAIGHT;
		squares[14]! -= STRAIGHT;
		squares[15]! += 2 * STRAIGHT;
		const y0 = this.#cubics[0]!.y0;
		const base = 3 * s - 1;
		if (this.#track.isUnit) {
			const turned = this.#turned;
			for (let p = 0; p < LOCAL; p++) {
				const row = base + p;
				if (row < 0) continue;
				for (let q = 0; q <= p; q++) {
					const sq = squares[p * LOCAL + q]!;
					const tat = (p * LOCAL + q) * 10;
					for (let c = 0; c < WIDTH; c++) {
						for (let e = 0; e < WIDTH; e++) {
							const hi = c > e ? c : e;
							const lo = c > e ? e : c;
							const v = (c === e ? sq : 0) - (1 - RADIAL) * turned[tat + (hi * (hi + 1)) / 2 + lo]!;
							if (base + q >= 0) matrix[(row * WIDTH + c) * BIG + (base + q) * WIDTH + e]! += v;
							else right[row * WIDTH + c]! -= v * y0[e]!;
						}
					}
				}
				for (let c = 0; c < WIDTH; c++) right[row * WIDTH + c]! += RADIAL * products[p * WIDTH + c]!;
			}
			return;
		}
		for (let p = 0; p < LOCAL; p++) {
			const row = base + p;
			if (row < 0) continue;
			for (let q = 0; q <= p; q++) {
				if (base + q >= 0) matrix[row * MOST + base + q]! += squares[p * LOCAL + q]!;
				else for (let c = 0; c < WIDTH; c++) right[row * WIDTH + c]! -= squares[p * LOCAL]! * y0[c]!;
			}
			for (let c = 0; c < WIDTH; c++) right[row * WIDTH + c]! += products[p * WIDTH + c]!;
		}
	}

	// The weighted sums of products of the four Hermite functions, and with the track.
	#sum(from: number, to: number): void {
		const { times, rows } = this.#track;
		const squares = this.#squares;
		const products = this.#products;
		squares.fill(0);
		products.fill(0);
		const turned = this.#turned;
		turned.fill(0);
		const isUnit = this.#track.isUnit;
		const bs = [0,0,0,0];
		const weights = this.#weights;
		const factors = this.#factors;
		const start = times[from]!;
		const perSecond = 1 / (times[to]! - start);
		for (let half = 2 * from + 1, n = half - 1 - 2 * this.#ends[0]!; half <= 2 * to; half++, n++) {
			const left = half >> 1;
			const right = (half + 1) >> 1;
			const u = ((times[left]! + times[right]!) / 2 - start) * perSecond;
			const v = 1 - u;
			const weight = weights[n]!;
			const b1 = u * v * v;
			const b2 = -u * u * v;
			const b3 = u * u * (1 + 2 * v);
			const b0 = 1 - b3;
			const w0 = weight * b0;
			const w1 = weight * b1;
			const w2 = weight * b2;
			const w3 = weight * b3;
			squares[0]! += w0 * b0;
			squares[4]! += w1 * b0;
			squares[5]! += w1 * b1;
			squares[8]! += w2 * b0;
			squares[9]! += w2 * b1;
			squares[10]! += w2 * b2;
			squares[12]! += w3 * b0;
			squares[13]! += w3 * b1;
			squares[14]! += w3 * b2;
			squares[15]! += w3 * b3;
			const factor = 1 / 2;
			if (isUnit) {
				bs[0]=b0;bs[1]=b1;bs[2]=b2;bs[3]=b3;
				const x = rows[left * WIDTH]! + rows[right * WIDTH]!;
				const y = rows[left * WIDTH + 1]! + rows[right * WIDTH + 1]!;
				const z = rows[left * WIDTH + 2]! + rows[right * WIDTH + 2]!;
				const w = rows[left * WIDTH + 3]! + rows[right * WIDTH + 3]!;
				const g = weight / (x * x + y * y + z * z + w * w);
				for (let p = 0; p < 4; p++) for (let q = 0; q <= p; q++) {
					const f = g * bs[p]! * bs[q]!;
					const t = (p * LOCAL + q) * 10;
					turned[t]! += f * x * x;
					turned[t + 1]! += f * x * y;
					turned[t + 2]! += f * y * y;
					turned[t + 3]! += f * x * z;
					turned[t + 4]! += f * y * z;
					turned[t + 5]! += f * z * z;
					turned[t + 6]! += f * x * w;
					turned[t + 7]! += f * y * w;
					turned[t + 8]! += f * z * w;
					turned[t + 9]! += f * w * w;
				}
			}
			for (let c = 0, l = left * WIDTH, r = right * WIDTH; c < WIDTH; c++, l++, r++) {
				const value = (rows[l]! + rows[r]!) * factor;
				products[c]! += w0 * value;
				products[WIDTH + c]! += w1 * value;
				products[2 * WIDTH + c]! += w2 * value;
				products[3 * WIDTH + c]! += w3 * value;
			}
		}
	}

	// Cholesky's method for all components at once, in place. False where the unknowns are not determined.
	#solve(unknowns: number, most: number, width: number): boolean {
		const factor = this.#matrix;
		for (let p = 0; p < unknowns; p++) {
			for (let q = 0; q <= p; q++) {
				let sum = factor[p * most + q]!;
				for (let r = 0; r < q; r++) sum -= factor[p * most + r]! * factor[q * most + r]!;
				if (p !== q) factor[p * most + q] = sum / factor[q * most + q]!;
				else if (sum > 0) factor[p * most + p] = Math.sqrt(sum);
				else return false;
			}
		}
		const found = this.#found;
		for (let c = 0; c < width; c++) {
			for (let p = 0; p < unknowns; p++) {
				let sum = this.#right[p * width + c]!;
				for (let r = 0; r < p; r++) sum -= factor[p * most + r]! * found[r * width + c]!;
				found[p * width + c] = sum / factor[p * most + p]!;
			}
			for (let p = unknowns - 1; p >= 0; p--) {
				let sum = found[p * width + c]!;
				for (let r = p + 1; r < unknowns; r++) sum -= factor[r * most + p]! * found[r * width + c]!;
				found[p * width + c] = sum / factor[p * most + p]!;
			}
		}
		return true;
	}
}

function createCubics(): Cubic[] {
	const make = (): Float64Array => new Float64Array(WIDTH);
	return Array.from({ length: MOST_SEGMENTS }, () => ({ y0: make(), m0: make(), m1: make(), y1: make() }));
}

function copyCubic(from: Cubic, to: Cubic): void {
	to.y0.set(from.y0);
	to.m0.set(from.m0);
	to.m1.set(from.m1);
	to.y1.set(from.y1);
}
