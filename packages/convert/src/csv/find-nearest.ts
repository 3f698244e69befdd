import type { Column } from '../frames/columns.ts';

/** The name of the known column that takes the fewest changes of a letter to reach from an unknown name. */
export function findNearest(name: string, columns: Iterable<Column>): string {
	let nearest = '';
	let fewest = Number.POSITIVE_INFINITY;
	for (const column of columns) {
		const changes = countChanges(name.toLowerCase(), column.name.toLowerCase());
		if (changes >= fewest) continue;
		fewest = changes;
		nearest = column.name;
	}
	return nearest;
}

// Levenshtein distance: insertions, deletions and replacements. Longer names are cut, so that the work stays small.
function countChanges(long: string, to: string): number {
	const from = long.slice(0, 64);
	let row = Array.from({ length: to.length + 1 }, (_, i) => i);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
		}
		row = next;
	}
	return row[to.length]!;
}
