import type { CatalogRow } from '../worker/read-catalog.ts';
import type { LibraryQuery } from './library-query.ts';

/** Columns of the list by which it can be sorted, beside figures. */
export const SORT_COLUMNS = {
	path: 'Name',
	duration: 'Duration',
	format: 'Format',
	device: 'Device',
	date: 'Date',
	bytes: 'Size',
	problems: 'Problems',
} as const;

type SortKey = string | number | null;

const SORT_KEYS: Readonly<Record<keyof typeof SORT_COLUMNS, (row: CatalogRow) => SortKey>> = {
	path: ({ path }) => path,
	duration: ({ duration }) => duration,
	format: ({ format }) => format,
	device: ({ device }) => device,
	date: ({ date }) => date,
	bytes: ({ bytes }) => bytes,
	// An error counts more than any number of warnings.
	problems: ({ errors, warnings }) => errors * 1e6 + warnings,
};

/** `take 2` is before `take 10`. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * The indices of the rows that a query lists, in its order. Rows without a value are last in both directions. Figures that are not
 * loaded have no effect.
 */
export function selectRows(
	rows: readonly CatalogRow[],
	figures: ReadonlyMap<string, Float64Array>,
	query: LibraryQuery,
): number[] {
	const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
	const ranges = query.ranges.flatMap(({ name, min, max }) => {
		const values = figures.get(name);
		return values === undefined || (min === null && max === null) ? [] : [{ values, min, max }];
	});
	const selected: number[] = [];
	for (const [i, row] of rows.entries()) {
		const isSelected =
			words.every((word) => row.text.includes(word)) &&
			hasProblems(row, query.problems) &&
			ranges.every(({ values, min, max }) => {
				const value = values[i] ?? Number.NaN;
				return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
			});
		if (isSelected) selected.push(i);
	}
	return sortRows(selected, rows, figures, query);
}

/** Whether a recording has the problems that a query asks for. Notes alone are not a problem. */
export function hasProblems(row: CatalogRow, wanted: string): boolean {
	switch (wanted) {
		case 'all':
			return true;
		case 'none':
			return row.errors + row.warnings === 0;
		case 'some':
			return row.errors + row.warnings > 0;
		case 'errors':
			return row.errors > 0;
		case 'unreadable':
			return row.status === 'unreadable';
		default:
			return row.problems.includes(wanted);
	}
}

function sortRows(
	selected: number[],
	rows: readonly CatalogRow[],
	figures: ReadonlyMap<string, Float64Array>,
	{ sort, isDescending }: LibraryQuery,
): number[] {
	const readKey = Object.hasOwn(SORT_KEYS, sort) ? SORT_KEYS[sort as keyof typeof SORT_KEYS] : null;
	const values = figures.get(sort);
	if (readKey === null && values === undefined) return selected;
	const keys = new Map<number, SortKey>(
		selected.map((i) => {
			const key = readKey === null ? (values?.[i] ?? null) : readKey(rows[i]!);
			return [i, key === '' || Number.isNaN(key) ? null : key];
		}),
	);
	const sign = isDescending ? -1 : 1;
	return selected.sort((a, b) => {
		const first = keys.get(a) ?? null;
		const second = keys.get(b) ?? null;
		if (first === null || second === null) return Number(first === null) - Number(second === null) || a - b;
		const order =
			typeof first === 'number' && typeof second === 'number'
				? first - second
				: collator.compare(String(first), String(second));
		return sign * order || a - b;
	});
}
