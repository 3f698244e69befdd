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
	const { grids } = fit;
	const a = new Float64Array(WIDTH);
	const z = new Float64Array(WIDTH);
	const b = new Float64Array(WIDTH);
	if (!startAt(track, first, grids, a)) return false;
	knots.push(first, a);
	let length = FIRST_LENGTH;
	let rest = first + PAUSE;
	// Before and start of the segment. The first segment of a run, and one after a line, has none before it.
	let i = -1;
	for (let j = first; j < last; ) {
		let k = reach(j, Math.max(3, length), last, (to) => fit.fitOne(j, to, a));
		if (k > j) fit.keep();
		const hasBefore = i >= 0 && j - i <= LONGEST_AGAIN;
		if (hasBefore && k < last) {
			const before = i;
			const further = reach(k, Math.max(2, (k - j) >> 2), last, (to) => fit.fitTwo(before, j, to, z));
			if (further > k) {
				k = further;
				fit.keep();
				fit.writeBefore(knots);
				a.set(fit.middle);
			}
		}
		const isLine = k === j;
		if (isLine) {
			k = j + 1;
			if (!stepTo(track, j, a, grids, b) || checkLine(track, track.radius, j, a, k, b) >= 0) return false;
		} else b.set(fit.end);
		knots.push(k, b);
		if (!isLine) fit.writeLast(knots);
		z.set(a);
		a.set(b);
		i = isLine ? -1 : j;
		length = k - j;
		j = k;
		if (j < rest) continue;
		rest = j + PAUSE;
		yield j;
	}
	return true;
}

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
