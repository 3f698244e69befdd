import { REPETITIONS, TYPES, type TypeName } from './format.ts';
import { int32, struct, type ThriftField, text } from './thrift-writer.ts';

/** A column of a file. */
export type ParquetColumn =
	| { readonly name: string; readonly kind: 'value'; readonly type: TypeName; readonly isOptional: boolean }
	/** Floats under one name; the whole row may be null. */
	| { readonly name: string; readonly kind: 'struct'; readonly fields: readonly string[] }
	/** Lists of values, as Arrow writes them. */
	| { readonly name: string; readonly kind: 'list'; readonly type: 'float' | 'bytes' | 'double' | 'int64' };

/** A column of plain values: a leaf of the schema. */
export interface Leaf {
	readonly path: readonly string[];
	readonly type: TypeName;
	/** The level at which a value is present: the number of optional and repeated fields on its path. */
	readonly maxDefinition: number;
	readonly isList: boolean;
}

const UTF8 = 0;
const LIST = 3;

/** Lists the leaves of a column. */
export function listLeaves(column: ParquetColumn): Leaf[] {
	const { name } = column;
	if (column.kind === 'value') {
		return [{ path: [name], type: column.type, maxDefinition: column.isOptional ? 1 : 0, isList: false }];
	}
	if (column.kind === 'list') {
		return [{ path: [name, 'list', 'element'], type: column.type, maxDefinition: 3, isList: true }];
	}
	return column.fields.map((field) => ({ path: [name, field], type: 'float', maxDefinition: 1, isList: false }));
}

/** The schema of a file: its columns as a tree, flattened. */
export function describeSchema(columns: readonly ParquetColumn[]): (readonly ThriftField[])[] {
	return [[text(4, 'schema'), int32(5, columns.length)], ...columns.flatMap(describeColumn)];
}

function describeColumn(column: ParquetColumn): (readonly ThriftField[])[] {
	const { optional, required, repeated } = REPETITIONS;
	if (column.kind === 'value') {
		return [describeLeaf(column.name, column.type, column.isOptional ? optional : required)];
	}
	if (column.kind === 'struct') {
		const group = [int32(3, optional), text(4, column.name), int32(5, column.fields.length)];
		return [group, ...column.fields.map((field) => describeLeaf(field, 'float', required))];
	}
	return [
		[int32(3, optional), text(4, column.name), int32(5, 1), int32(6, LIST), struct(10, [struct(3, [])])],
		[int32(3, repeated), text(4, 'list'), int32(5, 1)],
		describeLeaf('element', column.type, optional),
	];
}

function describeLeaf(name: string, type: TypeName, repetition: number): readonly ThriftField[] {
	const fields = [int32(1, TYPES[type]), int32(3, repetition), text(4, name)];
	// All bytes are text.
	return type === 'bytes' ? [...fields, int32(6, UTF8), struct(10, [struct(1, [])])] : fields;
}
