import type { Issue, Marker } from '@handreel/core';
import { createWarning } from '../common/warning.ts';

/** The marker cells of a table. */
export interface MarkedRows {
	/** The quoted text of a cell by row. */
	readonly names: ReadonlyMap<number, string>;
	readonly issues: readonly Issue[];
}

/** Puts each marker into the nearest row. Several names in a row are separated by line feeds. */
export function markRows(markers: readonly Marker[], times: ArrayLike<number>): MarkedRows {
	const byRow = new Map<number, string[]>();
	const issues: Issue[] = [];
	const warn = (i: number, message: string): void => {
		issues.push(createWarning('markers-lost', `markers[${i}]`, message));
	};
	markers.forEach(({ time, name }, i) => {
		const rounded = Math.fround(time);
		const row = Number.isFinite(rounded) ? nearestRow(times, rounded) : -1;
		if (name === '') warn(i, 'a cell cannot hold an empty name');
		else if (row < 0) warn(i, `there is no row for ${rounded} s`);
		else {
			if (name.includes('\n')) warn(i, 'a name with line feeds is read back as several markers');
			if (times[row] !== rounded) warn(i, `written at ${times[row]} s instead of ${rounded} s`);
			const names = byRow.get(row);
			if (names === undefined) byRow.set(row, [name]);
			else names.push(name);
		}
	});
	const names = new Map([...byRow].map(([row, list]) => [row, quoteAlways(list.join('\n'))]));
	return { names, issues };
}

/** A text as a cell: in quotes where it needs them. */
export function quoteText(text: string): string {
	return /^[\w -]*$/.test(text) ? text : quoteAlways(text);
}

function quoteAlways(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

function nearestRow(times: ArrayLike<number>, time: number): number {
	let low = 0;
	let high = times.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle]! < time) low = middle + 1;
		else high = middle;
	}
	return low > 0 && time - times[low - 1]! < times[low]! - time ? low - 1 : high;
}
