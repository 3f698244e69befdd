import { SIMPLE_STRIDE } from '../model/curve.ts';
import type { Track } from './polyline.ts';

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const STRIDE: number = SIMPLE_STRIDE;

/** The least product of neighbouring keys beside the square of one. */
export const APART = 1e-6;

/**
 * Whether a straight line from `a` at vertex i to `b` at vertex j stays within a radius of a track at any time: −1,
 * or the worst vertex.
 */
export function checkLine(
	track: Track,
	radius: number,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	if (track.isUnit && isApart(a, b)) return i;
	const miss = checkBall(track, radius * track.shortest, i, a, j, b);
	// A ball of this size around a vector is seen under the angle. Only what leaves it needs a closer look.
	return miss < 0 || !track.isUnit ? miss : checkAngle(track, radius, i, a, j, b);
}

/** The same without the closer look that lets vectors be longer or shorter than the track. */
export function checkNear(
	track: Track,
	radius: number,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	return track.isUnit && isApart(a, b) ? i : checkBall(track, radius * track.shortest, i, a, j, b);
}

// Whether playing would turn one of two keys, because they point apart.
function isApart(a: Float64Array, b: Float64Array): boolean {
	const square = a[0]! * a[0]! + a[1]! * a[1]! + a[2]! * a[2]! + a[3]! * a[3]!;
	const product = a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! + a[3]! * b[3]!;
	return !(product > APART * square);
}

// The difference of two lines is a line, and its length is largest at an end: what holds at the vertices holds between
// them. The start is the end of another line, or checked as a line to itself.
function checkBall(
	{ xs, ys, zs, ws }: Track,
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
	// The end by itself: a line must meet it to the bit.
	const end = j * STRIDE + 1;
	const ex = b[0]! - xs[end]!;
	const ey = b[1]! - ys[end]!;
	const ez = b[2]! - zs[end]!;
	const ew = b[3]! - ws[end]!;
	const square = ex * ex + ey * ey + ez * ez + ew * ew;
	return square > most ? j : worst;
}

// For vectors that are normalised when they are played, by the sine of the angle between r, the line, and s,
// the track: the distance of r from c·s, for any factor c, divided by the length of r, is never less. With c running
// straight from one vertex to the next, r − c·s between them is off the line between its ends by at most a quarter of
// |Δc| |Δs|, and |r|² below its ends by at most a quarter of |Δr|².
function checkAngle(
	{ xs, ys, zs, ws }: Track,
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
				// Where only the bow is too much, anything near will do.
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
