// Parquet files that would become gigabytes: many columns that are the same bytes, and pages without bytes per value.

import { concat } from '../../../core/test/support/bytes.ts';
import { CODECS, ENCODINGS, PAGES, PARQUET_MAGIC, REPETITIONS, TYPES } from '../../src/columnar/format.ts';
import { compressSnappy } from '../../src/columnar/snappy.ts';
import { encodeStruct, int32, int32s, int64, struct, structs, text, texts } from '../../src/columnar/thrift-writer.ts';
import { listColumns } from '../../src/frames/columns.ts';
import { groupColumns, POSE_FIELDS, RAY_FIELDS } from '../../src/frames/parts.ts';

interface Chunk {
	readonly name: string;
	readonly type: number;
	readonly codec: number;
	readonly start: number;
	readonly end: number;
}

/** Rows at increasing times with values of 0 in every column, all of them the same page. */
export function createSharedChunks(rowCount = 200_000): Uint8Array {
	// Bytes of integers that count up, split by place.
	const times = new Uint8Array(4 * rowCount);
	for (let row = 0; row < rowCount; row++) {
		for (let byte = 0; byte < 4; byte++) times[byte * rowCount + row] = row >> (8 * byte);
	}
	const timePage = createPage(rowCount, ENCODINGS.byteStreamSplit, compressSnappy(times), times.length);
	const zero = createDictionary(new Uint8Array(4));
	const page = concat(zero, createPage(rowCount, ENCODINGS.rleDictionary, new Uint8Array(1), 1));
	const start = 4 + timePage.length;
	const time: Chunk = { name: 'time', type: TYPES.int32, codec: CODECS.snappy, start: 4, end: start };
	const columns = listNames().map((name): Chunk => {
		return { name, type: TYPES.float, codec: CODECS.none, start, end: start + page.length };
	});
	return createFile(concat(timePage, page), [time, ...columns], rowCount);
}

/** Zeros, as the times of as many rows as a file of this size may have. */
export function createConstantTimes(size: number): Uint8Array {
	const rowCount = 16 * size;
	const page = concat(
		createDictionary(new Uint8Array(8)),
		createPage(rowCount, ENCODINGS.rleDictionary, new Uint8Array(1), 1),
	);
	const [name] = listNames();
	const time: Chunk = { name: 'time', type: TYPES.double, codec: CODECS.none, start: 4, end: 4 + page.length };
	const head: Chunk = { ...time, name: name! };
	return createFile(concat(page, new Uint8Array(size)), [time, head], rowCount);
}

function createDictionary(value: Uint8Array): Uint8Array {
	const header = struct(7, [int32(1, 1), int32(2, ENCODINGS.plain)]);
	const fields = [int32(1, PAGES.dictionary), int32(2, value.length), int32(3, value.length), header];
	return concat(encodeStruct(fields), value);
}

function createPage(count: number, encoding: number, body: Uint8Array, size: number): Uint8Array {
	const { rle } = ENCODINGS;
	const header = struct(5, [int32(1, count), int32(2, encoding), int32(3, rle), int32(4, rle)]);
	return concat(encodeStruct([int32(1, PAGES.data), int32(2, size), int32(3, body.length), header]), body);
}

function createFile(pages: Uint8Array, chunks: readonly Chunk[], rowCount: number): Uint8Array {
	const schema = chunks.map(({ name, type }) => [int32(1, type), int32(3, REPETITIONS.required), text(4, name)]);
	const described = chunks.map(({ name, type, codec, start, end }) => [
		int64(2, start),
		struct(3, [
			int32(1, type),
			int32s(2, []),
			texts(3, [name]),
			int32(4, codec),
			int64(5, rowCount),
			int64(6, end - start),
			int64(7, end - start),
			int64(9, start),
		]),
	]);
	const footer = encodeStruct([
		int32(1, 2),
		structs(2, [[text(4, 'schema'), int32(5, chunks.length)], ...schema]),
		int64(3, rowCount),
		structs(4, [[structs(1, described), int64(2, 0), int64(3, rowCount)]]),
	]);
	const magic = word(PARQUET_MAGIC);
	return concat(magic, pages, footer, word(footer.length), magic);
}

/** The names of all columns but the time. */
function listNames(): string[] {
	return groupColumns(listColumns()).flatMap(({ name, kind, columns }) => {
		const fields = kind === 'pose' ? POSE_FIELDS : kind === 'ray' ? RAY_FIELDS : null;
		return columns.map((_, i) => (fields === null ? name : `${name}.${fields[i]}`));
	});
}

function word(value: number): Uint8Array {
	return new Uint8Array(Uint32Array.of(value).buffer);
}
