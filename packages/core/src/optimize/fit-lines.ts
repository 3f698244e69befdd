import { SIMPLE_STRIDE } from '../model/curve.ts';
import { APART, checkLine, checkNear } from './line-check.ts';
import type { Track } from './polyline.ts';
import { readTime, readValues, roundTo, WIDTH } from './vertices.ts';
import type { LineKeys } from './workspace.ts';

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const STRIDE: number = SIMPLE_STRIDE;

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
	keys: LineKeys,
): boolean {
	const { xs, ys, zs, ws, isUnit } = track;
	// Engines look a module's constants up each time, too.
	const stride = STRIDE;
	const a = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	if (!startAt(track, first, grids, a)) return false;
	keys.push(track, first, a);
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
		const start = xs[i * stride]!;
		const limit = Math.min(last, i + most);
		const end = limit * stride;
		let at = (i + 1) * stride;
		let s = xs[at]! - start;
		// The middle of the ball of slopes and its radius, for one vertex.
		const perSecond = 1 / s;
		let cx = (xs[at + 1]! - ax) * perSecond;
		let cy = (ys[at + 1]! - ay) * perSecond;
		let cz = (zs[at + 1]! - az) * perSecond;
		let cw = (ws[at + 1]! - aw) * perSecond;
		let ball = reach * perSecond;
		for (at += stride; at <= end; at += stride) {
			const t = xs[at]! - start;
			// How far the middle misses the vertex. At its time slopes are lengths, and so are balls.
			const ex = xs[at + 1]! - ax - cx * t;
			const ey = ys[at + 1]! - ay - cy * t;
			const ez = zs[at + 1]! - az - cz * t;
			const ew = ws[at + 1]! - aw - cw * t;
			const square = ex * ex + ey * ey + (ez * ez + ew * ew);
			const room = ball * t;
			const sum = reach + room;
			if (!(square <= sum * sum)) break;
			const gap = reach - room;
			if (square > gap * gap) {
				// Each ball is partly outside the other: the middle moves to that of the span that they share.
				const half = 0.5 / t;
				const miss = Math.sqrt(square);
				// Half of 1 − gap / miss, such that as little as can be waits for the root.
				const back = (gap * half) / square;
				cx = cx + ex * half - ex * back * miss;
				cy = cy + ey * half - ey * back * miss;
				cz = cz + ez * half - ez * back * miss;
				cw = cw + ew * half - ew * back * miss;
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
		at -= stride;
		const k = at >> 1;
		// The ball lies in that of the newest vertex, so the middles of both are no farther apart than their radii differ.
		// A share of the way from one to the other stays inside, and some of the ball is left for rounding.
		const room = ball * s;
		const share = room * pull;
		const left = room - share * (reach - room);
		const mx = ax + cx * s;
		const my = ay + cy * s;
		const mz = az + cz * s;
		const mw = aw + cw * s;
		const ex = mx + (xs[at + 1]! - mx) * share;
		const ey = my + (ys[at + 1]! - my) * share;
		const ez = mz + (zs[at + 1]! - mz) * share;
		const ew = mw + (ws[at + 1]! - mw) * share;
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
		keys.add(xs[i * stride]!, ax, ay, az, aw);
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
	const start = readTime(track, i);
	// Sums of the products of time and distance from the start, and of the squares of time.
	const sums = new Float64Array(WIDTH);
	const values = new Float64Array(WIDTH);
	let weight = 0;
	const take = (k: number, sign: number): void => {
		const s = readTime(track, k) - start;
		weight += sign * s * s;
		readValues(track, k, values);
		for (let c = 0; c < WIDTH; c++) sums[c]! += sign * s * (values[c]! - a[c]!);
	};
	for (let k = i + 1; k <= far; k++) take(k, 1);
	for (let k = far; k > i; ) {
		const u = (readTime(track, k) - start) / weight;
		for (let c = 0; c < WIDTH; c++) out[c] = roundTo(a[c]! + sums[c]! * u, grids[c]!);
		if (checkNear(track, radius, i, a, k, out) < 0) return k;
		for (let back = Math.max(1, (k - i) >> STEP_BACK); back > 0 && k > i; back--, k--) take(k, -1);
	}
	return i;
}

/** The first key of a run: where the track starts. False if rounding alone is too much. */
export function startAt(track: Track, vertex: number, grids: Float64Array, out: Float64Array): boolean {
	readValues(track, vertex, out);
	for (let c = 0; c < WIDTH; c++) out[c] = roundTo(out[c]!, grids[c]!);
	return track.isUnit || checkLine(track, track.radius, vertex, out, vertex, out) < 0;
}

/**
 * The end of a line from `a` at a vertex to the next one: on the track, but with the length that `a` has. False if the
 * two point apart.
 */
export function stepTo(track: Track, vertex: number, a: Float64Array, grids: Float64Array, out: Float64Array): boolean {
	const { isUnit, isHeld } = track;
	let factor = 1;
	// A component that is not ours to write cannot be scaled.
	if (isUnit && !isHeld.includes(true)) {
		readValues(track, vertex, out);
		let product = 0;
		let own = 0;
		for (let c = 0; c < WIDTH; c++) {
			product += a[c]! * out[c]!;
			own += out[c]! * out[c]!;
		}
		// Keys that are kept as they are shall stay so to the bit.
		factor = Math.abs(product / own - 1) < 1e-6 ? 1 : product / own;
	}
	readValues(track, vertex + 1, out);
	for (let c = 0; c < WIDTH; c++) out[c] = roundTo(out[c]! * factor, grids[c]!);
	return factor > 0;
}
