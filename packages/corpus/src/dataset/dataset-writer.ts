import { type TableColumn, type TableRow, TableWriter } from '@handreel/convert/internal';
import { CATALOG_COLUMNS, EVENT_COLUMNS, type IndexedFile } from '../schema/columns.ts';
import { CATALOG_FILE, EVENTS_FILE } from './own-files.ts';
import { comparePaths } from './part.ts';
import type { StagedFile, StagedWriter, Staging } from './staging.ts';

/** Rows that memory holds: those of a row group. Larger groups compress better and need more memory. */
export const CATALOG_GROUP = 1024;
export const EVENTS_GROUP = 16_384;

/** What was written. */
export interface WrittenTables {
	readonly tables: readonly StagedFile[];
	readonly recordings: number;
	readonly events: number;
}

/** Writes the tables of a data set, file by file in the order of their paths. Memory holds the rows of a row group. */
export class DatasetWriter {
	readonly #catalog: TableFile;
	readonly #events: TableFile;
	#last: string | null = null;

	constructor(staging: Staging) {
		this.#catalog = new TableFile(staging.open(CATALOG_FILE), CATALOG_COLUMNS, CATALOG_GROUP);
		this.#events = new TableFile(staging.open(EVENTS_FILE), EVENT_COLUMNS, EVENTS_GROUP);
	}

	/** Adds a file. Throws `RangeError` if its path does not come after the path before. */
	add({ path, row, events }: IndexedFile): void {
		if (this.#last !== null && comparePaths(this.#last, path) >= 0) {
			throw new RangeError(`path: ${JSON.stringify(path)} does not come after ${JSON.stringify(this.#last)}`);
		}
		this.#last = path;
		this.#catalog.add(row);
		for (const event of events) this.#events.add(event);
	}

	/** Ends both tables. */
	finish(): WrittenTables {
		const [recordings, events] = [this.#catalog.count, this.#events.count];
		return { tables: [this.#catalog.finish(), this.#events.finish()], recordings, events };
	}
}

class TableFile {
	readonly #file: StagedWriter;
	readonly #writer: TableWriter;
	readonly #groupSize: number;
	#rows: TableRow[] = [];
	count = 0;

	constructor(file: StagedWriter, columns: readonly TableColumn[], groupSize: number) {
		this.#file = file;
		this.#writer = new TableWriter(columns);
		this.#groupSize = groupSize;
	}

	add(row: TableRow): void {
		this.#rows.push(row);
		this.count++;
		if (this.#rows.length === this.#groupSize) this.#flush();
	}

	finish(): StagedFile {
		this.#flush();
		for (const piece of this.#writer.end()) this.#file.write(piece);
		return this.#file.close();
	}

	#flush(): void {
		for (const piece of this.#writer.addRows(this.#rows)) this.#file.write(piece);
		this.#rows = [];
	}
}
