import type { Group } from './group.ts';
import type { Timeline } from './timeline.ts';

// A row has the time of a key and the words of each group. The next row of the same timeline follows as a copy, or the
// word before the row is a link to it.

/** The time of a key; NaN after all rows and in the copy after the last key: no time passes it. */
export const START = 0;
/** The index in a row at which the words of the first group start. */
export const FIRST_OUTPUT = 1;
/**
 * The index of the complement of the next row's index, as an integer, in rows without a copy. As numbers, complements
 * are NaN or ordinary: the SIMD kernel may read the word, and an index would be a denormal number, which is slow.
 */
export const LINK = -1;

/** The index of the first row: its link needs a place, too. */
export const FIRST_KEY: number = -LINK;

/** Words behind the end, where the kernel or a jump may read. */
const SPARE_WORDS = 16;

/** Words of rows that are written together: few enough to stay in the cache, because each group writes to all rows. */
const BLOCK_WORDS = 32_768;

/** The rows of a timeline, in words. */
export interface RowShape {
	/** Time and all groups. */
	readonly ownLength: number;
	/** The start of the next row that follows each row, so that a segment is in one place; 0 for a link instead. */
	readonly copyLength: number;
	/** The distance to the row after it in memory, whose link needs a place if there are links. */
	readonly rowLength: number;
}

/** Consecutive rows of a timeline. */
export interface RowRun {
	/** Where the rows start. */
	readonly keys: Int32Array;
	readonly count: number;
	/** The number of the first key. */
	readonly first: number;
}

/** Writes the words of a group into rows, `at` words after their start. */
export type WriteGroup = (group: Group, run: RowRun, at: number, rows: Float32Array) => void;

/** Makes the rows of keys in time order: `times` and `owners` are the time and the timeline of each. */
export function createRows(
	timelines: readonly Timeline[],
	shapes: readonly RowShape[],
	{ times, owners, end }: { readonly times: Float32Array; readonly owners: Uint8Array; readonly end: number },
	wordsPerOutput: number,
	writeGroup: WriteGroup,
): Float32Array {
	const rows = new Float32Array(end + SPARE_WORDS);
	const words = new Int32Array(rows.buffer);
	const rowLengths = Int32Array.from(shapes, ({ rowLength }) => rowLength);
	// The rows of each timeline in the current block; the first is the last row of the block before.
	const keys = timelines.map(
		({ curve }, t) => new Int32Array(1 + Math.min(curve.count, Math.ceil(BLOCK_WORDS / rowLengths[t]!))),
	);
	const counts = new Int32Array(timelines.length);
	const written = new Int32Array(timelines.length);
	for (let row = 0, key = FIRST_KEY; row < owners.length; ) {
		counts.fill(0);
		for (const blockEnd = key + BLOCK_WORDS; row < owners.length && key < blockEnd; row++) {
			const t = owners[row]!;
			rows[key + START] = times[row]!;
			keys[t]![++counts[t]!] = key;
			key += rowLengths[t]!;
		}
		for (let t = 0; t < timelines.length; t++) {
			const count = counts[t]!;
			if (count === 0) continue;
			const run = { keys: keys[t]!.subarray(1), count, first: written[t]! };
			let at = FIRST_OUTPUT;
			for (const group of timelines[t]!.groups) {
				writeGroup(group, run, at, rows);
				at += group.curves.length * wordsPerOutput;
			}
			linkRows(words, keys[t]!, written[t] === 0 ? 1 : 0, count, shapes[t]!);
			keys[t]![0] = keys[t]![count]!;
			written[t]! += count;
		}
	}
	rows[end] = Number.NaN;
	for (const [t, { ownLength, copyLength }] of shapes.entries()) {
		if (written[t] === 0) continue;
		const last = keys[t]![0]!;
		if (copyLength === 0) words[last + LINK] = ~end;
		else rows[last + ownLength] = Number.NaN;
	}
	return rows;
}

// Links each row from `from` on to the row after it, up to `to`. Copies words: as numbers, NaN might change its bits.
function linkRows(
	words: Int32Array,
	keys: Int32Array,
	from: number,
	to: number,
	{ ownLength, copyLength }: RowShape,
): void {
	for (let i = from; i < to; i++) {
		const key = keys[i]!;
		const next = keys[i + 1]!;
		if (copyLength === 0) words[key + LINK] = ~next;
		for (let word = 0; word < copyLength; word++) words[key + ownLength + word] = words[next + word]!;
	}
}
