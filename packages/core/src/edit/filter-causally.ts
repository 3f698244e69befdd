import type { Strength, Track } from './fit-locally.ts';

/**
 * Smooths the samples [from, to) of a track into `out` with the One Euro filter (Casiez, Roussel, Vogel 2012): a low
 * pass whose cutoff rises with the speed, which it takes from the filtered difference of neighbours. It knows only
 * the past, as a filter in a live application does, and so comes late. With `isUnit` the values keep unit length.
 */
export function filterCausally(
	{ times, values, size }: Track,
	from: number,
	to: number,
	strength: Strength,
	isUnit: boolean,
	out: Float64Array,
): void {
	const slopes = new Float64Array(size);
	for (let k = 0; k < size; k++) out[from * size + k] = values[from * size + k]!;
	for (let i = from + 1; i < to; i++) {
		const dt = times[i]! - times[i - 1]!;
		const slopeShare = lowPassShare(strength.derivativeCutoff, dt);
		let speed = 0;
		for (let k = 0; k < size; k++) {
			const slope = (values[i * size + k]! - values[(i - 1) * size + k]!) / dt;
			// The first difference is all that is known.
			slopes[k] = i === from + 1 ? slope * slopeShare : slopes[k]! + slopeShare * (slope - slopes[k]!);
			speed += slopes[k]! ** 2;
		}
		const share = lowPassShare(strength.minCutoff + strength.beta * Math.sqrt(speed), dt);
		let length = 0;
		for (let k = 0; k < size; k++) {
			const last = out[(i - 1) * size + k]!;
			out[i * size + k] = last + share * (values[i * size + k]! - last);
			length += out[i * size + k]! ** 2;
		}
		if (isUnit && length > 0) for (let k = 0; k < size; k++) out[i * size + k]! /= Math.sqrt(length);
	}
}

// How much of a new sample a first-order low pass takes.
function lowPassShare(cutoff: number, dt: number): number {
	return 1 / (1 + 1 / (2 * Math.PI * cutoff * dt));
}
