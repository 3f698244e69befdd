import { SIMPLE_STRIDE } from '../model/curve.ts';
import type { Polyline } from './polyline.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const STRIDE: number = SIMPLE_STRIDE;

/** The smallest dot product of neighboring keys, relative to the squared length of a key. */
export const APART = 1e-6;

/** Checks whether a line from `a` at vertex i to `b` at vertex j stays within a radius of a polyline at all times. Returns −1 or
 * the worst vertex. */
export function checkLine(
	polyline: Polyline,
	radius: number,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	if (polyline.isUnit && isApart(a, b)) return i;
	const miss = checkBall(polyline, radius * polyline.shortest, i, a, j, b);
	// A line inside the ball is within the angle. Only lines outside need the closer check.
	return miss < 0 || !polyline.isUnit ? miss : checkAngle(polyline, radius, i, a, j, b);
}

/** {@link checkLine} without the closer check that lets vectors be longer or shorter than the polyline. */
export function checkNear(
	polyline: Polyline,
	radius: number,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	return polyline.isUnit && isApart(a, b) ? i : checkBall(polyline, radius * polyline.shortest, i, a, j, b);
}

// Whether sampling would negate one of two keys because they point in opposite directions.
function isApart(a: Float64Array, b: Float64Array): boolean {
	const square = a[0]! * a[0]! + a[1]! * a[1]! + a[2]! * a[2]! + a[3]! * a[3]!;
	const product = a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! + a[3]! * b[3]!;
	return !(product > APART * square);
}

// The difference of two lines is a line, and its length is largest at an end. So it is enough to check the vertices.
// The start is the end of another line, or is checked as a line to itself.
function checkBall(
	{ xs, ys, zs, ws }: Polyline,
	radius: number,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	const start = xs[i * STRIDE]!;
	const perSecond = 1 / (xs[j * STRIDE]! - start);
	const ax = a[0]!;
	const ay = a[1]!;
	const az = a[2]!;
	const aw = a[3]!;
	const vx = (b[0]! - ax) * perSecond;
	const vy = (b[1]! - ay) * perSecond;
	const vz = (b[2]! - az) * perSecond;
	const vw = (b[3]! - aw) * perSecond;
	let worst = -1;
	let most = radius * radius;
	for (let k = i + 1, at = k * STRIDE; k < j; k++, at += STRIDE) {
		const s = xs[at]! - start;
		const ex = ax + vx * s - xs[at + 1]!;
		const ey = ay + vy * s - ys[at + 1]!;
		const ez = az + vz * s - zs[at + 1]!;
		const ew = aw + vw * s - ws[at + 1]!;
		const square = ex * ex + ey * ey + ez * ez + ew * ew;
		if (square > most) {
			most = square;
			worst = k;
		}
	}
	// The end is checked separately, without the rounding of the interpolation.
	const end = j * STRIDE + 1;
	const ex = b[0]! - xs[end]!;
	const ey = b[1]! - ys[end]!;
	const ez = b[2]! - zs[end]!;
	const ew = b[3]! - ws[end]!;
	const square = ex * ex + ey * ey + ez * ez + ew * ew;
	return square > most ? j : worst;
}

// For vectors that are normalized when sampled: the sine of the angle between r (the line) and s (the polyline). The
// distance of r from c·s, for any factor c, divided by the length of r, is an upper bound. If c is linear from vertex
// to vertex, r − c·s deviates from its chord by at most a quarter of |Δc| |Δs|, and |r|² is below its ends by at most a
// quarter of |Δr|².
function checkAngle(
	{ xs, ys, zs, ws }: Polyline,
	radius: number,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	const start = xs[i * STRIDE]!;
	const perSecond = 1 / (xs[j * STRIDE]! - start);
	const ax = a[0]!;
	const ay = a[1]!;
	const az = a[2]!;
	const aw = a[3]!;
	const vx = (b[0]! - ax) * perSecond;
	const vy = (b[1]! - ay) * perSecond;
	const vz = (b[2]! - az) * perSecond;
	const vw = (b[3]! - aw) * perSecond;
	const speed = vx * vx + vy * vy + vz * vz + vw * vw;
	const limit = radius * radius;
	let worst = -1;
	let least = 0;
	let lastFactor = 0;
	let lastMiss = 0;
	let lastSquare = 0;
	let lastTime = start;
	let lastX = 0;
	let lastY = 0;
	let lastZ = 0;
	let lastW = 0;
	for (let k = i, at = i * STRIDE; k <= j; k++, at += STRIDE) {
		const time = xs[at]!;
		const s = time - start;
		const rx = ax + vx * s;
		const ry = ay + vy * s;
		const rz = az + vz * s;
		const rw = aw + vw * s;
		const sx = xs[at + 1]!;
		const sy = ys[at + 1]!;
		const sz = zs[at + 1]!;
		const sw = ws[at + 1]!;
		const own = sx * sx + sy * sy + sz * sz + sw * sw;
		const factor = (rx * sx + ry * sy + rz * sz + rw * sw) / own;
		if (!(factor > 0)) return k;
		const ex = rx - factor * sx;
		const ey = ry - factor * sy;
		const ez = rz - factor * sz;
		const ew = rw - factor * sw;
		const miss = ex * ex + ey * ey + ez * ez + ew * ew;
		const square = rx * rx + ry * ry + rz * rz + rw * rw;
		if (k > i) {
			const h = time - lastTime;
			const dx = sx - lastX;
			const dy = sy - lastY;
			const dz = sz - lastZ;
			const dw = sw - lastW;
			const shortest = Math.min(square, lastSquare) - (speed * h * h) / 4;
			const room = limit * shortest - Math.max(miss, lastMiss);
			const turn = factor - lastFactor;
			// √miss + bow ≤ radius √shortest holds if 2 bow radius √shortest ≤ radius² shortest − miss does: squares of both.
			const bow = turn * turn * (dx * dx + dy * dy + dz * dz + dw * dw) * limit * shortest;
			if (!(room >= 0 && bow <= 4 * room * room)) {
				if (!(shortest > 0)) return k;
				// If only the bow is too large, any vertex nearby will do.
				if (room < least || worst < 0) {
					least = room;
					worst = miss >= lastMiss ? k : k - 1;
				}
			}
		}
		lastFactor = factor;
		lastMiss = miss;
		lastSquare = square;
		lastTime = time;
		lastX = sx;
		lastY = sy;
		lastZ = sz;
		lastW = sw;
	}
	return worst;
}
