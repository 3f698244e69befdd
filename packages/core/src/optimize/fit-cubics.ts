import type { CubicFit } from './cubic-fit.ts';
import { startAt, stepTo } from './fit-lines.ts';
import { checkLine } from './line-check.ts';
import type { Track } from './polyline.ts';
import { WIDTH } from './vertices.ts';
import type { Knots } from './workspace.ts';

/** How many vertices a segment is tried with that follows none. */
const FIRST_LENGTH = 8;
/** A segment longer than this is not fitted again together with the next one. */
const LONGEST_AGAIN = 512;
/** By how many vertices the key between two segments is moved. */
const SHIFTS: readonly number[] = [0, -1, 1];
/** Vertices between two signs of life; whoever fits a segment longer than this gives one each time. */
const PAUSE = 256;

/**
 * Few Hermite segments through a track from vertex `first` to `last`, with no jump between, as {@link fitLines} does with
 * lines. Slopes may differ on both sides of a key. A segment that got as far as it can is fitted once more together
 * with the one before, also with the key between them moved, which mostly lets it go further. What cannot be fitted
 * becomes a line to the next vertex.
 *
 * Yields the vertex that has been reached, every now and then; returns false like {@link fitLines}.
 */
export function* fitCubics(
	track: Track,
	first: number,
	last: number,
	fit: CubicFit,
	knots: Knots,
): Generator<number, boolean> {
	const a = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	if (!startAt(track, first, fit.grids, a)) return false;
	knots.push(first, a);
	let length = FIRST_LENGTH;
	let rest = first + PAUSE;
	// Where the segment before starts; the first of a run, and one after a line, has none before it.
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
			if (!stepTo(track, j, a, fit.grids, b) || checkLine(track, track.radius, j, a, k, b) >= 0) return false;
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

// The last vertex after `from` that can be reached, or `from`: tries `guess` vertices, then twice as many more or half
// as many. Yields `from` after long ones.
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
