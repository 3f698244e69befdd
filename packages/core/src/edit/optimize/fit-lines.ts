import { type Knots, roundTo, WIDTH } from './knots.ts';
import { APART, checkLine, checkNear } from './line-check.ts';
import type { Track } from './track.ts';

/** The share of its vertices that a line loses which is not good, as a power of a half; but at least one. */
const STEP_BACK = 3;
/** Where rounding spoils lines the next ones are followed for so many vertices, or twice as many as were good; */
const FEWEST = 16;
/** and if all of them are good, once more for so many times as many. */
const GROWTH = 4;
/** How many vertices more than its ball a line of least squares is tried with. */
const OVERREACH = 4;
/** How much of what can be done is done to end lines near the track; the rest is for rounding. */
const PULL = 0.97;

/**
 * Few straight lines through a track from vertex `first` to `last`, with no jump between. Each starts where the one
 * before ends and goes as far as it can; its end need not lie on the track.
 *
 * From a start, each vertex allows the slopes within a ball, later vertices smaller ones. Of what they all allow we know
 * a ball: the largest one in both what was known before and the ball of the newest vertex. As long as there is one, every
 * slope in it is good for all vertices so far, which need not be looked at again. Taken is a slope between its middle and the
 * one that leads to the newest vertex, which leaves the next line more room.
 *
 * Takes linear time: what a line has followed is not much more than what is good of it and was of the line before.
 * False if a line between neighbours cannot be proven good, which takes a rotation that turns by many degrees in one step.
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
	const pull = reach > 0 ? PULL / reach : 0;
	const xGrid = grids[0]!;
	const yGrid = grids[1]!;
	const zGrid = grids[2]!;
	const wGrid = grids[3]!;
	let ax = a[0]!;
	let ay = a[1]!;
	let az = a[2]!;
	let aw = a[3]!;
	// A line's end on a grid needs to be looked at anyway, and lines of least squares then mostly go further.
	const isRounded = xGrid + yGrid + zGrid + wGrid > 0;
	let most = last - first;
	for (let i = first; i < last; ) {
		const start = times[i]!;
		const limit = Math.min(last, i + most);
		let k = i + 1;
		let at = k * WIDTH;
		let s = times[k]! - start;
		// The middle of the ball of slopes and its radius, for one vertex.
		const perSecond = 1 / s;
		let cx = (rows[at]! - ax) * perSecond;
		let cy = (rows[at + 1]! - ay) * perSecond;
		let cz = (rows[at + 2]! - az) * perSecond;
		let cw = (rows[at + 3]! - aw) * perSecond;
		let ball = reach * perSecond;
		for (k++, at += WIDTH; k <= limit; k++, at += WIDTH) {
			const t = times[k]! - start;
			// How far the middle misses the vertex. At its time slopes are lengths, and so are balls.
			const ex = rows[at]! - ax - cx * t;
			const ey = rows[at + 1]! - ay - cy * t;
			const ez = rows[at + 2]! - az - cz * t;
			const ew = rows[at + 3]! - aw - cw * t;
			const square = ex * ex + ey * ey + (ez * ez + ew * ew);
			const room = ball * t;
			const sum = reach + room;
			if (!(square <= sum * sum)) break;
			const gap = reach - room;
			if (square > gap * gap) {
				// Each ball is partly outside the other: the middle moves to that of the span that they share.
				const half = 0.5 / t;
				const miss = Math.sqrt(square);
				// Half of 1 − gap / miss, such that root and division do not wait for each other.
				const move = half - gap * half * (miss * (1 / square));
				cx += ex * move;
				cy += ey * move;
				cz += ez * move;
				cw += ew * move;
				ball = (sum - miss) * half;
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
		// The ball lies in that of the newest vertex, so the middles of both are no farther apart than their radii differ.
		// A share of the way from one to the other stays inside, and some of the ball is left for rounding.
		const room = ball * s;
		const share = room * pull;
		const left = room - share * (reach - room);
		const mx = ax + cx * s;
		const my = ay + cy * s;
		const mz = az + cz * s;
		const mw = aw + cw * s;
		const ex = mx + (rows[at]! - mx) * share;
		const ey = my + (rows[at + 1]! - my) * share;
		const ez = mz + (rows[at + 2]! - mz) * share;
		const ew = mw + (rows[at + 3]! - mw) * share;
		const bx = roundTo(ex, xGrid);
		const by = roundTo(ey, yGrid);
		const bz = roundTo(ez, zGrid);
		const bw = roundTo(ew, wGrid);
		const off = (bx - ex) * (bx - ex) + (by - ey) * (by - ey) + ((bz - ez) * (bz - ez) + (bw - ew) * (bw - ew));
		// Playing would turn one of two keys that point apart.
		const isApart =
			isUnit && !(ax * bx + ay * by + az * bz + aw * bw > APART * (ax * ax + ay * ay + az * az + aw * aw));
		if (!isRounded && off <= left * left && !isApart) {
			if (k === limit && limit < last) {
				most *= GROWTH;
				continue;
			}
			i = k;
			ax = bx;
			ay = by;
			az = bz;
			aw = bw;
		} else {
			a[0] = ax;
			a[1] = ay;
			a[2] = az;
			a[3] = aw;
			let end = shorten(track, radius, i, Math.min(last, k + OVERREACH), a, grids, b);
			if (end >= limit && limit < last) {
				most *= GROWTH;
				continue;
			}
			most = Math.max(FEWEST, 2 * (end - i));
			if (end === i) {
				end = i + 1;
				if (!stepTo(track, i, a, grids, b) || checkLine(track, track.radius, i, a, end, b) >= 0) return false;
			}
			i = end;
			ax = b[0]!;
			ay = b[1]!;
			az = b[2]!;
			aw = b[3]!;
		}
		knots.add(i, ax, ay, az, aw);
	}
	return true;
}

// The last vertex after i and up to `far` to which the line of least squares is good when its end, which is written, has
// been rounded; or i.
function shorten(
	track: Track,
	radius: number,
	i: number,
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
	for (let k = far; k > i; ) {
		const u = (times[k]! - start) / weight;
		for (let c = 0; c < WIDTH; c++) out[c] = roundTo(a[c]! + sums[c]! * u, grids[c]!);
		if (checkNear(track, radius, i, a, k, out) < 0) return k;
		for (let back = Math.max(1, (k - i) >> STEP_BACK); back > 0 && k > i; back--, k--) take(k, -1);
	}
	return i;
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
