import { type Knots, roundTo, WIDTH } from './knots.ts';
import { APART, checkLine } from './line-check.ts';
import type { Track } from './track.ts';

/** Lines are looked at for the first time when they have so many vertices, and again when it is twice as many. */
const FIRST_LOOK = 16;
/** The share of its vertices that a line loses which is not good, as a power of a half; but at least one. */
const STEP_BACK = 3;

/**
 * Few straight lines through a track from vertex `first` to `last`, with no jump between. Each starts where the one
 * before ends and goes as far as it can; its end need not lie on the track.
 *
 * From a start, each vertex allows the slopes within a ball: the nearer ones larger balls. What is kept of their
 * intersection is the largest ball in what was kept before and in the newest one. As long as there is one, every slope in it
 * is good for all vertices so far, which so are looked at once. The slope taken is on the way from the middle of the ball to the
 * newest vertex, which leaves more room to the next line.
 *
 * Takes linear time: what a line has followed is at most about twice what is good of it. False if a line between
 * neighbours cannot be proven good, which takes a rotation that turns by many degrees in one step.
 */
export function fitLines(
	track: Track,
	radius: number,
	first: number,
	last: number,
	grids: Float64Array,
	knots: Knots,
): boolean {
	const { times, rows, isUnit } = track;
	const a = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	if (!startAt(track, first, grids, a)) return false;
	knots.push(first, a);
	// A ball of this size around a vector is seen under the angle.
	const reach = radius * track.shortest;
	const perReach = reach > 0 ? 1 / reach : 0;
	const xGrid = grids[0]!;
	const yGrid = grids[1]!;
	const zGrid = grids[2]!;
	const wGrid = grids[3]!;
	let ax = a[0]!;
	let ay = a[1]!;
	let az = a[2]!;
	let aw = a[3]!;
	for (let i = first; i < last; ) {
		const start = times[i]!;
		let k = i + 1;
		let at = k * WIDTH;
		let s = times[k]! - start;
		const perSecond = 1 / s;
		// The middle of the ball and its radius.
		let cx = (rows[at]! - ax) * perSecond;
		let cy = (rows[at + 1]! - ay) * perSecond;
		let cz = (rows[at + 2]! - az) * perSecond;
		let cw = (rows[at + 3]! - aw) * perSecond;
		let ball = reach * perSecond;
		let bx = 0;
		let by = 0;
		let bz = 0;
		let bw = 0;
		let end = i;
		for (let look = FIRST_LOOK; ; look *= 2) {
			const limit = Math.min(last, i + look);
			for (k++, at += WIDTH; k <= limit; k++, at += WIDTH) {
				const t = times[k]! - start;
				// How far the middle misses the vertex. Balls are compared in lengths at its time, too.
				const ex = rows[at]! - ax - cx * t;
				const ey = rows[at + 1]! - ay - cy * t;
				const ez = rows[at + 2]! - az - cz * t;
				const ew = rows[at + 3]! - aw - cw * t;
				const square = ex * ex + ey * ey + (ez * ez + ew * ew);
				const room = ball * t;
				const most = reach + room;
				if (!(square <= most * most)) break;
				const gap = reach - room;
				if (square > gap * gap) {
					// One ball is partly in the other: the middle moves to that of the span that they share.
					const half = 0.5 / t;
					const miss = Math.sqrt(square);
					// The quotient of gap and miss; this way root and division do not wait for each other.
					const move = half - gap * half * (miss * (1 / square));
					cx += ex * move;
					cy += ey * move;
					cz += ez * move;
					cw += ew * move;
					ball = (most - miss) * half;
				} else if (gap < 0) {
					const whole = 1 / t;
					cx += ex * whole;
					cy += ey * whole;
					cz += ez * whole;
					cw += ew * whole;
					ball = reach * whole;
				}
				s = t;
			}
			k--;
			at -= WIDTH;
			if (k === end) break;
			// The ball lies in that of the newest vertex. So the way to the middle of that, which is as long as the difference of
			// radii at most, may be gone by this share, and some of the ball is left for rounding.
			const room = ball * s;
			const share = room * perReach;
			const mx = ax + cx * s;
			const my = ay + cy * s;
			const mz = az + cz * s;
			const mw = aw + cw * s;
			const ex = mx + (rows[at]! - mx) * share;
			const ey = my + (rows[at + 1]! - my) * share;
			const ez = mz + (rows[at + 2]! - mz) * share;
			const ew = mw + (rows[at + 3]! - mw) * share;
			const nx = roundTo(ex, xGrid);
			const ny = roundTo(ey, yGrid);
			const nz = roundTo(ez, zGrid);
			const nw = roundTo(ew, wGrid);
			const off = (nx - ex) ** 2 + (ny - ey) ** 2 + ((nz - ez) ** 2 + (nw - ew) ** 2);
			const left = room * share;
			// Playing would turn one of two keys that point apart.
			const isApart =
				isUnit && !(ax * nx + ay * ny + az * nz + aw * nw > APART * (ax * ax + ay * ay + az * az + aw * aw));
			if (off <= left * left && !isApart) {
				end = k;
				bx = nx;
				by = ny;
				bz = nz;
				bw = nw;
			} else {
				write(a, ax, ay, az, aw);
				const good = shorten(track, radius, i, end, k, a, grids, b);
				if (good === end) break;
				end = good;
				bx = b[0]!;
				by = b[1]!;
				bz = b[2]!;
				bw = b[3]!;
			}
			if (end < limit || end === last) break;
		}
		if (end === i) {
			end = i + 1;
			write(a, ax, ay, az, aw);
			if (!stepTo(track, i, a, grids, b) || checkLine(track, track.radius, i, a, end, b) >= 0) return false;
			bx = b[0]!;
			by = b[1]!;
			bz = b[2]!;
			bw = b[3]!;
		}
		knots.add(end, bx, by, bz, bw);
		ax = bx;
		ay = by;
		az = bz;
		aw = bw;
		i = end;
	}
	return true;
}

function write(out: Float64Array, x: number, y: number, z: number, w: number): void {
	out[0] = x;
	out[1] = y;
	out[2] = z;
	out[3] = w;
}

// The last vertex after `end` and up to `far` to which the line of least squares is good when its end, which is written,
// has been rounded; or `end`.
function shorten(
	track: Track,
	radius: number,
	i: number,
	end: number,
	far: number,
	a: Float64Array,
	grids: Float64Array,
	out: Float64Array,
): number {
	const { times, rows } = track;
	const start = times[i]!;
	// Sums of the products of time and distance from the start, and of the squares of time.
	const sums = new Float64Array(WIDTH);
	let weight = 0;
	const take = (k: number, sign: number): void => {
		const s = times[k]! - start;
		weight += sign * s * s;
		for (let c = 0; c < WIDTH; c++) sums[c]! += sign * s * (rows[k * WIDTH + c]! - a[c]!);
	};
	for (let k = i + 1; k <= far; k++) take(k, 1);
	for (let k = far; k > end; ) {
		const u = (times[k]! - start) / weight;
		for (let c = 0; c < WIDTH; c++) out[c] = roundTo(a[c]! + sums[c]! * u, grids[c]!);
		if (checkLine(track, radius, i, a, k, out) < 0) return k;
		for (let back = Math.max(1, (k - i) >> STEP_BACK); back > 0 && k > end; back--, k--) take(k, -1);
	}
	return end;
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
