import { DatasetWriter, type WrittenTables } from '../dataset/dataset-writer.ts';
import type { Staging } from '../dataset/staging.ts';
import type { IndexedFile } from '../schema/columns.ts';
import { describeRow, type KnownFile, type Previous } from './previous.ts';
import { PreviousRows } from './previous-rows.ts';

/** Merges new rows and rows of the previous data set, in the order of their paths. Writes nothing while all rows are kept. */
export class RowMerger {
	readonly #staging: Staging;
	readonly #previous: Previous | null;
	/** Kept rows that are written as soon as there is a new row. */
	#waiting: string[] = [];
	#output: { readonly writer: DatasetWriter; readonly rows: PreviousRows | null } | null = null;
	/** All files of the data set. */
	readonly files: Map<string, KnownFile> = new Map();
	/** The number of new rows. */
	changed = 0;

	constructor(staging: Staging, previous: Previous | null) {
		this.#staging = staging;
		this.#previous = previous;
	}

	/** Keeps the rows of a file. */
	keep(path: string): void {
		const known = this.#previous?.known.get(path);
		if (known === undefined) throw new RangeError(`path: the catalog has no row for ${JSON.stringify(path)}`);
		this.files.set(path, known);
		if (this.#output === null) this.#waiting.push(path);
		else this.#copy(path);
	}

	/** Adds the rows of a file. */
	add(file: IndexedFile): void {
		const { path } = file;
		const row = describeRow(file);
		const known = this.#previous?.known.get(path);
		// A file that cannot be read has no hash to compare.
		if (known !== undefined && known.hash === row.hash && known.error === row.error) {
			this.keep(path);
			return;
		}
		this.files.set(path, row);
		this.changed++;
		this.#start().add(file);
	}

	/** Ends the tables. */
	finish(): WrittenTables {
		return this.#start().finish();
	}

	#start(): DatasetWriter {
		if (this.#output === null) {
			const { catalog, events } = this.#previous ?? {};
			const rows = catalog === undefined || events === undefined ? null : new PreviousRows(catalog, events);
			this.#output = { writer: new DatasetWriter(this.#staging), rows };
			for (const path of this.#waiting) this.#copy(path);
			this.#waiting = [];
		}
		return this.#output.writer;
	}

	#copy(path: string): void {
		if (this.#output?.rows) this.#output.writer.add(this.#output.rows.take(path));
	}
}
