import type { ParquetColumn } from '../columnar/columns.ts';
import type { LeafData } from '../columnar/encode-values.ts';
import { type FileTexts, type RowGroup, writeParquet } from '../columnar/write-parquet.ts';
import { joinChunks } from '../common/join-chunks.ts';
import type { FeatureStatistics } from './statistics.ts';

/** A column of a table with its data. */
interface TableColumn {
	readonly column: ParquetColumn;
	readonly data: LeafData;
}

/** Columns by name, a table of as many rows. */
export type Table = readonly TableColumn[];

/** A column of integers. */
export function integers(name: string, values: readonly number[]): TableColumn {
	return {
		column: { name, kind: 'value', type: 'int64', isOptional: true },
		data: { values: BigInt64Array.from(values, BigInt) },
	};
}

/** A column of floats. */
export function floats(name: string, values: Float32Array): TableColumn {
	return { column: { name, kind: 'value', type: 'float', isOptional: true }, data: { values } };
}

/** A column of texts. */
export function texts(name: string, values: readonly string[]): TableColumn {
	return { column: { name, kind: 'value', type: 'bytes', isOptional: true }, data: { values } };
}

/** A column of lists of `width` floats. */
export function vectors(name: string, values: Float32Array, width: number): TableColumn {
	const lengths = new Array<number>(values.length / width).fill(width);
	return { column: { name, kind: 'list', type: 'float' }, data: { values, lengths } };
}

/** A column of lists of texts. */
export function textLists(name: string, lists: readonly (readonly string[])[]): TableColumn {
	const data = { values: lists.flat(), lengths: lists.map(({ length }) => length) };
	return { column: { name, kind: 'list', type: 'bytes' }, data };
}

/** Columns of statistics, a row per episode. */
export function statistics(feature: string, rows: readonly FeatureStatistics[]): TableColumn[] {
	const names = Object.keys(rows[0] ?? {}) as (keyof FeatureStatistics)[];
	return names.map((name) => {
		const column = `stats/${feature}/${name}`;
		const numbers = rows.flatMap((row) => [...row[name]]);
		const lengths = rows.map((row) => row[name].length);
		return name === 'count'
			? {
					column: { name: column, kind: 'list', type: 'int64' },
					data: { values: BigInt64Array.from(numbers, BigInt), lengths },
				}
			: {
					column: { name: column, kind: 'list', type: 'double' },
					data: { values: Float64Array.from(numbers), lengths },
				};
	});
}

/** Writes tables of the same columns, each as a row group. */
export function writeTables(tables: readonly Table[], fileTexts: FileTexts = {}): Uint8Array<ArrayBuffer> {
	const columns = tables[0]?.map(({ column }) => column) ?? [];
	const groups = tables.map((table): RowGroup => {
		const byName = new Map(table.map(({ column, data }) => [column.name, data]));
		return {
			rowCount: countRows(table),
			readLeaf: ({ path: [name = ''] }) => byName.get(name) ?? { values: new Float32Array(0) },
		};
	});
	return joinChunks([...writeParquet(columns, groups, () => fileTexts)]);
}

function countRows([first]: Table): number {
	return first === undefined ? 0 : (first.data.lengths?.length ?? first.data.values.length);
}
