import { BytesWriter } from '../common/bytes-writer.ts';
import { describeSchema, type Leaf, listLeaves, type ParquetColumn } from './columns.ts';
import type { LeafData } from './encode-values.ts';
import { CODECS, PARQUET_MAGIC, TYPES } from './format.ts';
import { compressSnappy, decompressSnappy } from './snappy.ts';
import {
	encodeAround,
	encodeStruct,
	int32,
	int32s,
	int64,
	struct,
	structs,
	type ThriftField,
	text,
	texts,
} from './thrift-writer.ts';
import { listPages, listStatistics } from './write-pages.ts';

/** Some rows of a file, at least one. */
export interface RowGroup {
	readonly rowCount: number;
	/** Returns the data of a leaf. Called once per leaf, in the order of the columns, so that memory holds one at a time. */
	readonly readLeaf: (leaf: Leaf) => LeafData;
}

/** Text that a file carries beside its rows. */
export type FileTexts = Readonly<Record<string, string>>;

/**
 * Writes a Parquet file, compressed with Snappy, in pieces: a piece per column chunk, made on demand. `texts` is called
 * last, so that it can tell about all rows.
 */
export function* writeParquet(
	columns: readonly ParquetColumn[],
	groups: Iterable<RowGroup>,
	getTexts: () => FileTexts,
): Generator<Uint8Array<ArrayBuffer>> {
	const writer = new ParquetWriter(columns);
	yield* writer.start();
	for (const group of groups) yield* writer.addGroup(group);
	yield* writer.end(getTexts());
}

/** The description of a row group, compressed: a file of many small groups has more of descriptions than of data in memory. */
interface Described {
	readonly size: number;
	readonly compressed: Uint8Array;
}

/** {@link writeParquet} for groups that come one by one. Memory holds the descriptions of the groups, compressed. */
export class ParquetWriter {
	readonly #columns: readonly ParquetColumn[];
	readonly #leaves: readonly Leaf[];
	readonly #rowGroups: Described[] = [];
	#offset = 4;
	#rowCount = 0;

	constructor(columns: readonly ParquetColumn[]) {
		this.#columns = columns;
		this.#leaves = columns.flatMap(listLeaves);
	}

	*start(): Generator<Uint8Array<ArrayBuffer>> {
		yield encodeWord(PARQUET_MAGIC);
	}

	*addGroup(group: RowGroup): Generator<Uint8Array<ArrayBuffer>> {
		const start = this.#offset;
		const chunks: (readonly ThriftField[])[] = [];
		let byteCount = 0;
		for (const leaf of this.#leaves) {
			const { bytes, fields, uncompressed } = encodeChunk(leaf, group.readLeaf(leaf), group.rowCount, this.#offset);
			chunks.push(fields);
			byteCount += uncompressed;
			this.#offset += bytes.length;
			yield bytes;
		}
		const fields = [
			structs(1, chunks),
			int64(2, byteCount),
			int64(3, group.rowCount),
			int64(5, start),
			int64(6, this.#offset - start),
		];
		const described = encodeStruct(fields);
		this.#rowGroups.push({ size: described.length, compressed: compressSnappy(described) });
		this.#rowCount += group.rowCount;
	}

	*end(fileTexts: FileTexts): Generator<Uint8Array<ArrayBuffer>> {
		const [start, end] = encodeAround(
			[int32(1, 2), structs(2, describeSchema(this.#columns)), int64(3, this.#rowCount)],
			{ id: 4, count: this.#rowGroups.length },
			[
				structs(
					5,
					Object.entries(fileTexts).map(([key, value]) => [text(1, key), text(2, value)]),
				),
				text(6, 'handreel'),
				// Statistics are in the order of the type.
				structs(
					7,
					this.#leaves.map(() => [struct(1, [])]),
				),
			],
		);
		yield start;
		for (const { size, compressed } of this.#rowGroups) yield decompressSnappy(compressed, size)!;
		yield end;
		yield encodeWord(this.#rowGroups.reduce((sum, { size }) => sum + size, start.length + end.length));
		yield encodeWord(PARQUET_MAGIC);
	}
}

// The pages of a leaf, and their description in the footer.
function encodeChunk(
	leaf: Leaf,
	data: LeafData,
	rowCount: number,
	offset: number,
): {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly fields: readonly ThriftField[];
	readonly uncompressed: number;
} {
	const writer = new BytesWriter(rowCount + 256);
	const encodings = new Set<number>();
	let uncompressed = 0;
	let valueCount = 0;
	let dictionary: number | null = null;
	let firstData = offset;
	for (const page of listPages(leaf, data, rowCount)) {
		if (page.isDictionary) dictionary = offset + writer.length;
		else if (valueCount === 0) firstData = offset + writer.length;
		const header = encodeStruct(page.header);
		writer.addBytes(header);
		writer.addBytes(page.body);
		uncompressed += header.length + page.size;
		valueCount += page.valueCount;
		for (const encoding of page.encodings) encodings.add(encoding);
	}
	const bytes = writer.take();
	const metadata = [
		int32(1, TYPES[leaf.type]),
		int32s(2, [...encodings]),
		texts(3, leaf.path),
		int32(4, CODECS.snappy),
		int64(5, valueCount),
		int64(6, uncompressed),
		int64(7, bytes.length),
		int64(9, firstData),
		...(dictionary === null ? [] : [int64(11, dictionary)]),
		struct(12, listStatistics(leaf, data, rowCount)),
	];
	return { bytes, fields: [int64(2, offset), struct(3, metadata)], uncompressed };
}

function encodeWord(value: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(4);
	new DataView(bytes.buffer).setUint32(0, value, true);
	return bytes;
}
