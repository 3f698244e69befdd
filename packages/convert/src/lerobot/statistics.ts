/** Statistics of a feature, a number per component. */
export interface FeatureStatistics {
	readonly min: readonly number[];
	readonly max: readonly number[];
	readonly mean: readonly number[];
	readonly std: readonly number[];
	readonly count: readonly [number];
	readonly q01: readonly number[];
	readonly q10: readonly number[];
	readonly q50: readonly number[];
	readonly q90: readonly number[];
	readonly q99: readonly number[];
}

const QUANTILES = [0.01, 0.1, 0.5, 0.9, 0.99] as const;

/** Measures rows of `width` numbers. There is at least one row. */
export function measureFeature(values: ArrayLike<number>, width: number): FeatureStatistics {
	const rows = values.length / width;
	const components = Array.from({ length: width }, (_, component) => {
		const column = Float64Array.from({ length: rows }, (__, row) => values[row * width + component]!);
		return measureColumn(column.sort());
	});
	const pick = (index: number): number[] => components.map((numbers) => numbers[index]!);
	return {
		min: pick(0),
		max: pick(1),
		mean: pick(2),
		std: pick(3),
		count: [rows],
		q01: pick(4),
		q10: pick(5),
		q50: pick(6),
		q90: pick(7),
		q99: pick(8),
	};
}

// Minimum, maximum, mean, standard deviation and quantiles of sorted numbers.
function measureColumn(sorted: Float64Array): number[] {
	let sum = 0;
	for (const value of sorted) sum += value;
	const mean = sum / sorted.length;
	let squares = 0;
	for (const value of sorted) squares += (value - mean) ** 2;
	return [
		sorted[0]!,
		sorted.at(-1)!,
		mean,
		Math.sqrt(squares / sorted.length),
		...QUANTILES.map((share) => findQuantile(sorted, share)),
	];
}

// On a straight line between neighbors, as NumPy does by default.
function findQuantile(sorted: Float64Array, share: number): number {
	const at = share * (sorted.length - 1);
	const index = Math.floor(at);
	const low = sorted[index]!;
	return low + (at - index) * ((sorted[index + 1] ?? low) - low);
}
