/** How a figure is distributed over samples. */
export interface Percentiles {
	readonly median: number;
	/** 95 % of the samples are at most this. */
	readonly p95: number;
	readonly p99: number;
	readonly peak: number;
}

/** Several lengths or amounts. */
export interface Summary {
	readonly count: number;
	readonly mean: number;
	readonly median: number;
	readonly min: number;
	readonly max: number;
}

/** The range of a figure over samples. */
export interface Range {
	readonly min: number;
	readonly median: number;
	readonly max: number;
}

/** Summarizes numbers; `null` if there are none. */
export function summarize(values: readonly number[]): Summary | null {
	if (values.length === 0) return null;
	const sorted = values.toSorted((a, b) => a - b);
	return {
		count: sorted.length,
		mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
		median: middle(sorted),
		min: sorted[0]!,
		max: sorted[sorted.length - 1]!,
	};
}

/** Returns the median of sorted numbers. */
function middle(sorted: readonly number[]): number {
	const half = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Finds the percentiles of the first `count` values, by nearest rank; `null` if there are none. May reorder the values. */
export function takePercentiles(values: Float64Array, count: number): Percentiles | null {
	if (count === 0) return null;
	let min = values[0]!;
	let peak = min;
	let sum = 0;
	for (let i = 0; i < count; i++) {
		const value = values[i]!;
		if (value < min) min = value;
		if (value > peak) peak = value;
		sum += value;
	}
	// A few outliers must not leave most values in the first bins.
	const width = Math.min(peak - min, MAX_WIDTH * (sum / count - min));
	const isBinned = count > MIN_BINNED && width > 0 && width < Number.POSITIVE_INFINITY;
	// No function with a list of ranks: the engine would compile it for whole numbers, and again for others, over and over.
	return isBinned ? selectBinned(values, count, min, width, peak) : selectAll(values, count, peak);
}

function getRank(share: number, count: number): number {
	return Math.round(share * (count - 1));
}

function selectAll(values: Float64Array, count: number, peak: number): Percentiles {
	const last = count - 1;
	return {
		median: select(values, 0, last, getRank(0.5, count)),
		p95: select(values, 0, last, getRank(0.95, count)),
		p99: select(values, 0, last, getRank(0.99, count)),
		peak,
	};
}

/** Shorter ranges are not worth the bins. */
const MIN_BINNED = 2000;
const BINS = 1024;
/** How far the bins reach, in means. */
const MAX_WIDTH = 8;

// Counts the values in bins, then selects among the values of the bins that contain the ranks. Partitioning the whole range
// takes twice as long.
function selectBinned(values: Float64Array, count: number, min: number, width: number, peak: number): Percentiles {
	const scale = (BINS - 1) / width;
	const counts = new Uint32Array(BINS);
	for (let i = 0; i < count; i++) counts[findBin(values[i]!, min, scale)]!++;
	const median = createBin(counts, getRank(0.5, count));
	const p95 = createBin(counts, getRank(0.95, count));
	const p99 = createBin(counts, getRank(0.99, count));
	for (let i = 0; i < count; i++) {
		const value = values[i]!;
		const bin = findBin(value, min, scale);
		if (bin === median.bin) median.values[median.count++] = value;
		if (bin === p95.bin) p95.values[p95.count++] = value;
		if (bin === p99.bin) p99.values[p99.count++] = value;
	}
	return { median: selectInBin(median), p95: selectInBin(p95), p99: selectInBin(p99), peak };
}

function findBin(value: number, min: number, scale: number): number {
	return Math.min((value - min) * scale, BINS - 1) | 0;
}

/** The values of a bin. */
interface Bin {
	readonly bin: number;
	/** The rank that is wanted, among the values of the bin. */
	readonly rank: number;
	readonly values: Float64Array;
	count: number;
}

// The bin that contains a rank, without its values.
function createBin(counts: Uint32Array, rank: number): Bin {
	let bin = 0;
	let below = 0;
	while (below + counts[bin]! <= rank) below += counts[bin++]!;
	return { bin, rank: rank - below, values: new Float64Array(counts[bin]!), count: 0 };
}

function selectInBin({ values, count, rank }: Bin): number {
	return select(values, 0, count - 1, rank);
}

/** Finds the value at a share of the order of the first `count` values, from 0 to 1. Reorders the values. */
export function takeQuantile(values: Float64Array, count: number, share: number): number {
	return select(values, 0, count - 1, Math.round(share * (count - 1)));
}

/** Finds the range of the first `count` values; `null` if there are none. Reorders the values. */
export function takeRange(values: Float64Array, count: number): Range | null {
	if (count === 0) return null;
	let min = values[0]!;
	let max = min;
	for (let i = 1; i < count; i++) {
		const value = values[i]!;
		if (value < min) min = value;
		if (value > max) max = value;
	}
	return { min, median: takeQuantile(values, count, 0.5), max };
}

/** Longer ranges are narrowed by a sample first. */
const MAX_DIRECT = 100;

// Moves the value of a rank to its place, with no larger values to its left and no smaller values to its right, and
// returns it (Floyd and Rivest 1975: selects in a sample of the range first, so that the pivot is near the wanted value).
function select(values: Float64Array, from: number, to: number, rank: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const count = high - low + 1;
		if (count > MAX_DIRECT) {
			const place = rank - low + 1;
			const log = Math.log(count);
			const size = Math.exp((2 * log) / 3) / 2;
			const spread = Math.sqrt((log * size * (count - size)) / count) / 2;
			const middle = rank + (2 * place < count ? -spread : spread);
			const first = Math.max(low, Math.floor(middle - (place * size) / count));
			const last = Math.min(high, Math.floor(middle + ((count - place) * size) / count));
			select(values, Math.min(first, rank), Math.max(last, rank), rank);
		}
		const pivot = values[rank]!;
		let i = low;
		let j = high;
		while (i <= j) {
			while (values[i]! < pivot) i++;
			while (values[j]! > pivot) j--;
			if (i > j) break;
			const swapped = values[i]!;
			values[i] = values[j]!;
			values[j] = swapped;
			i++;
			j--;
		}
		if (rank <= j) high = j;
		else if (rank >= i) low = i;
		else break;
	}
	return values[rank]!;
}
