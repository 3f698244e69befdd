/** How often a figure has which values. */
export interface Histogram {
	/** The expression of its channel. */
	readonly expression: string;
	/** `''` for states and shares. */
	readonly unit: string;
	readonly low: number;
	readonly high: number;
	/** The number of samples in each of the equal parts between `low` and `high`. */
	readonly counts: readonly number[];
	readonly median: number;
	/** The number of samples. */
	readonly total: number;
}

const BINS = 32;

/** Counts the finite values of a channel; `null` if it has none. */
export function countValues(
	{ expression, unit, values }: { readonly expression: string; readonly unit: string; readonly values: Float64Array },
	bins: number = BINS,
): Histogram | null {
	const sorted = values.filter(Number.isFinite).sort();
	if (sorted.length === 0) return null;
	const [min, max] = [sorted[0]!, sorted.at(-1)!];
	// An axis from 0 on compares sizes honestly.
	const low = min > 0 && min < (max - min) / 2 ? 0 : min;
	const high = max > low ? max : low + 1;
	const counts = new Array<number>(bins).fill(0);
	for (const value of sorted) {
		const bin = Math.floor(((value - low) / (high - low)) * bins);
		counts[Math.min(bin, bins - 1)]!++;
	}
	const half = sorted.length >> 1;
	const median = sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
	return { expression, unit, low, high, counts, median, total: sorted.length };
}
