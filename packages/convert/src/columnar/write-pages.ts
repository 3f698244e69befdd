import { BytesWriter } from '../common/bytes-writer.ts';
import { joinChunks } from '../common/join-chunks.ts';
import type { Leaf } from './columns.ts';
import {
	addRuns,
	type EncodedValues,
	encodePlain,
	type LeafData,
	type LeafValues,
	listEncodings,
} from './encode-values.ts';
import { ENCODINGS, PAGES } from './format.ts';
import { compressSnappy } from './snappy.ts';
import { binary, int32, int64, struct, type ThriftField } from './thrift-writer.ts';

/** A page: its header and its compressed content. */
export interface Page {
	readonly header: readonly ThriftField[];
	readonly body: Uint8Array;
	/** Bytes of the content before compression. */
	readonly size: number;
	/** 0 for a dictionary. */
	readonly valueCount: number;
	readonly isDictionary: boolean;
	readonly encodings: readonly number[];
}

/** Rows of a page. Readers that look for a few rows need not decompress the others. */
const ROWS_PER_PAGE = 65_536;
/** Places in a dictionary are written as bytes. */
const MAX_WORDS = 256;

/** Lists the pages of a leaf. Texts that repeat come as a dictionary. */
export function* listPages(leaf: Leaf, data: LeafData, rowCount: number): Generator<Page> {
	const words = leaf.type === 'bytes' && !leaf.isList ? new Set(data.values as readonly string[]) : null;
	const dictionary = words !== null && words.size > 0 && words.size <= MAX_WORDS ? [...words] : null;
	if (dictionary !== null) yield createDictionary(dictionary);
	let value = 0;
	for (let row = 0; row < rowCount; row += ROWS_PER_PAGE) {
		const end = Math.min(row + ROWS_PER_PAGE, rowCount);
		const levels = leaf.isList
			? listListLevels(data.lengths ?? [], row, end, leaf.maxDefinition)
			: listLevels(data.isPresent, row, end, leaf.maxDefinition);
		const values = data.values.slice(value, value + levels.present);
		value += levels.present;
		yield createDataPage(leaf, values, levels, dictionary);
	}
}

interface Levels {
	/** Values and nulls. */
	readonly count: number;
	/** Values. */
	readonly present: number;
	/** `null` for values that are always there. */
	readonly definitions: Uint8Array | null;
	/** `null` outside of lists. */
	readonly repetitions: Uint8Array | null;
}

function listLevels(isPresent: Uint8Array | undefined, start: number, end: number, maxDefinition: number): Levels {
	const count = end - start;
	if (maxDefinition === 0) return { count, present: count, definitions: null, repetitions: null };
	const definitions = isPresent?.subarray(start, end) ?? new Uint8Array(count).fill(1);
	let present = 0;
	for (const level of definitions) present += level;
	return { count, present, definitions, repetitions: null };
}

// Lists are never null, nor are their items; an empty list has a level and no value.
function listListLevels(lengths: ArrayLike<number>, start: number, end: number, maxDefinition: number): Levels {
	let count = 0;
	let present = 0;
	for (let row = start; row < end; row++) {
		count += Math.max(1, lengths[row]!);
		present += lengths[row]!;
	}
	const definitions = new Uint8Array(count).fill(maxDefinition);
	const repetitions = new Uint8Array(count).fill(1);
	for (let row = start, at = 0; row < end; row++) {
		repetitions[at] = 0;
		if (lengths[row] === 0) definitions[at] = 1;
		at += Math.max(1, lengths[row]!);
	}
	return { count, present, definitions, repetitions };
}

function createDictionary(words: readonly string[]): Page {
	const bytes = encodePlain('bytes', words);
	const body = compressSnappy(bytes);
	const header = struct(7, [int32(1, words.length), int32(2, ENCODINGS.plain)]);
	return {
		header: [int32(1, PAGES.dictionary), int32(2, bytes.length), int32(3, body.length), header],
		body,
		size: bytes.length,
		valueCount: 0,
		isDictionary: true,
		encodings: [ENCODINGS.plain],
	};
}

function createDataPage(leaf: Leaf, values: LeafValues, levels: Levels, dictionary: readonly string[] | null): Page {
	const head = encodeLevels(levels);
	const encodings = dictionary === null ? listEncodings(leaf.type, values) : [encodePlaces(values, dictionary)];
	const pages = encodings.map(({ bytes: content, encoding }) => {
		const bytes = head.length === 0 ? content : joinChunks([head, content]);
		return { size: bytes.length, body: compressSnappy(bytes), encoding };
	});
	const { size, body, encoding } = pages.reduce((best, page) => (page.body.length < best.body.length ? page : best));
	const { rle } = ENCODINGS;
	const header = struct(5, [int32(1, levels.count), int32(2, encoding), int32(3, rle), int32(4, rle)]);
	return {
		header: [int32(1, PAGES.data), int32(2, size), int32(3, body.length), header],
		body,
		size,
		valueCount: levels.count,
		isDictionary: false,
		encodings: [encoding, rle],
	};
}

function encodeLevels({ repetitions, definitions }: Levels): Uint8Array {
	const writer = new BytesWriter();
	for (const level of [repetitions, definitions]) {
		if (level === null) continue;
		const runs = new BytesWriter();
		addRuns(runs, level);
		writer.addUint32(runs.length);
		writer.addBytes(runs.take());
	}
	return writer.take();
}

function encodePlaces(values: LeafValues, dictionary: readonly string[]): EncodedValues {
	const places = new Map(dictionary.map((word, i) => [word, i]));
	const writer = new BytesWriter();
	writer.addByte(8);
	addRuns(
		writer,
		Uint8Array.from(values as readonly string[], (word) => places.get(word) ?? 0),
	);
	return { bytes: writer.take(), encoding: ENCODINGS.rleDictionary };
}

/** The number of nulls, and the range of numbers, which lets readers skip row groups. */
export function listStatistics(leaf: Leaf, { values }: LeafData, rowCount: number): ThriftField[] {
	if (leaf.isList) return [];
	const nulls = int64(3, rowCount - values.length);
	if (leaf.type === 'bytes' || leaf.type === 'boolean' || leaf.type === 'int64' || values.length === 0) return [nulls];
	const numbers = values as Float32Array;
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (const value of numbers) {
		// NaN makes a range useless: readers may not skip.
		if (Number.isNaN(value)) return [nulls];
		if (value < low) low = value;
		if (value > high) high = value;
	}
	// Zero has two signs, and the range must hold both.
	const limit = (value: number): Uint8Array => encodePlain(leaf.type, numbers.slice(0, 1).fill(value));
	return [nulls, binary(5, limit(high === 0 ? 0 : high)), binary(6, limit(low === 0 ? -0 : low))];
}
