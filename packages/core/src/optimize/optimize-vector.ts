import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import type { Role } from '../sample/group.ts';
import { CubicFit } from './cubic-fit.ts';
import { fitCubics } from './fit-cubics.ts';
import { fitLines } from './fit-lines.ts';
import { createTrack, type Track } from './polyline.ts';
import { isStill, listRuns, type Runs, readTime, readValues, WIDTH } from './vertices.ts';
import { type Desk, Knots, LineKeys } from './workspace.ts';

/** How a vector is optimised. */
export interface VectorOptions {
	readonly role: Role;
	/** Metres, or radians between the unit vectors. */
	readonly tolerance: number;
	readonly keys: Layout['keys'];
	readonly round: boolean;
}

/** The fits leave this share to what cannot be fitted; the second try leaves more. */
const SHARES: readonly number[] = [0.9995, 0.9];
/** The grid of rounded values as a share of the tolerance, at most; it is a power of two. */
const GRID_SHARES: Readonly<Record<Layout['keys'], number>> = { simple: 0.5, full: 0.5 };
/** The grid of slopes per second beside that of values. */
const SLOPE_GRID = 16;
/** Vectors whose curves all have fewer keys have none to lose. */
const FEWEST = 3;

/**
 * Curves with fewer key bytes for those of a vector, or the same array where there are none. Yields now and then how
 * many of its vertices are done, of how many.
 */
export function* optimizeVector(
	curves: readonly Curve[],
	options: VectorOptions,
	desk: Desk,
): Generator<number, readonly Curve[]> {
	const { role, tolerance, keys, round } = options;
	if (!curves.some(({ count }) => count >= FEWEST)) return curves;
	const track = createTrack(curves, role, tolerance, desk);
	if (track === null) return curves;
	const { isHeld } = track;
	const gridShare = round ? GRID_SHARES[keys] : 0;
	const stride = keys === 'full' ? FULL_STRIDE : SIMPLE_STRIDE;
	// What stays simple is widened in a file with full keys.
	const given = curves.reduce(
		(sum, curve, c) => sum + (isHeld[c] ? 0 : curve.count * Math.max(curve.stride, stride)),
		0,
	);
	const moving = isHeld.filter((held) => !held).length;
	for (const share of SHARES) {
		const chosen = keys === 'full' ? desk.knots(track.count) : desk.lines(track.count);
		const isFit = isStill(track) ? holdStill(track, chosen) : yield* fitRuns(track, share, gridShare, chosen);
		if (!isFit) continue;
		if (moving * chosen.count * stride >= given) return curves;
		return chosen instanceof Knots ? writeKnots(curves, track, chosen) : writeLines(curves, track, chosen);
	}
	return curves;
}

// First and last vertex, as they are: any vector, even 0, stays what it is. They are one where only one time is finite.
function holdStill(track: Track, chosen: Knots | LineKeys): boolean {
	const values = new Float64Array(WIDTH);
	readValues(track, 0, values);
	for (const vertex of new Set([0, track.count - 1])) {
		if (chosen instanceof Knots) chosen.push(vertex, values);
		else chosen.push(track, vertex, values);
	}
	return true;
}

// Fits what lies between jumps, piece by piece.
function* fitRuns(
	track: Track,
	share: number,
	gridShare: number,
	chosen: Knots | LineKeys,
): Generator<number, boolean> {
	const { count, hasJumps, radius, shortest, isHeld } = track;
	const grid = gridShare > 0 && radius > 0 ? 2 ** Math.floor(Math.log2(radius * shortest * gridShare)) : 0;
	const grids = new Float64Array(WIDTH).fill(grid);
	for (let c = 0; c < isHeld.length; c++) if (isHeld[c]) grids[c] = 0;
	const strict = radius * share;
	const way =
		chosen instanceof LineKeys
			? { lines: chosen }
			: { knots: chosen, fit: new CubicFit(track, strict, grids, SLOPE_GRID) };
	for (let first = 0, last = 0; first < count; first = last + 1) {
		last = hasJumps ? first : count - 1;
		while (last + 1 < count && readTime(track, last + 1) !== readTime(track, last)) last++;
		const isFit =
			'lines' in way
				? fitLines(track, strict, first, last, grids, way.lines)
				: yield* fitCubics(track, first, last, way.fit, way.knots);
		if (!isFit) return false;
		yield last + 1;
	}
	return true;
}

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/** Curves of straight lines, like {@link writeKnots}. */
export function writeLines(given: readonly Curve[], { isHeld }: Track, keys: LineKeys): Curve[] {
	const runs = listRuns(keys, given.length);
	return writeCurves(given, isHeld, keys.count, SIMPLE_STRIDE, ({ floats, start }, c) => {
		floats.set(runs[c]!.subarray(0, keys.count * SIMPLE_STRIDE), start);
	});
}

/**
 * The curves of the knots, side by side in one buffer, with the wrap modes of the curves that they replace; those that are
 * held stay. Knots become full keys without weights; a straight segment among them has the weights 0 that make one.
 */
export function writeKnots(given: readonly Curve[], track: Track, knots: Knots): Curve[] {
	return writeCurves(given, track.isHeld, knots.count, FULL_STRIDE, (curve, c) => writeFull(curve, c, track, knots));
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
	track: Runs,
	{ count, vertices, values, inSlopes, outSlopes }: Knots,
): void {
	for (let i = 0, to = start, from = component; i < count; i++, to += FULL_STRIDE, from += WIDTH) {
		const before = i > 0 ? inSlopes[from]! : 0;
		const after = i + 1 < count ? outSlopes[from]! : 0;
		floats[to] = readTime(track, vertices[i]!);
		floats[to + 1] = values[from]!;
		floats[to + 2] = Number.isNaN(before) ? 0 : before;
		floats[to + 3] = Number.isNaN(after) ? 0 : after;
		words[to + 6] = (Number.isNaN(before) ? WEIGHTED_IN : 0) | (Number.isNaN(after) ? WEIGHTED_OUT : 0);
	}
}
