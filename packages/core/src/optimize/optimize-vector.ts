import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import type { Role } from '../sample/group.ts';
import { CubicFit } from './cubic-fit.ts';
import { fitCubics } from './fit-cubics.ts';
import { fitLines } from './fit-lines.ts';
import { createPolyline, type Polyline } from './polyline.ts';
import { isStill, listComponents, readTime, readValues, type Vertices, WIDTH } from './vertices.ts';
import { Knots, LineKeys, type Workspace } from './workspace.ts';

/** How a vector is optimized. */
export interface VectorOptions {
	readonly role: Role;
	/** Meters, or radians between unit vectors. */
	readonly tolerance: number;
	readonly keys: Layout['keys'];
	readonly round: boolean;
}

/** The shares of the tolerance that fits may use. The second try leaves more to the checks. */
const SHARES: readonly number[] = [0.9995, 0.9];
/** The grid of rounded values as a share of the tolerance; it is rounded down to a power of two. */
const GRID_SHARES: Readonly<Record<Layout['keys'], number>> = { simple: 0.5, full: 0.5 };
/** The grid of slopes per second, relative to the grid of values. */
const SLOPE_GRID = 16;
/** Vectors whose curves all have fewer keys cannot lose any. */
const FEWEST = 3;

/**
 * Curves with fewer key bytes for the curves of a vector, or the same array if there are none. Yields the number of
 * finished vertices now and then.
 */
export function* optimizeVector(
	curves: readonly Curve[],
	options: VectorOptions,
	workspace: Workspace,
): Generator<number, readonly Curve[]> {
	const { role, tolerance, keys, round } = options;
	if (!curves.some(({ count }) => count >= FEWEST)) return curves;
	const polyline = createPolyline(curves, role, tolerance, workspace);
	if (polyline === null) return curves;
	const { isHeld } = polyline;
	const gridShare = round ? GRID_SHARES[keys] : 0;
	const stride = keys === 'full' ? FULL_STRIDE : SIMPLE_STRIDE;
	// Simple keys are widened when they are written to a file with full keys.
	const given = curves.reduce(
		(sum, curve, c) => sum + (isHeld[c] ? 0 : curve.count * Math.max(curve.stride, stride)),
		0,
	);
	const moving = isHeld.filter((held) => !held).length;
	for (const share of SHARES) {
		const chosen = keys === 'full' ? workspace.knots(polyline.count) : workspace.lines(polyline.count);
		const isFit = isStill(polyline)
			? holdStill(polyline, chosen)
			: yield* fitPieces(polyline, share, gridShare, chosen);
		if (!isFit) continue;
		if (moving * chosen.count * stride >= given) return curves;
		return chosen instanceof Knots ? writeKnots(curves, polyline, chosen) : writeLines(curves, polyline, chosen);
	}
	return curves;
}

// Keeps the first and last vertex as they are, even vectors of length 0. There is one vertex if only one time is
// finite.
function holdStill(polyline: Polyline, chosen: Knots | LineKeys): boolean {
	const values = new Float64Array(WIDTH);
	readValues(polyline, 0, values);
	for (const vertex of new Set([0, polyline.count - 1])) {
		if (chosen instanceof Knots) chosen.push(vertex, values);
		else chosen.push(polyline, vertex, values);
	}
	return true;
}

// Fits the pieces between jumps.
function* fitPieces(
	polyline: Polyline,
	share: number,
	gridShare: number,
	chosen: Knots | LineKeys,
): Generator<number, boolean> {
	const { count, hasJumps, radius, shortest, isHeld } = polyline;
	const grid = gridShare > 0 && radius > 0 ? 2 ** Math.floor(Math.log2(radius * shortest * gridShare)) : 0;
	const grids = new Float64Array(WIDTH).fill(grid);
	for (let c = 0; c < isHeld.length; c++) if (isHeld[c]) grids[c] = 0;
	const strict = radius * share;
	const fit = chosen instanceof LineKeys ? null : new CubicFit(polyline, strict, grids, SLOPE_GRID);
	for (let first = 0, last = 0; first < count; first = last + 1) {
		last = hasJumps ? first : count - 1;
		while (last + 1 < count && readTime(polyline, last + 1) !== readTime(polyline, last)) last++;
		const isFit =
			chosen instanceof LineKeys
				? fitLines(polyline, strict, first, last, grids, chosen)
				: yield* fitCubics(polyline, first, last, fit!, chosen);
		if (!isFit) return false;
		yield last + 1;
	}
	return true;
}

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/** Curves with linear keys, written like {@link writeKnots}. */
function writeLines(given: readonly Curve[], { isHeld }: Polyline, keys: LineKeys): Curve[] {
	const components = listComponents(keys, given.length);
	return writeCurves(given, isHeld, keys.count, SIMPLE_STRIDE, ({ floats, start }, c) => {
		floats.set(components[c]!.subarray(0, keys.count * SIMPLE_STRIDE), start);
	});
}

/**
 * The curves of the knots, in one buffer, with the wrap modes of the curves that they replace. Held curves stay. Knots
 * become full keys without weights, except beside linear segments, which have weights of 0.
 */
function writeKnots(given: readonly Curve[], polyline: Polyline, knots: Knots): Curve[] {
	return writeCurves(given, polyline.isHeld, knots.count, FULL_STRIDE, (curve, c) =>
		writeFull(curve, c, polyline, knots),
	);
}

function writeCurves(
	given: readonly Curve[],
	isHeld: readonly boolean[],
	count: number,
	stride: Curve['stride'],
	write: (curve: Curve, component: number) => void,
): Curve[] {
	const moving = given.filter((_, c) => !isHeld[c]).length;
	const floats = new Float32Array(moving * count * stride);
	const words = new Uint32Array(floats.buffer);
	let start = 0;
	return given.map((held, c) => {
		if (isHeld[c]) return held;
		const { kind, preWrap, postWrap } = held;
		const curve: Curve = { kind, count, stride, start, floats, words, preWrap, postWrap };
		write(curve, c);
		start += count * stride;
		return curve;
	});
}

function writeFull(
	{ floats, words, start }: Curve,
	component: number,
	polyline: Vertices,
	{ count, vertices, values, inSlopes, outSlopes }: Knots,
): void {
	for (let i = 0, to = start, from = component; i < count; i++, to += FULL_STRIDE, from += WIDTH) {
		const before = i > 0 ? inSlopes[from]! : 0;
		const after = i + 1 < count ? outSlopes[from]! : 0;
		floats[to] = readTime(polyline, vertices[i]!);
		floats[to + 1] = values[from]!;
		floats[to + 2] = Number.isNaN(before) ? 0 : before;
		floats[to + 3] = Number.isNaN(after) ? 0 : after;
		words[to + 6] = (Number.isNaN(before) ? WEIGHTED_IN : 0) | (Number.isNaN(after) ? WEIGHTED_OUT : 0);
	}
}
