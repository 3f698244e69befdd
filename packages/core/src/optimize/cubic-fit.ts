import { type Cubic, checkCubic } from './cubic-check.ts';
import { FitPoints } from './fit-points.ts';
import { NormalEquations } from './normal-equations.ts';
import type { Polyline } from './polyline.ts';
import { copyRows, WIDTH as KNOT_WIDTH, type Rows, roundTo } from './vertices.ts';
import type { Knots } from './workspace.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const WIDTH: number = KNOT_WIDTH;

/** The most segments that are fitted together. */
const MOST_SEGMENTS = 2;
/** The most rounds of reweighting. */
const ROUNDS = 16;
/** Unity does not evaluate shorter Hermite segments exactly. */
const SHORTEST = 1e-4;

/**
 * Hermite segments through a polyline with the smallest maximum deviation, by Lawson's method: repeated least squares,
 * with weights multiplied by the distances. It ends when the result is proven to be within the radius, or when it
 * cannot be. Vertices are fitted first; if the segments deviate too much between them, the midpoints are fitted too.
 * Values and slopes are rounded before they are checked.
 */
export class CubicFit {
	readonly grids: Float64Array;
	readonly #polyline: Polyline;
	readonly #vertices: Rows;
	readonly #radius: number;
	readonly #slopeGrids: Float64Array;
	readonly #points: FitPoints;
	readonly #equations: NormalEquations;
	readonly #ends = new Int32Array(MOST_SEGMENTS + 1);
	readonly #cubics: readonly Cubic[] = createCubics();
	readonly #kept: readonly Cubic[] = createCubics();

	/** `grids` round the values of each component, and its slopes to `slopeGrid` times as much; 0 rounds to float32. */
	constructor(polyline: Polyline, radius: number, grids: Float64Array, slopeGrid: number) {
		this.#polyline = polyline;
		this.#vertices = copyRows(polyline);
		this.#radius = radius;
		this.grids = grids;
		this.#slopeGrids = grids.map((grid) => grid * slopeGrid);
		this.#points = new FitPoints(this.#vertices, polyline.isUnit, radius, MOST_SEGMENTS);
		this.#equations = new NormalEquations(MOST_SEGMENTS);
	}

	/**
	 * Whether one segment can go from the last knot to a vertex, or two segments from the knot before: then the last knot
	 * gets another value, and moves by `shift` vertices.
	 */
	reaches(knots: Knots, segments: 1 | 2, to: number, shift: number): boolean {
		const ends = this.#ends;
		const first = knots.count - segments;
		for (let s = 0; s < segments; s++) ends[s] = knots.vertices[first + s]!;
		ends[segments - 1]! += shift;
		ends[segments] = to;
		const start = this.#cubics[0]!.y0;
		for (let c = 0; c < WIDTH; c++) start[c] = knots.values[first * WIDTH + c]!;
		const { times } = this.#vertices;
		for (let s = 0; s < segments; s++) if (times[ends[s + 1]!]! - times[ends[s]!]! < SHORTEST) return false;
		if (!this.#fit(segments)) return false;
		for (let s = 0; s < segments; s++) copyCubic(this.#cubics[s]!, this.#kept[s]!);
		return true;
	}

	/**
	 * Writes the segments of the last successful {@link reaches} with the same arguments. The vertex becomes the last
	 * knot.
	 */
	write(knots: Knots, segments: 1 | 2, to: number, shift: number): void {
		const { vertices, values, inSlopes, outSlopes } = knots;
		vertices[knots.count - 1]! += shift;
		knots.push(to, this.#kept[segments - 1]!.y1);
		for (let s = 0, at = (knots.count - segments) * WIDTH; s < segments; s++, at += WIDTH) {
			const { m0, m1, y1 } = this.#kept[s]!;
			outSlopes.set(m0, at - WIDTH);
			inSlopes.set(m1, at);
			values.set(y1, at);
		}
	}

	#fit(segments: number): boolean {
		const points = this.#points;
		let hasHalves = false;
		points.list(segments, this.#ends, hasHalves);
		for (let round = 1; round <= ROUNDS; round++) {
			if (!this.#equations.solve(points, segments, this.#cubics[0]!.y0)) return false;
			let most = 0;
			for (let s = 0; s < segments; s++) most = Math.max(most, this.#measureSegment(s));
			if (most > 1 || hasHalves) {
				if (most <= 1 && this.#isGood(segments)) return true;
				if (!points.reweigh(segments)) return false;
				continue;
			}
			if (this.#isGood(segments)) return true;
			hasHalves = true;
			points.list(segments, this.#ends, hasHalves);
		}
		return false;
	}

	// Rounds the unknowns of a segment and measures it at the points.
	#measureSegment(s: number): number {
		const { found } = this.#equations;
		const { times } = this.#vertices;
		const { isHeld } = this.#polyline;
		const length = times[this.#ends[s + 1]!]! - times[this.#ends[s]!]!;
		const cubic = this.#cubics[s]!;
		if (s > 0) cubic.y0.set(this.#cubics[s - 1]!.y1);
		const factor = this.#findFactor(s);
		for (let c = 0; c < WIDTH; c++) {
			const at = 3 * s * WIDTH + c;
			const held = isHeld[c] === true;
			cubic.m0[c] = held ? 0 : roundTo(found[at]! / length, this.#slopeGrids[c]!);
			cubic.m1[c] = held ? 0 : roundTo(found[at + WIDTH]! / length, this.#slopeGrids[c]!);
			cubic.y1[c] = held ? cubic.y0[c]! : roundTo(found[at + 2 * WIDTH]! * factor, this.grids[c]!);
		}
		return this.#points.measure(s, cubic, length);
	}

	// The factor that scales the end of a segment to the length of the polyline there, if only directions count.
	#findFactor(s: number): number {
		const { rows } = this.#vertices;
		const { isUnit, isHeld } = this.#polyline;
		if (!isUnit || isHeld.includes(true)) return 1;
		const { found } = this.#equations;
		let own = 0;
		let square = 0;
		for (let c = 0; c < WIDTH; c++) {
			own += rows[this.#ends[s + 1]! * WIDTH + c]! ** 2;
			square += found[(3 * s + 2) * WIDTH + c]! ** 2;
		}
		return square > 0 ? Math.sqrt(own / square) : 1;
	}

	#isGood(segments: number): boolean {
		const ends = this.#ends;
		const { isUnit } = this.#polyline;
		for (let s = 0; s < segments; s++) {
			if (!checkCubic(this.#vertices, isUnit, this.#radius, ends[s]!, ends[s + 1]!, this.#cubics[s]!)) return false;
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
