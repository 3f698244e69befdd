import { type Curve, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Role } from '../sample/group.ts';
import { listComponents, type Vertices, WIDTH } from './vertices.ts';
import type { Workspace } from './workspace.ts';

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const STRIDE: number = SIMPLE_STRIDE;

/** Vertices at finite times in order, with their extremes. Two vertices at one time are a jump. */
export interface Path extends Vertices {
	/** Whether two vertices are at one time. */
	readonly hasJumps: boolean;
	/** The length of the longest vector; NaN if a number is not finite. */
	readonly largest: number;
	/** The length of the shortest vector, between vertices too; 0 if lengths do not matter. */
	readonly shortest: number;
}

/**
 * The keys of a vector whose segments are all linear, without copying where possible. `null` unless its curves have the
 * same wrap modes and key size, and the same finite times in order, at most two keys per time. MRTK writes such curves,
 * and one pass checks it. Simple keys are used in place. Full keys are copied to the workspace, and so are rotations
 * whose keys must be negated so that neighbors have the same sign, as sampling does.
 */
export function gatherKeys(curves: readonly Curve[], role: Role, workspace: Workspace): Path | null {
	const { count, stride, preWrap, postWrap } = curves[0]!;
	for (const curve of curves) {
		if (curve.stride !== stride || curve.count !== count) return null;
		if (curve.preWrap !== preWrap || curve.postWrap !== postWrap) return null;
	}
	const isSimple = stride === STRIDE;
	const vertices = isSimple ? viewKeys(curves, workspace) : copyKeys(curves, workspace);
	const path = measurePath(vertices, curves.length, role);
	if (path !== null || extremes[FLIPS] === 0) return path;
	const copies = isSimple ? copyKeys(curves, workspace) : vertices;
	alignSigns(copies, curves.length);
	return measurePath(copies, curves.length, role);
}

/**
 * Measures vertices. `null` if times are not in order or not common to all components, or if neighbors differ in sign.
 */
export function measurePath(vertices: Vertices, size: number, role: Role): Path | null {
	const { xs, ys, zs, ws, count } = vertices;
	const isPlain = role === 'plain' && size < WIDTH;
	const sum = isPlain ? scanPositions(vertices) : scanUnits(vertices, size === WIDTH, role === 'rotation');
	// Only the last time can be infinite, as they are in order.
	if (sum < 0 || !(xs[(count - 1) * STRIDE]! < Number.POSITIVE_INFINITY)) return null;
	const hasJumps = extremes[JUMPS] !== 0;
	const largest = Number.isFinite(sum) ? Math.sqrt(extremes[LARGEST]!) : Number.NaN;
	return { xs, ys, zs, ws, count, hasJumps, largest, shortest: isPlain ? 0 : Math.sqrt(extremes[LEAST]!) };
}

function viewKeys(curves: readonly Curve[], workspace: Workspace): Vertices {
	const view = ({ floats, start, count }: Curve): Float32Array => floats.subarray(start, start + count * STRIDE);
	const [x, y, z, w] = curves as readonly [Curve, Curve, Curve, Curve?];
	const { count } = x;
	return { xs: view(x), ys: view(y), zs: view(z), ws: w === undefined ? workspace.zeros(count) : view(w), count };
}

// Copies times and values only.
function copyKeys(curves: readonly Curve[], workspace: Workspace): Vertices {
	const vertices = workspace.vertices(curves.length, curves[0]!.count);
	listComponents(vertices, curves.length).forEach((component, c) => {
		const { floats, start, stride, count } = curves[c]!;
		for (let i = 0, from = start, to = 0; i < count; i++, from += stride, to += STRIDE) {
			component[to] = floats[from]!;
			component[to + 1] = floats[from + 1]!;
		}
	});
	return vertices;
}

// Negates vertices whose sign differs from the vertex before.
function alignSigns(keys: Vertices, size: number): void {
	const components = listComponents(keys, size);
	for (let i = 1, at = STRIDE + 1; i < keys.count; i++, at += STRIDE) {
		let product = 0;
		for (const values of components) product += values[at]! * values[at - STRIDE]!;
		if (product < 0) for (const values of components) values[at]! *= -1;
	}
}

// Results of a scan: the squared lengths of the longest and the shortest vector.
const LARGEST = 0;
const LEAST = 1;
/** Not 0 if two keys are at one time. */
const JUMPS = 2;
/** Not 0 if signs must be aligned first. */
const FLIPS = 3;
const extremes = new Float64Array(4);

// Both scans return the sum of the squared lengths of all vectors, or −1 if keys cannot be gathered. Engines that
// compile a loop while it runs have not seen the code after it, and deoptimize there. So there is no code after the
// loops.

function scanPositions({ xs, ys, zs, count }: Vertices): number {
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

function scanUnits({ xs, ys, zs, ws, count }: Vertices, isLong: boolean, isAligned: boolean): number {
	const wTimes = isLong ? ws : xs;
	const stride = STRIDE;
	const end = count * stride;
	let last = Number.NEGATIVE_INFINITY;
	let lastButOne = last;
	// The previous vertex and its squared length.
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
		// The squared distance of the line from 0 is below that of its ends by at most a quarter of its squared length.
		const step = previous + square - 2 * product;
		const bow = 0.25 * step;
		if (square - bow < least || previous - bow < least) {
			let low = square;
			// The closest point counts only if it lies between the ends. If the ends almost coincide, the bound is used
			// instead.
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
