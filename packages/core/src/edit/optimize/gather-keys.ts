import type { Curve } from '../../model/curve.ts';
import type { Role } from '../../sample/group.ts';
import type { Desk } from './desk.ts';
import { WIDTH as KNOT_WIDTH } from './knots.ts';

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const WIDTH: number = KNOT_WIDTH;

/** Straight lines between vertices. */
export interface Path {
	/** Float32 values in order; two vertices at one time are a jump. */
	readonly times: Float64Array;
	/** {@link WIDTH} numbers a vertex. */
	readonly rows: Float64Array;
	/** Whether two vertices may stand at one time. */
	readonly hasJumps: boolean;
	/** The length of the longest vector; NaN where a number is not finite. */
	readonly largest: number;
	/** At most that of the shortest one, between vertices too; just 0 where lengths do not matter. */
	readonly shortest: number;
}

/** Steps whose square is smaller beside that of the length are not looked at more closely. */
const NEAR = 0.01;

/**
 * The keys of a vector whose segments are all straight as they are, on the desk. `null` unless its curves have the same
 * wrap modes and keys of one size, in order, at finite times that are the same for all, at most two at one time. That is
 * what MRTK writes, and one pass both finds it out and does it.
 *
 * Vertices of rotations are negated so that neighbours agree in sign, as when they are played.
 */
export function gatherKeys(curves: readonly Curve[], role: Role, desk: Desk): Path | null {
	const [x, y, z, w = null] = curves as readonly [Curve, Curve, Curve, Curve?];
	const { count, stride, preWrap, postWrap } = x;
	for (const curve of curves) {
		if (curve.stride !== stride || curve.count !== count) return null;
		if (curve.preWrap !== preWrap || curve.postWrap !== postWrap) return null;
	}
	const { times, rows } = desk.path(count);
	extremes[LARGEST] = 0;
	extremes[LEAST] = Number.POSITIVE_INFINITY;
	extremes[STEEPEST] = 0;
	extremes[JUMPS] = 0;
	const isPlain = role === 'plain' && w === null;
	const sum = isPlain ? copyPositions(x, y, z, times, rows) : copyUnits(x, y, z, w, role === 'rotation', times, rows);
	// Only the last time can be infinite, as they are in order.
	if (sum < 0 || !(times[count - 1]! < Number.POSITIVE_INFINITY)) return null;
	const hasJumps = extremes[JUMPS] !== 0;
	const least = extremes[LEAST]!;
	const steepest = extremes[STEEPEST]!;
	const isNear = steepest < NEAR * least;
	if (!isPlain && !isNear) return { times, rows, hasJumps, ...measureLengths(rows) };
	const largest = Number.isFinite(sum) ? Math.sqrt(extremes[LARGEST]!) : Number.NaN;
	// A line between two vectors comes closer to 0 than both by no more than a quarter of its square.
	return { times, rows, hasJumps, largest, shortest: isPlain ? 0 : Math.sqrt(least - steepest / 4) };
}

// Squares of lengths: of the longest and the shortest vector that was copied, and of the longest step between two.
const LARGEST = 0;
const LEAST = 1;
const STEEPEST = 2;
/** Not 0 where two keys stand at one time. */
const JUMPS = 3;
const extremes = new Float64Array(4);

// Both functions that copy return the sum of the squares of all vectors, or −1 where keys cannot be gathered. Engines that
// compile a loop while it runs know nothing yet of what comes after it, and give up there; so nothing does.

function copyPositions(x: Curve, y: Curve, z: Curve, times: Float64Array, rows: Float64Array): number {
	const { count, stride } = x;
	const xs = x.floats;
	const ys = y.floats;
	const zs = z.floats;
	let xAt = x.start;
	let yAt = y.start;
	let zAt = z.start;
	let last = Number.NEGATIVE_INFINITY;
	let lastButOne = last;
	let largest = 0;
	let sum = 0;
	for (let i = 0, to = 0; i < count; i++, to += WIDTH) {
		const time = xs[xAt]!;
		if (!(time > last)) {
			if (time !== last || time === lastButOne) return -1;
			extremes[JUMPS] = 1;
		}
		if (ys[yAt] !== time || zs[zAt] !== time) return -1;
		lastButOne = last;
		last = time;
		times[i] = time;
		const vx = xs[xAt + 1]!;
		const vy = ys[yAt + 1]!;
		const vz = zs[zAt + 1]!;
		rows[to] = vx;
		rows[to + 1] = vy;
		rows[to + 2] = vz;
		rows[to + 3] = 0;
		const square = vx * vx + vy * vy + vz * vz;
		sum += square;
		if (square > largest) {
			largest = square;
			extremes[LARGEST] = square;
		}
		xAt += stride;
		yAt += stride;
		zAt += stride;
	}
	return sum;
}

function copyUnits(
	x: Curve,
	y: Curve,
	z: Curve,
	w: Curve | null,
	isAligned: boolean,
	times: Float64Array,
	rows: Float64Array,
): number {
	const { count, stride } = x;
	const xs = x.floats;
	const ys = y.floats;
	const zs = z.floats;
	// A vector of three has nothing to read there, and what is read is not used.
	const ws = (w ?? x).floats;
	const isLong = w !== null;
	let xAt = x.start;
	let yAt = y.start;
	let zAt = z.start;
	let wAt = (w ?? x).start;
	let last = Number.NEGATIVE_INFINITY;
	let lastButOne = last;
	let isFlipped = false;
	// The vertex before, as it was read, and its square.
	let px = 0;
	let py = 0;
	let pz = 0;
	let pw = 0;
	let previous = 0;
	let largest = 0;
	let least = Number.POSITIVE_INFINITY;
	let steepest = 0;
	let sum = 0;
	for (let i = 0, to = 0; i < count; i++, to += WIDTH) {
		const time = xs[xAt]!;
		if (!(time > last)) {
			if (time !== last || time === lastButOne) return -1;
			extremes[JUMPS] = 1;
		}
		if (ys[yAt] !== time || zs[zAt] !== time || ws[wAt] !== time) return -1;
		lastButOne = last;
		last = time;
		times[i] = time;
		const vx = xs[xAt + 1]!;
		const vy = ys[yAt + 1]!;
		const vz = zs[zAt + 1]!;
		const vw = isLong ? ws[wAt + 1]! : 0;
		const square = vx * vx + vy * vy + (vz * vz + vw * vw);
		let product = vx * px + vy * py + (vz * pz + vw * pw);
		if (product < 0 && isAligned) {
			isFlipped = !isFlipped;
			product = -product;
		}
		rows[to] = isFlipped ? -vx : vx;
		rows[to + 1] = isFlipped ? -vy : vy;
		rows[to + 2] = isFlipped ? -vz : vz;
		rows[to + 3] = isFlipped ? -vw : vw;
		sum += square;
		if (square > largest) {
			largest = square;
			extremes[LARGEST] = square;
		}
		if (square < least) {
			least = square;
			extremes[LEAST] = square;
		}
		const step = previous + square - 2 * product;
		if (step > steepest && i > 0) {
			steepest = step;
			extremes[STEEPEST] = step;
		}
		previous = square;
		px = vx;
		py = vy;
		pz = vz;
		pw = vw;
		xAt += stride;
		yAt += stride;
		zAt += stride;
		wAt += stride;
	}
	return sum;
}

/** The lengths of vectors, {@link WIDTH} numbers each. */
export function measureLengths(rows: Float64Array): Pick<Path, 'largest' | 'shortest'> {
	let largest = 0;
	let shortest = Number.POSITIVE_INFINITY;
	let sum = 0;
	let previous = Number.POSITIVE_INFINITY;
	for (let at = 0; at < rows.length; at += WIDTH) {
		let square = 0;
		let product = 0;
		for (let c = at; c < at + WIDTH; c++) {
			square += rows[c]! * rows[c]!;
			product += at > 0 ? rows[c]! * rows[c - WIDTH]! : 0;
		}
		sum += square;
		largest = Math.max(largest, square);
		shortest = Math.min(shortest, square);
		// The line between the two comes closer to 0 than both only if its foot lies between them.
		if (at > 0 && product < previous && product < square) {
			const foot = (previous * square - product * product) / (previous + square - 2 * product);
			shortest = Math.min(shortest, Math.max(0, foot));
		}
		previous = square;
	}
	return { largest: Number.isFinite(sum) ? Math.sqrt(largest) : Number.NaN, shortest: Math.sqrt(shortest) };
}
