import { type Knots, roundTo, WIDTH } from './knots.ts';
import { checkLine } from './line-check.ts';
import type { Track } from './track.ts';

/** What misses by so much, in squares of the tolerance, is not saved by how it is measured. */
const FAR = 1.2;
/** Lines are looked at for the first time when they have so many vertices, and again when it is twice as many. */
const FIRST_LOOK = 16;
/** The share of its vertices that a line loses which is not good, as a power of a half; but at least one. */
const STEP_BACK = 3;

/**
 * Few straight lines through a track from vertex `first` to `last`, with no jump between. Each starts where the one
 * before ends and follows the least squares of what comes, as far as that stays good; its end need not lie on the track.
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
	const gate = (radius * track.scale) ** 2;
	const ball = (radius * track.shortest) ** 2;
	const g0 = grids[0]!;
	const g1 = grids[1]!;
	const g2 = grids[2]!;
	const g3 = grids[3]!;
	for (let i = first; i < last; ) {
		const start = times[i]!;
		const ax = a[0]!;
		const ay = a[1]!;
		const az = a[2]!;
		const aw = a[3]!;
		let weight = 0;
		let sx = 0;
		let sy = 0;
		let sz = 0;
		let sw = 0;
		let far = i + 1;
		const limit = Math.min(last, i + 64);
		for (let at = far * WIDTH; far <= limit; far++, at += WIDTH) {
			const s = times[far]! - start;
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
		let end = far - 1;
		for (; end > i; end--) {
			const length = times[end]! - start;
			const u = length / weight;
			const bx = roundTo(ax + sx * u, g0);
			const by = roundTo(ay + sy * u, g1);
			const bz = roundTo(az + sz * u, g2);
			const bw = roundTo(aw + sw * u, g3);
			const perSecond = 1 / length;
			const vx = (bx - ax) * perSecond;
			const vy = (by - ay) * perSecond;
			const vz = (bz - az) * perSecond;
			const vw = (bw - aw) * perSecond;
			let k = i + 1;
			for (let at = k * WIDTH; k <= end; k++, at += WIDTH) {
				const s = times[k]! - start;
				const x = ax + vx * s - rows[at]!;
				const y = ay + vy * s - rows[at + 1]!;
				const z = az + vz * s - rows[at + 2]!;
				const w = aw + vw * s - rows[at + 3]!;
				if (x * x + y * y + z * z + w * w > ball) break;
			}
			if (k > end) {
				b[0] = bx;
				b[1] = by;
				b[2] = bz;
				b[3] = bw;
				break;
			}
			const at = end * WIDTH;
			const s = length;
			weight -= s * s;
			sx -= s * (rows[at]! - ax);
			sy -= s * (rows[at + 1]! - ay);
			sz -= s * (rows[at + 2]! - az);
			sw -= s * (rows[at + 3]! - aw);
		}
		if (end === i) {
			end = i + 1;
			if (!stepTo(track, i, a, grids, b) || checkLine(track, track.radius, i, a, end, b) >= 0) return false;
		}
		knots.push(end, b);
		copy(b, a);
		i = end;
	}
	return true;
}

// For so few numbers the typed array's own method takes longer.
function copy(from: Float64Array, to: Float64Array): void {
	for (let c = 0; c < WIDTH; c++) to[c] = from[c]!;
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
