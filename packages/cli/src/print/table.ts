/** A column of a table. */
export interface Column {
	readonly heading: string;
	readonly align: 'left' | 'right';
}

/** Rows of text in aligned columns, two spaces apart. `paint` adds color to padded cells. */
export function formatTable(
	columns: readonly Column[],
	rows: ReadonlyArray<readonly string[]>,
	paint: (cell: string, row: number, column: number) => string = (cell) => cell,
): string[] {
	const widths = columns.map(({ heading }, i) =>
		rows.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), heading.length),
	);
	const all = [columns.map((column) => column.heading), ...rows];
	return all.map((row, y) =>
		columns
			.map(({ align }, x) => {
				const cell = row[x] ?? '';
				const isLast = x === columns.length - 1;
				const padded = align === 'right' ? cell.padStart(widths[x] ?? 0) : isLast ? cell : cell.padEnd(widths[x] ?? 0);
				return paint(padded, y - 1, x);
			})
			.join('  ')
			.trimEnd(),
	);
}
