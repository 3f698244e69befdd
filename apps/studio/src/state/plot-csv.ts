import { quoteCell } from '@handreel/text';

/** A column of a table of plotted values. */
export interface CsvColumn {
	readonly title: string;
	/** The value at a time; NaN without data. */
	readonly read: (time: number) => number;
}

/** Formats values at every frame of a range as CSV: a column with the time in seconds, then a column per line. */
export function formatPlotCsv(
	columns: readonly CsvColumn[],
	[start, end]: readonly [start: number, end: number],
	frameTime: number,
): string {
	const first = Math.ceil(start / frameTime - 1e-6);
	const last = Math.floor(end / frameTime + 1e-6);
	const rows = Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => {
		const time = (first + i) * frameTime;
		return [time, ...columns.map(({ read }) => read(time))].map(formatCell).join(',');
	});
	return [['time (s)', ...columns.map(({ title }) => title)].map(quoteCell).join(','), ...rows, ''].join('\n');
}

function formatCell(value: number): string {
	return Number.isFinite(value) ? String(Number(value.toPrecision(9))) : '';
}
