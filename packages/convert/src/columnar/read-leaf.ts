import type { ReadBudget } from '@handreel/core/internal';
import { RunReader } from './decode-levels.ts';
import { decodePlain, decodeValues, type ReadValues } from './decode-values.ts';
import { CODECS, PAGES, type TypeName } from './format.ts';
import { failParquet, type ParquetFile, type ReadGroup } from './read-parquet.ts';
import { decompressSnappy } from './snappy.ts';
import { getNumber, getStruct, ThriftError, ThriftReader, type ThriftStruct } from './thrift-reader.ts';

/** A leaf in a row group. */
export interface LeafRows {
	/** Without nulls. */
	readonly values: ReadValues;
	/** 1 in rows with a value. */
	readonly isPresent: Uint8Array;
	/** Charged memory, to be refunded when the leaf is no longer used. */
	readonly chargedBytes: number;
}

/** Steps of work that a page costs beside its values. */
const PAGE_STEPS = 64;
/** Memory of a value while pages are joined: twice a double or a reference. */
const VALUE_BYTES = 16;

/**
 * Reads a leaf of a row group that is not part of a list. Columns may share their bytes, and a page of a few bytes may have
 * any number of values, so the budget is charged for each. Throws `bad-parquet` and `too-large`.
 */
export function readLeaf(file: ParquetFile, group: ReadGroup, index: number, budget: ReadBudget): LeafRows {
	const leaf = file.leaves[index];
	const chunk = group.chunks[index];
	if (leaf === undefined || chunk === undefined) throw new RangeError(`index: there is no leaf ${index}`);
	const name = leaf.path.join('.');
	const { type } = leaf;
	if (type === null || leaf.isRepeated) return failParquet('a column of this type cannot be read', chunk.start, name);
	const chargedBytes = group.rowCount * (1 + VALUE_BYTES);
	budget.chargeBytes(chargedBytes);
	const isPresent = new Uint8Array(group.rowCount);
	const pages: ReadValues[] = [];
	let dictionary: ReadValues | null = null;
	let at = chunk.start;
	let row = 0;
	while (row < group.rowCount) {
		const fail = (reason: string): never => failParquet(reason, at, name);
		const page = readPageHead(file.bytes, at, chunk.end, name, budget);
		const pageBytes = chargePage(page, type, budget);
		if (page.kind === PAGES.dictionary) {
			const bytes = decompress(page.body, page.size, chunk.codec, fail);
			dictionary = decodePlain(bytes, 0, page.count, type) ?? fail('the dictionary is damaged');
		} else if (page.kind === PAGES.data || page.kind === PAGES.dataV2) {
			if (page.count > group.rowCount - row) fail('a page has more rows than its row group');
			const { bytes, start } = readLevels(
				page,
				chunk.codec,
				leaf.maxDefinition,
				isPresent.subarray(row, row + page.count),
				fail,
			);
			let present = 0;
			for (let i = row; i < row + page.count; i++) present += isPresent[i]!;
			pages.push(readValues(bytes, start, present, type, page.encoding, dictionary, fail));
			row += page.count;
		}
		// Texts of pages are kept.
		if (type !== 'bytes') budget.refundBytes(pageBytes);
		at = page.end;
	}
	return { values: joinPages(pages, type), isPresent, chargedBytes };
}

/** Charges for a page: its bytes before compression, and its values or places in a dictionary. Returns the memory. */
export function chargePage({ size, count }: PageHead, type: TypeName, budget: ReadBudget): number {
	budget.chargeSteps(PAGE_STEPS + count);
	const bytes = size + count * (type === 'bytes' ? 2 * VALUE_BYTES : VALUE_BYTES);
	budget.chargeBytes(bytes);
	return bytes;
}

/** The header of a page, checked against its column. */
export interface PageHead {
	readonly kind: number;
	/** Bytes before compression. */
	readonly size: number;
	readonly body: Uint8Array;
	readonly end: number;
	/** Values and nulls. */
	readonly count: number;
	readonly encoding: number;
	/** Bytes of levels in front of the compressed values of a page of version 2. */
	readonly levelBytes: number;
	readonly isCompressed: boolean;
}

/** Reads the header of a page. Throws `bad-parquet` and `too-large`. */
export function readPageHead(
	bytes: Uint8Array,
	at: number,
	chunkEnd: number,
	name: string,
	budget: ReadBudget,
): PageHead {
	const reader = new ThriftReader(bytes.subarray(0, chunkEnd), at, budget);
	let header: ThriftStruct;
	try {
		header = reader.readStruct();
	} catch (error) {
		if (error instanceof ThriftError) return failParquet(`a page is damaged: ${error.message}`, at, name);
		throw error;
	}
	const kind = getNumber(header, 1) ?? -1;
	const size = getNumber(header, 2) ?? -1;
	const end = reader.at + (getNumber(header, 3) ?? -1);
	if (!(size >= 0 && end >= reader.at && end <= chunkEnd)) failParquet('a page is outside its column', at, name);
	const isV2 = kind === PAGES.dataV2;
	const details = getStruct(header, isV2 ? 8 : kind === PAGES.dictionary ? 7 : 5);
	const count = details === null ? 0 : (getNumber(details, 1) ?? -1);
	const levelBytes = isV2 && details !== null ? (getNumber(details, 5) ?? 0) + (getNumber(details, 6) ?? 0) : 0;
	if (!(count >= 0 && count <= bytes.length * 64 && levelBytes >= 0 && levelBytes <= end - reader.at)) {
		failParquet('a page has an impossible number of values', at, name);
	}
	return {
		kind,
		size,
		body: bytes.subarray(reader.at, end),
		end,
		count,
		encoding: (details && getNumber(details, isV2 ? 4 : 2)) ?? -1,
		levelBytes,
		isCompressed: details?.get(7) !== false,
	};
}

// Reads the levels of a page into `isPresent`; returns where the values start.
function readLevels(
	page: PageHead,
	codec: number,
	maxDefinition: number,
	isPresent: Uint8Array,
	fail: (reason: string) => never,
): { readonly bytes: Uint8Array; readonly start: number } {
	const width = 32 - Math.clz32(maxDefinition);
	let bytes: Uint8Array;
	let levels: Uint8Array;
	let start = 0;
	if (page.kind === PAGES.dataV2) {
		levels = page.body.subarray(0, page.levelBytes);
		const body = page.body.subarray(page.levelBytes);
		bytes = page.isCompressed ? decompress(body, page.size - page.levelBytes, codec, fail) : body;
	} else {
		bytes = decompress(page.body, page.size, codec, fail);
		levels = bytes.subarray(0, 0);
		if (maxDefinition > 0) {
			if (bytes.length < 4) fail('a page ends early');
			start = 4 + new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
			levels = bytes.subarray(4, start);
		}
	}
	if (maxDefinition === 0) isPresent.fill(1);
	else if (!new RunReader(levels, 0, width).read(isPresent)) fail('the levels of a page are damaged');
	// Anything below the highest level is a null somewhere on the path.
	if (maxDefinition > 0)
		for (let i = 0; i < isPresent.length; i++) isPresent[i] = isPresent[i] === maxDefinition ? 1 : 0;
	return { bytes, start };
}

/** Reads the values of a page from `start` on. */
export function readValues(
	bytes: Uint8Array,
	start: number,
	count: number,
	type: TypeName,
	encoding: number,
	dictionary: ReadValues | null,
	fail: (reason: string) => never,
): ReadValues {
	if (count === 0) return type === 'bytes' ? [] : new Float64Array(0);
	const values = decodeValues(bytes, start, count, type, encoding, dictionary);
	if (typeof values === 'string') return fail(`${values} is not supported; write the file with plain values`);
	return values ?? fail('the values of a page are damaged');
}

/** Decompresses the content of a page. */
export function decompress(
	bytes: Uint8Array,
	size: number,
	codec: number,
	fail: (reason: string) => never,
): Uint8Array {
	if (codec === CODECS.none) return bytes.length === size ? bytes : fail('a page has a wrong size');
	if (codec !== CODECS.snappy) {
		const name = Object.entries(CODECS).find(([, number]) => number === codec)?.[0] ?? `codec ${codec}`;
		// Polars compresses with Zstandard by default.
		return fail(
			`compression with ${name} is not supported; write the file with Snappy or uncompressed, as write_parquet(…, compression="snappy") of Polars and COMPRESSION snappy of DuckDB do`,
		);
	}
	return decompressSnappy(bytes, size) ?? fail('a page cannot be decompressed');
}

/** Joins the values of pages. */
export function joinPages(pages: readonly ReadValues[], type: TypeName): ReadValues {
	const [first] = pages;
	if (pages.length === 1 && first !== undefined) return first;
	if (type === 'bytes') return (pages as readonly (readonly string[])[]).flat();
	const values = new Float64Array(pages.reduce((sum, page) => sum + page.length, 0));
	let length = 0;
	for (const page of pages as readonly Float64Array[]) {
		values.set(page, length);
		length += page.length;
	}
	return values;
}
