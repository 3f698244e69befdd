import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../../model/curve.ts';
import type { Layout } from '../../model/layout.ts';
import type { Role } from '../../sample/group.ts';
import { CubicFit } from './cubic-fit.ts';
import type { Desk } from './desk.ts';
import { fitCubics } from './fit-cubics.ts';
import { fitLines } from './fit-lines.ts';
import { type Knots, WIDTH } from './knots.ts';
import { createTrack, isStill, type Track } from './track.ts';
import { writeKeys } from './write-keys.ts';

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
	for (const share of SHARES) {
		const knots = desk.knots(track.count, keys === 'full');
		const isFit = isStill(track.rows) ? holdStill(track, knots) : yield* fitRuns(track, share, gridShare, knots);
		if (!isFit) continue;
		const stride = keys === 'full' ? FULL_STRIDE : SIMPLE_STRIDE;
		const size = isHeld.filter((held) => !held).length * knots.count * stride;
		// What stays simple is widened in a file with full keys.
		const given = curves.reduce(
			(sum, curve, c) => sum + (isHeld[c] ? 0 : curve.count * Math.max(curve.stride, stride)),
			0,
		);
		if (size >= given) return curves;
		return writeKeys(curves, track, knots);
	}
	return curves;
}

// First and last vertex, as they are: any vector, even 0, stays what it is.
function holdStill({ count, rows }: Track, knots: Knots): boolean {
	for (const vertex of [0, count - 1]) knots.push(vertex, rows.subarray(vertex * WIDTH, (vertex + 1) * WIDTH));
	return true;
}

// Fits what lies between jumps, piece by piece.
function* fitRuns(track: Track, share: number, gridShare: number, knots: Knots): Generator<number, boolean> {
	const { times, count, hasJumps, radius, shortest, isHeld } = track;
	const grid = gridShare > 0 && radius > 0 ? 2 ** Math.floor(Math.log2(radius * shortest * gridShare)) : 0;
	const grids = new Float64Array(WIDTH).fill(grid);
	for (let c = 0; c < isHeld.length; c++) if (isHeld[c]) grids[c] = 0;
	const strict = radius * share;
	const fit = knots.inSlopes === null ? null : new CubicFit(track, strict, grids, SLOPE_GRID);
	for (let first = 0, last = 0; first < count; first = last + 1) {
		last = hasJumps ? first : count - 1;
		while (last + 1 < count && times[last + 1] !== times[last]) last++;
		const isFit =
			fit === null
				? fitLines(track, strict, first, last, grids, knots)
				: yield* fitCubics(track, first, last, fit, knots);
		if (!isFit) return false;
		yield last + 1;
	}
	return true;
}
