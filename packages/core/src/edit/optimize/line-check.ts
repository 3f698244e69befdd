import { type Track, WIDTH } from './track.ts';

/** The least product of neighbouring keys beside the square of one. */
export const APART = 1e-6;

/**
 * Whether a straight line from `a` at vertex i to `b` at vertex j stays within the tolerance of a track at any time: −1,
 * or the worst vertex.
 */
export function checkLine(track: Track, i: number, a: Float64Array, j: number, b: Float64Array): number {
	return track.isUnit ? checkUnitLine(track, i, a, j, b) : checkPlainLine(track, i, a, j, b);
}

// The difference of two lines is a line, and its length is largest at an end: what holds at the vertices holds between
// them. The start is the end of another line, or checked as a line to itself.
function checkPlainLine(
	{ times, rows, radius }: Track,
	i: number,
	a: Float64Array,
	j: number,
	b: Float64Array,
): number {
	const start = times[i]!;
	const perSecond = 1 / (times[j]! - start);
	const ax = a[0]!;
	const ay = a[1]!;
	const az = a[2]!;
	const vx = (b[0]! - ax) * perSecond;
	const vy = (b[1]! - ay) * perSecond;
	const vz = (b[2]! - az) * perSecond;
	let worst = -1;
	let most = radius * radius;
	for (let k = i + 1, at = k * WIDTH; k < j; k++, at += WIDTH) {
		const s = times[k]! - start;
		const x = ax + vx * s - rows[at]!;
		const y = ay + vy * s - rows[at + 1]!;
		const z = az + vz * s - rows[at + 2]!;
		const square = x * x + y * y + z * z;
		if (square > most) {
			most = square;
			worst = k;
		}
	}
	// The end by itself: a line must meet it to the bit.
	const end = j * WIDTH;
	const x = b[0]! - rows[end]!;
	const y = b[1]! - rows[end + 1]!;
	const z = b[2]! - rows[end + 2]!;
	return x * x + y * y + z * z > most ? j : worst;
}

// The same for vectors that are normalised when they are played, by the sine of the angle between r, the line, and s,
// the track: the distance of r from c·s, for any factor c, divided by the length of r, is never less. With c running
// straight from one vertex to the next, r − c·s between them is off the line between its ends by at most a quarter of
// |Δc| |Δs|, and |r|² below its ends by at most a quarter of |Δr|².
function checkUnitLine(track: Track, i: number, a: Float64Array, j: number, b: Float64Array): number {
	const { times, rows, radius } = track;
	const start = times[i]!;
	const perSecond = 1 / (times[j]! - start);
	const ax = a[0]!;
	const ay = a[1]!;
	const az = a[2]!;
	const aw = a[3]!;
	const vx = (b[0]! - ax) * perSecond;
	const vy = (b[1]! - ay) * perSecond;
	const vz = (b[2]! - az) * perSecond;
	const vw = (b[3]! - aw) * perSecond;
	const speed = vx * vx + vy * vy + vz * vz + vw * vw;
	// Playing would turn one of two keys that point apart.
	const product = ax * b[0]! + ay * b[1]! + az * b[2]! + aw * b[3]!;
	if (!(product > APART * (ax * ax + ay * ay + az * az + aw * aw))) return i;
	const limit = radius * radius;
	let worst = -1;
	let most = 0;
	let lastFactor = 0;
	let lastMiss = 0;
	let lastSquare = 0;
	for (let k = i, at = i * WIDTH; k <= j; k++, at += WIDTH) {
		const s = times[k]! - start;
		const x = ax + vx * s;
		const y = ay + vy * s;
		const z = az + vz * s;
		const w = aw + vw * s;
		const sx = rows[at]!;
		const sy = rows[at + 1]!;
		const sz = rows[at + 2]!;
		const sw = rows[at + 3]!;
		const own = sx * sx + sy * sy + sz * sz + sw * sw;
		const factor = (x * sx + y * sy + z * sz + w * sw) / own;
		if (!(factor > 0)) return k;
		const ex = x - factor * sx;
		const ey = y - factor * sy;
		const ez = z - factor * sz;
		const ew = w - factor * sw;
		const miss = ex * ex + ey * ey + ez * ez + ew * ew;
		const square = x * x + y * y + z * z + w * w;
		if (k > i) {
			const h = times[k]! - times[k - 1]!;
			const dx = sx - rows[at - 4]!;
			const dy = sy - rows[at - 3]!;
			const dz = sz - rows[at - 2]!;
			const dw = sw - rows[at - 1]!;
			// √miss + bow ≤ radius √shortest holds if miss + 2 bow radius √shortest ≤ radius² shortest does.
			const bow2 = (factor - lastFactor) ** 2 * (dx * dx + dy * dy + dz * dz + dw * dw);
			const shortest = Math.min(square, lastSquare) - (speed * h * h) / 4;
			const larger = Math.max(miss, lastMiss);
			const excess = larger + radius * Math.sqrt(bow2 * shortest) * 0.5 - limit * shortest;
			// Not a number if the line comes close to 0.
			if (!(excess <= most)) {
				most = excess;
				worst = miss >= lastMiss ? k : k - 1;
				if (!(shortest > 0)) return k;
			}
		}
		lastFactor = factor;
		lastMiss = miss;
		lastSquare = square;
	}
	return worst;
}
