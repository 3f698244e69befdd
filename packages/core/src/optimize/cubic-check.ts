import { APART } from './line-check.ts';
import { WIDTH as KNOT_WIDTH, type Rows } from './vertices.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const WIDTH: number = KNOT_WIDTH;

/** A Hermite segment of a vector: values and slopes per second at both ends, {@link WIDTH} numbers each. */
export interface Cubic {
	readonly y0: Float64Array;
	readonly m0: Float64Array;
	readonly m1: Float64Array;
	readonly y1: Float64Array;
}

// Value and slope at the vertex before and at this one.
const r0 = new Float64Array(WIDTH);
const d0 = new Float64Array(WIDTH);
const r1 = new Float64Array(WIDTH);
const d1 = new Float64Array(WIDTH);
// The control points of the segment between the two.
const q1 = new Float64Array(WIDTH);
const q2 = new Float64Array(WIDTH);

// The difference of segment and polyline on one line: the control points of a polynomial of degree 3 or 4, with SIZE
// numbers each.
const SIZE = 6;
const errors = new Float64Array(5 * SIZE);
let degree = 3;

/**
 * Whether a Hermite segment from vertex i to j stays within a radius of a polyline at all times.
 *
 * Between two vertices, segment and polyline are polynomials, and so is their difference: it lies within its Bézier
 * control points. If those are outside the radius, the control points of both halves are checked.
 */
export function checkCubic(
	{ times, rows }: Rows,
	isUnit: boolean,
	radius: number,
	i: number,
	j: number,
	cubic: Cubic,
): boolean {
	const start = times[i]!;
	const length = times[j]! - start;
	if (isUnit && isApart(cubic)) return false;
	evaluate(cubic, length, 0, r0, d0);
	for (let k = i + 1; k <= j; k++) {
		evaluate(cubic, length, times[k]! - start, r1, d1);
		const third = (times[k]! - times[k - 1]!) / 3;
		for (let c = 0; c < WIDTH; c++) {
			q1[c] = r0[c]! + third * d0[c]!;
			q2[c] = r1[c]! - third * d1[c]!;
		}
		const limit = radius * radius * (isUnit ? multiply(rows, k * WIDTH) : subtract(rows, k * WIDTH));
		if (!(measureHull() <= limit || measureHalves() <= limit)) return false;
		r0.set(r1);
		d0.set(d1);
	}
	return true;
}

// Whether sampling would negate one of two keys because they point in opposite directions.
function isApart({ y0, y1 }: Cubic): boolean {
	let product = 0;
	let square = 0;
	for (let c = 0; c < WIDTH; c++) {
		product += y0[c]! * y1[c]!;
		square += y0[c]! * y0[c]!;
	}
	return !(product > APART * square);
}

function evaluate(
	{ y0, m0, m1, y1 }: Cubic,
	length: number,
	s: number,
	value: Float64Array,
	slope: Float64Array,
): void {
	const u = s / length;
	for (let c = 0; c < WIDTH; c++) {
		const rise = (y1[c]! - y0[c]!) / length;
		const c2 = 3 * rise - 2 * m0[c]! - m1[c]!;
		const c3 = m0[c]! + m1[c]! - 2 * rise;
		value[c] = y0[c]! + s * (m0[c]! + u * (c2 + u * c3));
		slope[c] = m0[c]! + u * (2 * c2 + 3 * u * c3);
	}
}

// The difference on the line that ends at a vertex. Returns 1: its square is compared with the squared radius.
function subtract(rows: Float64Array, at: number): number {
	degree = 3;
	errors.fill(0);
	for (let c = 0; c < WIDTH; c++) {
		const s0 = rows[at - WIDTH + c]!;
		const s1 = rows[at + c]!;
		errors[c] = r0[c]! - s0;
		errors[SIZE + c] = q1[c]! - (2 * s0 + s1) / 3;
		errors[2 * SIZE + c] = q2[c]! - (s0 + 2 * s1) / 3;
		errors[3 * SIZE + c] = r1[c]! - s1;
	}
	return 1;
}

// For vectors that are normalized: the sine of the angle |r ∧ s| / (|r| |s|), where r is the segment and s the
// polyline. The wedge product is the polynomial. Returns the square of a lower bound of |r| |s|: the lengths along the
// middle of s.
function multiply(rows: Float64Array, at: number): number {
	let square = 0;
	let own0 = 0;
	let own1 = 0;
	let p0 = 0;
	let p1 = 0;
	let p2 = 0;
	let p3 = 0;
	for (let c = 0; c < WIDTH; c++) {
		const s0 = rows[at - WIDTH + c]!;
		const s1 = rows[at + c]!;
		const middle = s0 + s1;
		square += middle * middle;
		own0 += s0 * middle;
		own1 += s1 * middle;
		p0 += r0[c]! * middle;
		p1 += q1[c]! * middle;
		p2 += q2[c]! * middle;
		p3 += r1[c]! * middle;
	}
	const along = Math.min(p0, p1, p2, p3);
	const own = Math.min(own0, own1);
	degree = 4;
	errors.fill(0);
	wedge(r0, rows, at - WIDTH, 1, 0);
	wedge(r0, rows, at, 0.25, 1);
	wedge(q1, rows, at - WIDTH, 0.75, 1);
	wedge(q1, rows, at, 0.5, 2);
	wedge(q2, rows, at - WIDTH, 0.5, 2);
	wedge(q2, rows, at, 0.75, 3);
	wedge(r1, rows, at - WIDTH, 0.25, 3);
	wedge(r1, rows, at, 1, 4);
	return along > 0 && own > 0 ? ((along * own) / square) ** 2 : -1;
}

// Adds a multiple of a wedge product to a control point.
function wedge(r: Float64Array, rows: Float64Array, at: number, share: number, point: number): void {
	const x = share * r[0]!;
	const y = share * r[1]!;
	const z = share * r[2]!;
	const w = share * r[3]!;
	const sx = rows[at]!;
	const sy = rows[at + 1]!;
	const sz = rows[at + 2]!;
	const sw = rows[at + 3]!;
	const to = point * SIZE;
	errors[to]! += x * sy - y * sx;
	errors[to + 1]! += x * sz - z * sx;
	errors[to + 2]! += x * sw - w * sx;
	errors[to + 3]! += y * sz - z * sy;
	errors[to + 4]! += y * sw - w * sy;
	errors[to + 5]! += z * sw - w * sz;
}

function square(point: number): number {
	let sum = 0;
	for (let c = 0, at = point * SIZE; c < SIZE; c++, at++) sum += errors[at]! * errors[at]!;
	return sum;
}

// The largest square of a control point.
function measureHull(): number {
	let most = 0;
	for (let n = 0; n <= degree; n++) most = Math.max(most, square(n));
	return most;
}

// The largest square of a control point of both halves. Overwrites the control points.
function measureHalves(): number {
	let most = 0;
	for (let level = 0; level <= degree; level++) {
		// De Casteljau in place: the first and last point of each level belong to the halves.
		most = Math.max(most, square(0), square(degree - level));
		for (let n = 0; n < degree - level; n++) {
			for (let c = 0, at = n * SIZE; c < SIZE; c++, at++) errors[at] = (errors[at]! + errors[at + SIZE]!) / 2;
		}
	}
	return most;
}
