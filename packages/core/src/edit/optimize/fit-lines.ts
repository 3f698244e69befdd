import { type Knots, roundTo } from './knots.ts';
import { checkLine } from './line-check.ts';
import { type Track, WIDTH } from './track.ts';

/** What a line may miss the newest vertex by, in squares of the tolerance, to be worth another look. */
const GATE = 1;
/** What misses by so much, in squares of the tolerance, is not saved by how it is measured. */
const FAR = 2;
/** How often a line that misses a vertex is drawn to it before a shorter one is tried. */
const ATTEMPTS = 1;

/**
 * Few straight lines through a track from vertex `first` to `last`, with no jump between. Each starts where the one
 * before ends and follows the least squares of what comes, as far as that stays good; its end need not lie on the track.
 *
 * Takes linear time: a line is looked at again only when its length has doubled. False if a line between neighbours
 * cannot be proven good, which takes a rotation that turns by many degrees in one step.
 */
export function fitLines(
	track: Track,
	radius: number,
	first: number,
	last: number,
	grids: Float64Array,
	knots: Knots,
): boolean {
	const a = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	const good = new Float64Array(WIDTH);
	const sums = new Float64Array(WIDTH + 1);
	if (!startAt(track, first, grids, a)) return false;
	knots.push(first, a);
	let length = 1;
	for (let i = first; i < last; ) {
		let end = i;
		let far = i;
		sums.fill(0);
		// At half the length of the line before for the first time; then short lines with every vertex, long ones when they
		// are a quarter longer.
		let next = Math.min(last, i + Math.max(1, length >> 1));
		let untried = i;
		while (far < last) {
			far = follow(track, radius, i, a, far, next, sums);
			untried = far;
			if (far < next) break;
			untried = far - 1;
			if (!tryEnd(track, radius, i, a, far, grids, sums, b)) break;
			end = far;
			good.set(b);
			next = Math.min(last, end + Math.max(1, (end - i) >> 2));
		}
		const nearer = settle(track, radius, i, a, end, untried, grids, sums, b);
		if (nearer > end) {
			end = nearer;
			good.set(b);
		}
		if (end === i) {
			end = i + 1;
			if (!stepTo(track, i, a, grids, good) || checkLine(track, track.radius, i, a, end, good) >= 0) return false;
		}
		knots.push(end, good);
		a.set(good);
		length = end - i;
		i = end;
	}
	return true;
}

// Takes in vertices after `from` up to `limit` as long as the line of least squares meets the newest one. Returns the
// last one taken in.
function follow(
	track: Track,
	radius: number,
	i: number,
	a: Float64Array,
	from: number,
	limit: number,
	sums: Float64Array,
): number {
	const { times, rows } = track;
	const gate = GATE * (radius * track.scale) ** 2;
	const start = times[i]!;
	const ax = a[0]!;
	const ay = a[1]!;
	const az = a[2]!;
	const aw = a[3]!;
	let weight = sums[4]!;
	let sx = sums[0]!;
	let sy = sums[1]!;
	let sz = sums[2]!;
	let sw = sums[3]!;
	let j = from + 1;
	for (let at = j * WIDTH; j <= limit; j++, at += WIDTH) {
		const s = times[j]! - start;
		const dx = rows[at]! - ax;
		const dy = rows[at + 1]! - ay;
		const dz = rows[at + 2]! - az;
		const dw = rows[at + 3]! - aw;
		const nextWeight = weight + s * s;
		const nx = sx + s * dx;
		const ny = sy + s * dy;
		const nz = sz + s * dz;
		const nw = sw + s * dw;
		const u = s / nextWeight;
		const x = nx * u - dx;
		const y = ny * u - dy;
		const z = nz * u - dz;
		const w = nw * u - dw;
		if (x * x + y * y + z * z + w * w > gate) break;
		weight = nextWeight;
		sx = nx;
		sy = ny;
		sz = nz;
		sw = nw;
	}
	sums[0] = sx;
	sums[1] = sy;
	sums[2] = sz;
	sums[3] = sw;
	sums[4] = weight;
	return j - 1;
}

// The farthest good line that ends at `far` or nearer, but after `end`; its end goes into b.
function settle(
	track: Track,
	radius: number,
	i: number,
	a: Float64Array,
	end: number,
	far: number,
	grids: Float64Array,
	sums: Float64Array,
	b: Float64Array,
): number {
	const start = track.times[i]!;
	for (let reach = far; reach > end; reach = reach - end > 8 ? end + ((reach - end) >> 1) : reach - 1) {
		sums.fill(0);
		for (let k = i + 1; k <= reach; k++) draw(track, start, a, k, 1, sums);
		if (tryEnd(track, radius, i, a, reach, grids, sums, b)) return reach;
	}
	return end;
}

// Whether the line of least squares up to a vertex is good, if need be with more weight where it is not; its end goes
// into b.
function tryEnd(
	track: Track,
	radius: number,
	i: number,
	a: Float64Array,
	reach: number,
	grids: Float64Array,
	sums: Float64Array,
	b: Float64Array,
): boolean {
	const start = track.times[i]!;
	for (let attempt = 0; ; attempt++) {
		const u = (track.times[reach]! - start) / sums[4]!;
		b[0] = roundTo(a[0]! + sums[0]! * u, grids[0]!);
		b[1] = roundTo(a[1]! + sums[1]! * u, grids[1]!);
		b[2] = roundTo(a[2]! + sums[2]! * u, grids[2]!);
		b[3] = roundTo(a[3]! + sums[3]! * u, grids[3]!);
		const miss = checkLine(track, radius, i, a, reach, b, FAR);
		if (miss < 0) return true;
		if (miss === i || attempt === ATTEMPTS) return false;
		draw(track, start, a, miss, attempt + 1, sums);
	}
}

// Counts a vertex so many times more.
function draw(track: Track, start: number, a: Float64Array, k: number, weight: number, sums: Float64Array): void {
	const { times, rows } = track;
	const s = times[k]! - start;
	const at = k * WIDTH;
	sums[0]! += weight * s * (rows[at]! - a[0]!);
	sums[1]! += weight * s * (rows[at + 1]! - a[1]!);
	sums[2]! += weight * s * (rows[at + 2]! - a[2]!);
	sums[3]! += weight * s * (rows[at + 3]! - a[3]!);
	sums[4]! += weight * s * s;
}

/** The first key of a run: where the track starts. False if rounding alone is too much. */
export function startAt(track: Track, vertex: number, grids: Float64Array, out: Float64Array): boolean {
	for (let c = 0; c < WIDTH; c++) out[c] = roundTo(track.rows[vertex * WIDTH + c]!, grids[c]!);
	return track.isUnit || checkLine(track, track.radius, vertex, out, vertex, out) < 0;
}

/**
 * The end of a line from `a` at a vertex to the next one: on the track, but with the length that `a` has. False if the
 * two point apart.
 */
export function stepTo(track: Track, vertex: number, a: Float64Array, grids: Float64Array, out: Float64Array): boolean {
	const { rows, isUnit, isHeld } = track;
	const at = vertex * WIDTH;
	let factor = 1;
	// A component that is not ours to write cannot be scaled.
	if (isUnit && !isHeld.includes(true)) {
		let product = 0;
		let own = 0;
		for (let c = 0; c < WIDTH; c++) {
			product += a[c]! * rows[at + c]!;
			own += rows[at + c]! * rows[at + c]!;
		}
		// Keys that are kept as they are shall stay so to the bit.
		factor = Math.abs(product / own - 1) < 1e-6 ? 1 : product / own;
	}
	for (let c = 0; c < WIDTH; c++) out[c] = roundTo(rows[at + WIDTH + c]! * factor, grids[c]!);
	return factor > 0;
}
