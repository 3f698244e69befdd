import { APART } from './line-check.ts';
import { type Track, WIDTH } from './track.ts';

/** A vector that runs as one Hermite segment: values and slopes per second at both ends, {@link WIDTH} numbers each. */
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

/**
 * Whether a Hermite segment from vertex i to j stays within a radius of a track at any time: −1, or where it is
 * worst, twice the vertex, minus one for the middle of the line before it.
 *
 * Between two vertices segment and track are polynomials, and so is what lies between them: its Bézier control points are
 * checked, and it lies within those. Without hope, −2: what misses by more than `far` squares of the radius.
 */
export function checkCubic(track: Track, radius: number, i: number, j: number, cubic: Cubic, far: number): number {
	const { times } = track;
	const start = times[i]!;
	const length = times[j]! - start;
	if (track.isUnit && isApart(cubic)) return 2 * j;
	let worst = -1;
	let most = 0;
	evaluate(cubic, length, 0, r0, d0);
	for (let k = i + 1; k <= j; k++) {
		evaluate(cubic, length, times[k]! - start, r1, d1);
		const third = (times[k]! - times[k - 1]!) / 3;
		const excess = track.isUnit ? missUnit(track, radius, k, third) : missPlain(track, radius, k, third);
		if (!(excess <= most)) {
			most = excess;
			worst = isMiddle ? 2 * k - 1 : 2 * k;
			if (Number.isNaN(excess)) return worst;
			if (excess > far * radius * radius) return -2;
		}
		r0.set(r1);
		d0.set(d1);
	}
	return worst;
}

// Whether playing would turn one of two keys, because they point apart.
function isApart({ y0, y1 }: Cubic): boolean {
	let product = 0;
	let square = 0;
	for (let c = 0; c < WIDTH; c++) {
		product += y0[c]! * y1[c]!;
		square += y0[c]! * y0[c]!;
	}
	return !(product > APART * square);
}

// Whether the last miss was largest at an inner control point.
let isMiddle = false;

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

// By how much the square of the distance exceeds that of the radius on the line that ends at vertex k.
function missPlain({ rows }: Track, radius: number, k: number, third: number): number {
	let first = 0;
	let second = 0;
	let last = 0;
	for (let c = 0, at = k * WIDTH; c < WIDTH; c++, at++) {
		const s0 = rows[at - WIDTH]!;
		const s1 = rows[at]!;
		const e1 = r0[c]! + third * d0[c]! - (2 * s0 + s1) / 3;
		const e2 = r1[c]! - third * d1[c]! - (s0 + 2 * s1) / 3;
		const e3 = r1[c]! - s1;
		first += e1 * e1;
		second += e2 * e2;
		last += e3 * e3;
	}
	isMiddle = last < first || last < second;
	return Math.max(first, second, last) - radius * radius;
}

// The same for vectors that are normalised: r, the segment, against c·s with c running straight from vertex to vertex
// (see the check of lines). The length of r is at least that of its control points along the middle direction of s.
function missUnit({ rows }: Track, radius: number, k: number, third: number): number {
	const at = k * WIDTH;
	let own0 = 0;
	let own1 = 0;
	let product0 = 0;
	let product1 = 0;
	for (let c = 0; c < WIDTH; c++) {
		const s0 = rows[at - WIDTH + c]!;
		const s1 = rows[at + c]!;
		own0 += s0 * s0;
		own1 += s1 * s1;
		product0 += s0 * r0[c]!;
		product1 += s1 * r1[c]!;
	}
	const c0 = product0 / own0;
	const c1 = product1 / own1;
	let start = 0;
	let first = 0;
	let second = 0;
	let last = 0;
	let square = 0;
	let p0 = 0;
	let p1 = 0;
	let p2 = 0;
	let p3 = 0;
	for (let c = 0; c < WIDTH; c++) {
		const s0 = rows[at - WIDTH + c]!;
		const s1 = rows[at + c]!;
		const before = c0 * s0;
		const after = c1 * s1;
		const between = c0 * s1 + c1 * s0;
		const q1 = r0[c]! + third * d0[c]!;
		const q2 = r1[c]! - third * d1[c]!;
		start += (r0[c]! - before) ** 2;
		first += (q1 - (before + between) / 3) ** 2;
		second += (q2 - (between + after) / 3) ** 2;
		last += (r1[c]! - after) ** 2;
		const middle = s0 + s1;
		square += middle * middle;
		p0 += r0[c]! * middle;
		p1 += q1 * middle;
		p2 += q2 * middle;
		p3 += r1[c]! * middle;
	}
	const along = Math.min(p0, p1, p2, p3);
	isMiddle = last < first || last < second;
	if (!(along > 0)) return Number.NaN;
	return Math.max(start, first, second, last) - (radius * radius * along * along) / square;
}
