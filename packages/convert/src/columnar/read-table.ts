import type { LimitOptions, ReadLimits } from '@handreel/core';
import { ReadBudget } from '@handreel/core/internal';
import { readLeaf } from './read-leaf.ts';
import { readListLeaf } from './read-list.ts';
import { openParquet, type ParquetFile } from './read-parquet.ts';
import type { TableCell } from './table-writer.ts';

/** Reads a Parquet table column by column. */
export class TableReader {
	/** The names of the columns that can be read: plain values and lists. */
	readonly columns: readonly string[];
	/** Those of them with numbers. */
	readonly numeric: readonly string[];
	/** The number of rows of each row group. */
	readonly groups: readonly number[];
	/** Texts that are stored beside the rows. */
	readonly texts: ReadonlyMap<string, string>;
	readonly #file: ParquetFile;
	readonly #limits: ReadLimits | undefined;

	/** Reads the footer only. Throws `bad-parquet` for damaged files and `too-large` for files beyond `limits`. */
	constructor(bytes: Uint8Array, options: LimitOptions = {}) {
		this.#limits = options.limits;
		const file = openParquet(bytes, this.#createBudget(bytes));
		const readable = file.leaves.filter(({ path, isRepeated }) => path.length === (isRepeated ? 3 : 1));
		this.columns = readable.map(({ path }) => path[0] ?? '');
		this.numeric = readable.flatMap(({ path: [name = ''], type, isRepeated }) =>
			isRepeated || type === null || type === 'bytes' || type === 'boolean' ? [] : name,
		);
		this.groups = file.groups.map(({ rowCount }) => rowCount);
		this.texts = file.texts;
		this.#file = file;
	}

	/**
	 * Returns a column of a row group: a cell per row, `null` where there is no value, an array for lists. Throws
	 * `RangeError` for an unknown column or group, `bad-parquet` for damaged files, and `too-large` for columns beyond `limits`.
	 */
	readColumn(name: string, group: number): TableCell[] {
		const file = this.#file;
		const index = file.leaves.findIndex(({ path }) => path[0] === name);
		const leaf = file.leaves[index];
		const rows = file.groups[group];
		if (leaf === undefined) throw new RangeError(`name: there is no column '${name}'`);
		if (rows === undefined) throw new RangeError(`group: there is no row group ${group}`);
		const budget = this.#createBudget(file.bytes);
		let at = 0;
		if (leaf.isRepeated) {
			const { values, lengths } = readListLeaf(file, rows, index, budget);
			return lengths.map((length) => {
				at += length;
				return Array.from(values.slice(at - length, at) as ArrayLike<string>);
			});
		}
		const { values, isPresent } = readLeaf(file, rows, index, budget);
		return Array.from(isPresent, (present) => {
			if (present === 0) return null;
			const value = values[at++] ?? null;
			return leaf.type === 'boolean' ? value === 1 : value;
		});
	}

	// Callers may read columns again and again, so each has its own budget.
	#createBudget(bytes: Uint8Array): ReadBudget {
		return new ReadBudget(this.#limits, bytes.length, 'table');
	}
}
