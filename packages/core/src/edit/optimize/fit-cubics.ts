import type { CubicFit } from './cubic-fit.ts';
import { startAt, stepTo } from './fit-lines.ts';
import type { Knots } from './knots.ts';
import { checkLine } from './line-check.ts';
import { type Track, WIDTH } from './track.ts';

/** How many vertices a segment is tried with that follows none. */
const FIRST_LENGTH = 8;
/** A segment longer than this is not fitted again together with the next one. */
const LONGEST_AGAIN = 512;
/** Vertices between two signs of life. */
const PAUSE = 256;

/**
 * Few Hermite segments through a track from vertex `first` to `last`, with no jump between, as {@link fitLines} does with
 * lines. Slopes may differ on both sides of a key. A segment that got as far as it can is fitted once more together
 * with the one before, which mostly lets it go further. What cannot be fitted becomes a line to the next vertex.
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
	// How many segments before are curved and follow each other.
	let chain = 0;
	for (let j = first; j < last; ) {
		let k = reach(j, Math.max(3, length), last, (to) => fit.reaches(knots, 1, to, 0));
		let segments = 1;
		let shift = 0;
		for (let n = 2; n <= (SEGS) && n - 1 <= chain && k > j && k < last; n++) {
			if (k - knots.vertices[knots.count - n]! > LONGEST_AGAIN) break;
			for (const s of n===2||ALLSHIFT ? [0, -1, 1, -2, 2, -3, 3].slice(0, 1 + 2 * SHIFT) : [0]) {
				const jj = j + s;
				if (jj <= knots.vertices[knots.count - 2]! || jj >= k) continue;
				const further = reach(k, Math.max(1, s===0&&n===2?(k - j) >> 2:1), last, (to) => fit.reaches(knots, n, to, s));
				if (further > k) { k = further; segments = n; shift = s; }
			}
		}
		if (k === j) {
			// A line to the next vertex.
			k = j + 1;
			for (let c = 0; c < WIDTH; c++) a[c] = knots.values[(knots.count - 1) * WIDTH + c]!;
			if (!stepTo(track, j, a, fit.grids, b) || checkLine(track, track.radius, j, a, k, b) >= 0) return false;
			knots.push(k, b);
			chain = 0;
		} else {
			fit.write(knots, segments, k, shift);
			chain++;
		}
		length = k - j;
		j = k;
		if (j < rest) continue;
		rest = j + PAUSE;
		yield j;
	}
	return true;
}

const SEGS = Number(process.env.SEGS ?? 2);
const SHIFT = Number(process.env.SHIFT ?? 0);
const ALLSHIFT = !!process.env.ALLSHIFT;

// The last vertex after `from` that can be reached, or `from`: tries `guess` vertices, then twice as many more or half
// as many. The last successful try is kept by the caller's `fit`.
function reach(from: number, guess: number, last: number, isFit: (to: number) => boolean): number {
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
	}
	return good;
}
