import { type TableCell, TableReader, type TableRow } from '@handreel/convert/internal';
import { comparePaths } from '../dataset/part.ts';
import { CATALOG_COLUMNS, EVENT_COLUMNS, type IndexedFile } from '../schema/columns.ts';

/** Reads the rows of a data set in the order of their paths. Memory holds the rows of a row group. */
export class PreviousRows {
	readonly #catalog: RowCursor;
	readonly #events: RowCursor;

	constructor(catalog: Uint8Array, events: Uint8Array) {
		const names = (columns: typeof CATALOG_COLUMNS): string[] => columns.map(({ name }) => name);
		this.#catalog = new RowCursor(catalog, names(CATALOG_COLUMNS));
		this.#events = new RowCursor(events, names(EVENT_COLUMNS));
	}

	/** Takes the rows of a file. Paths must increase from call to call. Throws if there is no such row. */
	take(path: string): IndexedFile {
		this.#catalog.skipTo(path);
		const row = this.#catalog.takeIf(path);
		if (row === null) throw new RangeError(`path: the catalog has no row for ${JSON.stringify(path)}`);
		this.#events.skipTo(path);
		const events: TableRow[] = [];
		for (let event = this.#events.takeIf(path); event !== null; event = this.#events.takeIf(path)) events.push(event);
		return { path, row, events };
	}
}

class RowCursor {
	readonly #table: TableReader;
	readonly #names: readonly string[];
	#columns: TableCell[][] = [];
	#paths: readonly TableCell[] = [];
	#group = -1;
	#at = 0;

	constructor(bytes: Uint8Array, names: readonly string[]) {
		this.#table = new TableReader(bytes);
		this.#names = names;
	}

	skipTo(path: string): void {
		for (let next = this.#peek(); next !== null && comparePaths(next, path) < 0; next = this.#peek()) this.#at++;
	}

	takeIf(path: string): TableRow | null {
		if (this.#peek() !== path) return null;
		if (this.#columns.length === 0) {
			this.#columns = this.#names.map((name) => this.#table.readColumn(name, this.#group));
		}
		const at = this.#at++;
		return this.#columns.map((cells) => cells[at] ?? null);
	}

	// Groups whose rows are all skipped are not decoded.
	#peek(): string | null {
		while (this.#at >= this.#paths.length) {
			if (this.#group + 1 >= this.#table.groups.length) return null;
			this.#group++;
			this.#at = 0;
			this.#columns = [];
			this.#paths = this.#table.readColumn('path', this.#group);
		}
		return String(this.#paths[this.#at]);
	}
}
