import type { CubicFit } from './cubic-fit.ts';
import { startAt, stepTo } from './fit-lines.ts';
import { checkLine } from './line-check.ts';
import type { Polyline } from './polyline.ts';
import { WIDTH } from './vertices.ts';
import type { Knots } from './workspace.ts';

/** The first length that is tried, in vertices. */
const FIRST_LENGTH = 8;
/** A longer segment is not fitted again together with the next. */
const LONGEST_AGAIN = 512;
/** By how many vertices the key between two segments is moved. */
const SHIFTS: readonly number[] = [0, -1, 1];
/** Vertices between two steps. Longer segments yield after each try. */
const PAUSE = 256;

/**
 * Few Hermite segments through a polyline from vertex `first` to `last` without a jump between, like {@link fitLines}
 * with lines. Slopes may differ on both sides of a key. A segment that reached its limit is fitted again together with
 * the segment before, also with the key between them moved; usually it then reaches further. If no segment fits, a line
 * goes to the next vertex.
 *
 * Yields the vertex that has been reached now and then. Returns false like {@link fitLines}.
 */
export function* fitCubics(
	polyline: Polyline,
	first: number,
	last: number,
	fit: CubicFit,
	knots: Knots,
): Generator<number, boolean> {
	const a = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	if (!startAt(polyline, first, fit.grids, a)) return false;
	knots.push(first, a);
	let length = FIRST_LENGTH;
	let rest = first + PAUSE;
	// The start of the previous segment; −1 at the start of a piece and after a line.
	let i = -1;
	for (let j = first; j < last; ) {
		let k = yield* reach(j, Math.max(3, length), last, (to) => fit.reaches(knots, 1, to, 0));
		let segments: 1 | 2 = 1;
		let shift = 0;
		for (const by of i >= 0 && j - i <= LONGEST_AGAIN ? SHIFTS : []) {
			if (j + by <= i || (by > 0 && j + by >= k)) continue;
			const guess = by === 0 ? Math.max(2, (k - j) >> 2) : 1;
			const further = yield* reach(k, guess, last, (to) => fit.reaches(knots, 2, to, by));
			if (further === k) continue;
			k = further;
			segments = 2;
			shift = by;
		}
		if (k > j) {
			i = j + shift;
			fit.write(knots, segments, k, shift);
		} else {
			i = -1;
			k = j + 1;
			a.set(knots.values.subarray((knots.count - 1) * WIDTH, knots.count * WIDTH));
			if (!stepTo(polyline, j, a, fit.grids, b) || checkLine(polyline, polyline.radius, j, a, k, b) >= 0) return false;
			knots.push(k, b);
		}
		length = k - j;
		j = k;
		if (j < rest) continue;
		rest = j + PAUSE;
		yield j;
	}
	return true;
}

// The last vertex after `from` that can be reached, or `from`. Tries `guess` vertices, then doubles or halves the step.
// Yields `from` after long tries.
function* reach(from: number, guess: number, last: number, isFit: (to: number) => boolean): Generator<number, number> {
	let good = from;
	let bad = last + 1;
	let step = guess;
	for (let to = Math.min(last, from + guess); to > good && to < bad; ) {
		if (isFit(to)) {
			good = to;
			if (bad > last) step = good === from + guess ? Math.max(1, guess >> 2) : 2 * step;
			to = bad > last ? Math.min(last, good + step) : (good + bad) >> 1;
		} else {
			bad = to;
			to = (good + bad) >> 1;
		}
		if (to - from > PAUSE) yield from;
	}
	return good;
}
