import { SIMPLE_STRIDE } from '../model/curve.ts';
import { APART, checkLine, checkNear } from './line-check.ts';
import type { Polyline } from './polyline.ts';
import { readTime, readValues, roundTo, WIDTH } from './vertices.ts';
import type { LineKeys } from './workspace.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const STRIDE: number = SIMPLE_STRIDE;

/** A line that fails loses this share of its vertices, as a power of a half, but at least one. */
const STEP_BACK = 3;
/** After a line that rounding spoiled, the next line follows this many vertices, or twice as many as fitted; */
const FEWEST = 16;
/** and if all of them fit, it starts again with this many times as many. */
const GROWTH = 4;
/** How many vertices beyond its ball a least-squares line is tried with. */
const OVERREACH = 4;
/** How far line ends are pulled toward the polyline; the rest is left for rounding. */
const PULL = 0.97;

/**
 * Few lines through a polyline from vertex `first` to `last` without a jump between. Each line starts at the end of the
 * previous line and goes as far as it can; its end need not lie on the polyline.
 *
 * From a start point, each vertex allows the slopes in a ball; later vertices allow smaller balls. We keep a ball
 * inside the intersection: the largest ball in both the ball so far and the ball of the newest vertex. Every slope in
 * it fits all vertices so far, so they need not be checked again. The chosen slope lies between the center of the ball
 * and the slope to the newest vertex, which leaves more room for the next line.
 *
 * Takes linear time. Returns false if a line between neighbors cannot be proven to be within the radius, which takes a
 * rotation that turns by many degrees in one step.
 */
export function fitLines(
	polyline: Polyline,
	radius: number,
	first: number,
	last: number,
	grids: Float64Array,
	keys: LineKeys,
): boolean {
	const { xs, ys, zs, ws, isUnit } = polyline;
	// A local copy: engines also look up constants of the module on each use.
	const stride = STRIDE;
	const a = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	if (!startAt(polyline, first, grids, a)) return false;
	keys.push(polyline, first, a);
	// The angle of the tolerance, as the radius of a ball around the shortest vector.
	const reach = radius * polyline.shortest;
	const pull = reach > 0 ? PULL / reach : 0;
	const xGrid = grids[0]!;
	const yGrid = grids[1]!;
	const zGrid = grids[2]!;
	const wGrid = grids[3]!;
	let ax = a[0]!;
	let ay = a[1]!;
	let az = a[2]!;
	let aw = a[3]!;
	// Ends on a grid must be checked in any case, and least-squares lines then usually reach further.
	const isRounded = xGrid + yGrid + zGrid + wGrid > 0;
	let most = last - first;
	for (let i = first; i < last; ) {
		const start = xs[i * stride]!;
		const limit = Math.min(last, i + most);
		const end = limit * stride;
		let at = (i + 1) * stride;
		let s = xs[at]! - start;
		// The center and radius of the ball of slopes for the first vertex.
		const perSecond = 1 / s;
		let cx = (xs[at + 1]! - ax) * perSecond;
		let cy = (ys[at + 1]! - ay) * perSecond;
		let cz = (zs[at + 1]! - az) * perSecond;
		let cw = (ws[at + 1]! - aw) * perSecond;
		let ball = reach * perSecond;
		for (at += stride; at <= end; at += stride) {
			const t = xs[at]! - start;
			// How far the center misses the vertex. Multiplied by t, slopes and balls are lengths.
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
				// Each ball is partly outside the other: the center moves to the middle of their common span.
				const half = 0.5 / t;
				const miss = Math.sqrt(square);
				// Half of 1 − gap / miss, written so that little depends on the square root.
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
		// The ball lies in the ball of the newest vertex, so their centers are at most as far apart as their radii differ.
		// A share of the way between the centers stays inside, and some of the ball is left for rounding.
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
		// Sampling would negate one of two keys that point in opposite directions.
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
			let end = shorten(polyline, radius, i, Math.min(last, k + OVERREACH), a, grids, b);
			if (end >= limit && limit < last) {
				most *= GROWTH;
				continue;
			}
			most = Math.max(FEWEST, 2 * (end - i));
			if (end === i) {
				end = i + 1;
				if (!stepTo(polyline, i, a, grids, b) || checkLine(polyline, polyline.radius, i, a, end, b) >= 0) return false;
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

// The last vertex after i and up to `far` to which the least-squares line fits after its end has been rounded, or i.
// Writes the end.
function shorten(
	polyline: Polyline,
	radius: number,
	i: number,
	far: number,
	a: Float64Array,
	grids: Float64Array,
	out: Float64Array,
): number {
	const start = readTime(polyline, i);
	// Sums of the products of time and distance from the start, and of the squares of time.
	const sums = new Float64Array(WIDTH);
	const values = new Float64Array(WIDTH);
	let weight = 0;
	const take = (k: number, sign: number): void => {
		const s = readTime(polyline, k) - start;
		weight += sign * s * s;
		readValues(polyline, k, values);
		for (let c = 0; c < WIDTH; c++) sums[c]! += sign * s * (values[c]! - a[c]!);
	};
	for (let k = i + 1; k <= far; k++) take(k, 1);
	for (let k = far; k > i; ) {
		const u = (readTime(polyline, k) - start) / weight;
		for (let c = 0; c < WIDTH; c++) out[c] = roundTo(a[c]! + sums[c]! * u, grids[c]!);
		if (checkNear(polyline, radius, i, a, k, out) < 0) return k;
		for (let back = Math.max(1, (k - i) >> STEP_BACK); back > 0 && k > i; back--, k--) take(k, -1);
	}
	return i;
}

/** Writes the first key of a piece: the start of the polyline. Returns false if rounding alone deviates too much. */
export function startAt(polyline: Polyline, vertex: number, grids: Float64Array, out: Float64Array): boolean {
	readValues(polyline, vertex, out);
	for (let c = 0; c < WIDTH; c++) out[c] = roundTo(out[c]!, grids[c]!);
	return polyline.isUnit || checkLine(polyline, polyline.radius, vertex, out, vertex, out) < 0;
}

/**
 * Writes the end of a line from `a` at a vertex to the next vertex: on the polyline, but with the length of `a`.
 * Returns false if the two point in opposite directions.
 */
export function stepTo(
	polyline: Polyline,
	vertex: number,
	a: Float64Array,
	grids: Float64Array,
	out: Float64Array,
): boolean {
	const { isUnit, isHeld } = polyline;
	let factor = 1;
	// A vector with held components cannot be scaled.
	if (isUnit && !isHeld.includes(true)) {
		readValues(polyline, vertex, out);
		let product = 0;
		let own = 0;
		for (let c = 0; c < WIDTH; c++) {
			product += a[c]! * out[c]!;
			own += out[c]! * out[c]!;
		}
		// Keys that stay must keep their bits.
		factor = Math.abs(product / own - 1) < 1e-6 ? 1 : product / own;
	}
	readValues(polyline, vertex + 1, out);
	for (let c = 0; c < WIDTH; c++) out[c] = roundTo(out[c]! * factor, grids[c]!);
	return factor > 0;
}
