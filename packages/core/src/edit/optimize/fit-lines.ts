import { type Knots, roundTo, WIDTH } from './knots.ts';
import { APART, checkLine } from './line-check.ts';
import type { Track } from './track.ts';

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
 *
 * Most lines have few vertices, and calls would take longer than what they do: so this is one function, and looks at lines
 * itself as {@link checkLine} does at first.
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
	// A ball of this size around a vector is seen under the angle.
	const ball = (radius * track.shortest) ** 2;
	const xGrid = grids[0]!;
	const yGrid = grids[1]!;
	const zGrid = grids[2]!;
	const wGrid = grids[3]!;
	for (let i = first; i < last; ) {
		const start = times[i]!;
		const ax = a[0]!;
		const ay = a[1]!;
		const az = a[2]!;
		const aw = a[3]!;
		// Sums of the products of time and distance from the start, and of the squares of time.
		let sx = 0;
		let sy = 0;
		let sz = 0;
		let sw = 0;
		let weight = 0;
		let end = i;
		let far = i;
		let limit = i;
		for (let look = FIRST_LOOK; end === limit && end < last; look *= 2) {
			limit = Math.min(last, i + look);
			// Takes in vertices as long as the line of least squares meets the newest one.
			for (let at = (far + 1) * WIDTH; far < limit; far++, at += WIDTH) {
				const s = times[far + 1]! - start;
				const dx = rows[at]! - ax;
				const dy = rows[at + 1]! - ay;
				const dz = rows[at + 2]! - az;
				const dw = rows[at + 3]! - aw;
				const nextWeight = weight + s * s;
				const nx = sx + s * dx;
				const ny = sy + s * dy;
				const nz = sz + s * dz;
				const nw = sw + s * dw;
				// The distance times the weight.
				const x = nx * s - dx * nextWeight;
				const y = ny * s - dy * nextWeight;
				const z = nz * s - dz * nextWeight;
				const w = nw * s - dw * nextWeight;
				if (x * x + y * y + z * z + w * w > gate * nextWeight * nextWeight) break;
				weight = nextWeight;
				sx = nx;
				sy = ny;
				sz = nz;
				sw = nw;
			}
			// Looks at the line, and at shorter ones if it is not good.
			for (let reach = far; reach > end; ) {
				const length = times[reach]! - start;
				const u = length / weight;
				const bx = roundTo(ax + sx * u, xGrid);
				const by = roundTo(ay + sy * u, yGrid);
				const bz = roundTo(az + sz * u, zGrid);
				const bw = roundTo(aw + sw * u, wGrid);
				const vx = (bx - ax) / length;
				const vy = (by - ay) / length;
				const vz = (bz - az) / length;
				const vw = (bw - aw) / length;
				let k = i + 1;
				for (let at = k * WIDTH; k <= reach; k++, at += WIDTH) {
					// The end by itself: a line must meet it to the bit.
					const s = times[k]! - start;
					const x = (k === reach ? bx : ax + vx * s) - rows[at]!;
					const y = (k === reach ? by : ay + vy * s) - rows[at + 1]!;
					const z = (k === reach ? bz : az + vz * s) - rows[at + 2]!;
					const w = (k === reach ? bw : aw + vw * s) - rows[at + 3]!;
					if (!(x * x + y * y + z * z + w * w <= ball)) break;
				}
				// Playing would turn one of two keys that point apart.
				const isApart =
					isUnit && !(ax * bx + ay * by + az * bz + aw * bw > APART * (ax * ax + ay * ay + az * az + aw * aw));
				if (k > reach && !isApart) {
					end = reach;
					b[0] = bx;
					b[1] = by;
					b[2] = bz;
					b[3] = bw;
					break;
				}
				for (let back = Math.max(1, (reach - i) >> STEP_BACK); back > 0 && reach > end; back--, reach--) {
					const at = reach * WIDTH;
					const s = times[reach]! - start;
					weight -= s * s;
					sx -= s * (rows[at]! - ax);
					sy -= s * (rows[at + 1]! - ay);
					sz -= s * (rows[at + 2]! - az);
					sw -= s * (rows[at + 3]! - aw);
				}
			}
		}
		if (end === i) {
			end = i + 1;
			if (!stepTo(track, i, a, grids, b) || checkLine(track, track.radius, i, a, end, b) >= 0) return false;
		}
		knots.push(end, b);
		for (let c = 0; c < WIDTH; c++) a[c] = b[c]!;
		i = end;
	}
	return true;
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
