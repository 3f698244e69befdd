import { type Leaf, listLeaves, type ParquetColumn } from './columns.ts';
import type { LeafData } from './encode-values.ts';
import type { TypeName } from './format.ts';
import { type FileTexts, type RowGroup, writeParquet } from './write-parquet.ts';

/** The type of a column. `texts` and `floats` are lists. */
export type TableType = 'text' | 'boolean' | 'int32' | 'int64' | 'float' | 'double' | 'texts' | 'floats';

/** A column of a table. Cells may be null, except those of lists, which may be empty. */
export interface TableColumn {
	readonly name: string;
	readonly type: TableType;
	/** Whether every row has a value. */
	readonly isRequired?: boolean;
}

/** A value in a row. */
export type TableCell = string | number | boolean | null | readonly string[] | ArrayLike<number>;

/** A row: a cell per column. */
export type TableRow = readonly TableCell[];

const STORED: Readonly<Record<Exclude<TableType, 'texts' | 'floats'>, TypeName>> = {
	text: 'bytes',
	boolean: 'boolean',
	int32: 'int32',
	int64: 'int64',
	float: 'float',
	double: 'double',
};

/**
 * Writes a Parquet table in pieces, row group by row group, so that memory holds the rows of a single group. Concatenate the
 * pieces. The bytes depend on columns, rows and groups alone.
 */
export class TableWriter {
	readonly #columns: readonly TableColumn[];
	readonly #pieces: Generator<Uint8Array<ArrayBuffer>>;
	readonly #leafCount: number;
	#next: RowGroup | null = null;
	#texts: FileTexts = {};
	#hasStarted = false;

	constructor(columns: readonly TableColumn[]) {
		const stored = columns.map(toParquet);
		const takeGroup = (): RowGroup | null => this.#next;
		this.#columns = columns;
		this.#leafCount = stored.flatMap(listLeaves).length;
		const groups = (function* (): Generator<RowGroup> {
			for (let group = takeGroup(); group !== null; group = takeGroup()) yield group;
		})();
		this.#pieces = writeParquet(stored, groups, () => this.#texts);
	}

	/** Returns the pieces of a row group. Throws `RangeError` for a row with another number of cells. */
	*addRows(rows: readonly TableRow[]): Generator<Uint8Array<ArrayBuffer>> {
		const wrong = rows.findIndex((row) => row.length !== this.#columns.length);
		if (wrong >= 0) {
			throw new RangeError(`rows[${wrong}]: expected ${this.#columns.length} cells, got ${rows[wrong]?.length}`);
		}
		if (rows.length === 0) return;
		yield* this.#start();
		const places = new Map(this.#columns.map(({ name }, i) => [name, i]));
		this.#next = {
			rowCount: rows.length,
			readLeaf: (leaf) => collectCells(rows, places.get(leaf.path[0] ?? '') ?? -1, leaf),
		};
		for (let i = 0; i < this.#leafCount; i++) yield this.#take();
		this.#next = null;
	}

	/** Returns the last pieces. `texts` are stored beside the rows. */
	*end(texts: Readonly<Record<string, string>> = {}): Generator<Uint8Array<ArrayBuffer>> {
		yield* this.#start();
		this.#texts = texts;
		yield* this.#pieces;
	}

	*#start(): Generator<Uint8Array<ArrayBuffer>> {
		if (this.#hasStarted) return;
		this.#hasStarted = true;
		yield this.#take();
	}

	#take(): Uint8Array<ArrayBuffer> {
		const { value, done } = this.#pieces.next();
		if (done) throw new TypeError('the table has ended');
		return value;
	}
}

function toParquet({ name, type, isRequired = false }: TableColumn): ParquetColumn {
	if (type === 'texts') return { name, kind: 'list', type: 'bytes' };
	if (type === 'floats') return { name, kind: 'list', type: 'float' };
	return { name, kind: 'value', type: STORED[type], isOptional: !isRequired };
}

function collectCells(rows: readonly TableRow[], column: number, leaf: Leaf): LeafData {
	if (leaf.isList) {
		const lists = rows.map((row) => row[column] as ArrayLike<string | number>);
		const items = lists.flatMap((list) => Array.from(list));
		return { values: toValues(items, leaf.type), lengths: lists.map(({ length }) => length) };
	}
	const cells = rows.map((row) => row[column] as string | number | boolean | null);
	if (leaf.maxDefinition === 0) return { values: toValues(cells, leaf.type) };
	const present = cells.filter((cell) => cell !== null);
	return { values: toValues(present, leaf.type), isPresent: Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1)) };
}

function toValues(cells: readonly (string | number | boolean | null)[], type: TypeName): LeafData['values'] {
	switch (type) {
		case 'bytes':
			return cells.map(String);
		case 'boolean':
			return Uint8Array.from(cells, Number);
		case 'int32':
			return Int32Array.from(cells, Number);
		case 'int64':
			return BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0));
		case 'float':
			return Float32Array.from(cells, Number);
		case 'double':
			return Float64Array.from(cells, Number);
	}
}
