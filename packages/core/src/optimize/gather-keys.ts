import { type Curve, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Role } from '../sample/group.ts';
import { listRuns, type Runs, WIDTH } from './vertices.ts';
import type { Desk } from './workspace.ts';

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const STRIDE: number = SIMPLE_STRIDE;

/** Straight lines between vertices: keys with finite times in order; two at one time are a jump. */
export interface Path extends Runs {
	/** Whether two vertices stand at one time. */
	readonly hasJumps: boolean;
	/** The length of the longest vector; NaN where a number is not finite. */
	readonly largest: number;
	/** That of the shortest one, between vertices too; just 0 where lengths do not matter. */
	readonly shortest: number;
}

/**
 * The keys of a vector whose segments are all straight as they are. `null` unless its curves have the same wrap modes
 * and keys of one size, in order, at finite times that are the same for all, at most two at one time. That is what MRTK
 * writes, and one pass finds it out. Simple keys stay where they are; full ones are copied to the desk, and so are rotations
 * some of which have to be negated so that neighbours agree in sign, as when they are played.
 */
export function gatherKeys(curves: readonly Curve[], role: Role, desk: Desk): Path | null {
	const { count, stride, preWrap, postWrap } = curves[0]!;
	for (const curve of curves) {
		if (curve.stride !== stride || curve.count !== count) return null;
		if (curve.preWrap !== preWrap || curve.postWrap !== postWrap) return null;
	}
	const isSimple = stride === STRIDE;
	const runs = isSimple ? viewKeys(curves, desk) : copyKeys(curves, desk);
	const path = measurePath(runs, curves.length, role);
	if (path !== null || extremes[FLIPS] === 0) return path;
	const copies = isSimple ? copyKeys(curves, desk) : runs;
	alignSigns(copies, curves.length);
	return measurePath(copies, curves.length, role);
}

/** The path of keys, or `null` where times are not in order or not the same for all, or neighbours do not agree in sign. */
export function measurePath(runs: Runs, size: number, role: Role): Path | null {
	const { xs, ys, zs, ws, count } = runs;
	const isPlain = role === 'plain' && size < WIDTH;
	const sum = isPlain ? scanPositions(runs) : scanUnits(runs, size === WIDTH, role === 'rotation');
	// Only the last time can be infinite, as they are in order.
	if (sum < 0 || !(xs[(count - 1) * STRIDE]! < Number.POSITIVE_INFINITY)) return null;
	const hasJumps = extremes[JUMPS] !== 0;
	const largest = Number.isFinite(sum) ? Math.sqrt(extremes[LARGEST]!) : Number.NaN;
	return { xs, ys, zs, ws, count, hasJumps, largest, shortest: isPlain ? 0 : Math.sqrt(extremes[LEAST]!) };
}

function viewKeys(curves: readonly Curve[], desk: Desk): Runs {
	const view = ({ floats, start, count }: Curve): Float32Array => floats.subarray(start, start + count * STRIDE);
	const [x, y, z, w] = curves as readonly [Curve, Curve, Curve, Curve?];
	const { count } = x;
	return { xs: view(x), ys: view(y), zs: view(z), ws: w === undefined ? desk.zeros(count) : view(w), count };
}

// Times and values alone.
function copyKeys(curves: readonly Curve[], desk: Desk): Runs {
	const runs = desk.runs(curves.length, curves[0]!.count);
	listRuns(runs, curves.length).forEach((run, c) => {
		const { floats, start, stride, count } = curves[c]!;
		for (let i = 0, from = start, to = 0; i < count; i++, from += stride, to += STRIDE) {
			run[to] = floats[from]!;
			run[to + 1] = floats[from + 1]!;
		}
	});
	return runs;
}

// Negates vertices that point away from the one before.
function alignSigns(keys: Runs, size: number): void {
	const runs = listRuns(keys, size);
	for (let i = 1, at = STRIDE + 1; i < keys.count; i++, at += STRIDE) {
		let product = 0;
		for (const run of runs) product += run[at]! * run[at - STRIDE]!;
		if (product < 0) for (const run of runs) run[at]! *= -1;
	}
}

// Squares of lengths: of the longest vector that was scanned, and of the shortest one.
const LARGEST = 0;
const LEAST = 1;
/** Not 0 where two keys stand at one time. */
const JUMPS = 2;
/** Not 0 where signs have to be aligned first. */
const FLIPS = 3;
const extremes = new Float64Array(4);

// Both functions that scan return the sum of the squares of all vectors, or −1 where keys cannot be gathered. Engines that
// compile a loop while it runs know nothing yet of what comes after it, and give up there; so nothing does.

function scanPositions({ xs, ys, zs, count }: Runs): number {
	const stride = STRIDE;
	const end = count * stride;
	let last = Number.NEGATIVE_INFINITY;
	let lastButOne = last;
	let largest = 0;
	let sum = 0;
	extremes.fill(0);
	for (let at = 0; at < end; at += stride) {
		const time = xs[at]!;
		if (!(time > last)) {
			if (time !== last || time === lastButOne) return -1;
			extremes[JUMPS] = 1;
		}
		if (ys[at] !== time || zs[at] !== time) return -1;
		lastButOne = last;
		last = time;
		const vx = xs[at + 1]!;
		const vy = ys[at + 1]!;
		const vz = zs[at + 1]!;
		const square = vx * vx + vy * vy + vz * vz;
		sum += square;
		if (square > largest) {
			largest = square;
			extremes[LARGEST] = square;
		}
	}
	return sum;
}

function scanUnits({ xs, ys, zs, ws, count }: Runs, isLong: boolean, isAligned: boolean): number {
	const wTimes = isLong ? ws : xs;
	const stride = STRIDE;
	const end = count * stride;
	let last = Number.NEGATIVE_INFINITY;
	let lastButOne = last;
	// The vertex before and its square.
	let px = 0;
	let py = 0;
	let pz = 0;
	let pw = 0;
	let previous = 0;
	let largest = 0;
	let least = Number.POSITIVE_INFINITY;
	let sum = 0;
	extremes.fill(0);
	extremes[LEAST] = least;
	for (let at = 0; at < end; at += stride) {
		const time = xs[at]!;
		if (!(time > last)) {
			if (time !== last || time === lastButOne) return -1;
			extremes[JUMPS] = 1;
		}
		if (ys[at] !== time || zs[at] !== time || wTimes[at] !== time) return -1;
		lastButOne = last;
		last = time;
		const vx = xs[at + 1]!;
		const vy = ys[at + 1]!;
		const vz = zs[at + 1]!;
		const vw = ws[at + 1]!;
		const square = vx * vx + vy * vy + (vz * vz + vw * vw);
		const product = vx * px + vy * py + (vz * pz + vw * pw);
		if (product < 0 && isAligned) {
			extremes[FLIPS] = 1;
			return -1;
		}
		sum += square;
		if (square > largest) {
			largest = square;
			extremes[LARGEST] = square;
		}
		// The line from the vertex before comes closer to 0 than both by no more than a quarter of its square.
		const step = previous + square - 2 * product;
		const bow = 0.25 * step;
		if (square - bow < least || previous - bow < least) {
			let low = square;
			// Only if its foot lies between them; where the two are almost the same, that cannot be computed well.
			if (product < previous && product < square) {
				low = Math.max(Math.min(previous, square) - bow, (previous * square - product * product) / step);
			}
			least = Math.min(least, square, low);
			extremes[LEAST] = least;
		}
		previous = square;
		px = vx;
		py = vy;
		pz = vz;
		pw = vw;
	}
	return sum;
}
