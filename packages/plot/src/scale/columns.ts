import type { PlotSeries } from './plot.ts';

/** The lowest and the highest value of each column of a picture; NaN for columns without data. */
export interface ColumnRanges {
	readonly low: Float64Array;
	readonly high: Float64Array;
}

/**
 * Finds the lowest and the highest value of each column, so that short peaks stay visible in any width. Where a column has
 * no sample, because there are fewer samples than columns, it takes the value on the straight line between its neighbors.
 */
export function sumUpColumns(
	{ values, sampleRate }: Pick<PlotSeries, 'values' | 'sampleRate'>,
	start: number,
	end: number,
	count: number,
): ColumnRanges {
	const low = new Float64Array(count).fill(Number.NaN);
	const high = new Float64Array(count).fill(Number.NaN);
	const width = (end - start) / count;
	for (let column = 0; column < count; column++) {
		const from = start + column * width;
		const [first, last] = [Math.ceil(from * sampleRate), Math.ceil((from + width) * sampleRate) - 1];
		for (let i = Math.max(0, first); i <= last && i < values.length; i++) widen(low, high, column, values[i]!);
		if (last < first) widen(low, high, column, interpolate(values, (from + width / 2) * sampleRate));
	}
	return { low, high };
}

function widen(low: Float64Array, high: Float64Array, column: number, value: number): void {
	if (!Number.isFinite(value)) return;
	if (!(low[column]! <= value)) low[column] = value;
	if (!(high[column]! >= value)) high[column] = value;
}

function interpolate(values: Float64Array, at: number): number {
	const index = Math.floor(at);
	const before = values[index] ?? Number.NaN;
	const after = values[index + 1] ?? Number.NaN;
	return before + (at - index) * (after - before);
}

/** Lists the spans in which a state is 1, in seconds. */
export function listSpans({
	values,
	sampleRate,
	start: offset = 0,
}: PlotSeries): { readonly start: number; readonly end: number }[] {
	const spans: { start: number; end: number }[] = [];
	for (let i = 0; i < values.length; i++) {
		if (!(values[i]! >= 0.5)) continue;
		const start = i;
		while (i < values.length && values[i]! >= 0.5) i++;
		// The last sample counts for its own time only.
		const end = Math.min(i, values.length - 1);
		spans.push({ start: offset + start / sampleRate, end: offset + end / sampleRate });
	}
	return spans;
}
