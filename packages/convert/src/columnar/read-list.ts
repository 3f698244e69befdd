import type { ReadBudget } from '@handreel/core/internal';
import { RunReader } from './decode-levels.ts';
import type { ReadValues } from './decode-values.ts';
import { decodePlain } from './decode-values.ts';
import { PAGES } from './format.ts';
import { chargePage, decompress, joinPages, readPageHead, readValues } from './read-leaf.ts';
import { failParquet, type ParquetFile, type ReadGroup } from './read-parquet.ts';

/** The lists of a row group. */
export interface ListRows {
	/** The items of all rows, without nulls. */
	readonly values: ReadValues;
	/** The number of items per row. A list that is null counts as empty. */
	readonly lengths: readonly number[];
}

/** Reads a leaf that is a list of plain values, in pages of version 1. Throws `bad-parquet` and `too-large`. */
export function readListLeaf(file: ParquetFile, group: ReadGroup, index: number, budget: ReadBudget): ListRows {
	const leaf = file.leaves[index];
	const chunk = group.chunks[index];
	if (leaf === undefined || chunk === undefined) throw new RangeError(`index: there is no leaf ${index}`);
	const name = leaf.path.join('.');
	const { type, maxDefinition } = leaf;
	if (type === null) return failParquet('a column of this type cannot be read', chunk.start, name);
	const pages: ReadValues[] = [];
	const lengths: number[] = [];
	let dictionary: ReadValues | null = null;
	for (let at = chunk.start; at < chunk.end; ) {
		const start = at;
		const fail = (reason: string): never => failParquet(reason, start, name);
		const page = readPageHead(file.bytes, at, chunk.end, name, budget);
		chargePage(page, type, budget);
		at = page.end;
		if (page.kind === PAGES.dictionary) {
			const bytes = decompress(page.body, page.size, chunk.codec, fail);
			dictionary = decodePlain(bytes, 0, page.count, type) ?? fail('the dictionary is damaged');
			continue;
		}
		if (page.kind !== PAGES.data) return fail('lists in pages of this version cannot be read');
		const bytes = decompress(page.body, page.size, chunk.codec, fail);
		const repetitions = readLevels(bytes, 0, page.count, 1, fail);
		const definitions = readLevels(bytes, repetitions.end, page.count, maxDefinition, fail);
		let present = 0;
		for (let i = 0; i < page.count; i++) {
			if (repetitions.levels[i] === 0) lengths.push(0);
			if (definitions.levels[i] !== maxDefinition) continue;
			if (lengths.length === 0) fail('a list has no start');
			lengths[lengths.length - 1]!++;
			present++;
		}
		pages.push(readValues(bytes, definitions.end, present, type, page.encoding, dictionary, fail));
	}
	if (lengths.length !== group.rowCount) failParquet('a list has no row', chunk.start, name);
	return { values: joinPages(pages, type), lengths };
}

function readLevels(
	bytes: Uint8Array,
	at: number,
	count: number,
	highest: number,
	fail: (reason: string) => never,
): { readonly levels: Uint8Array; readonly end: number } {
	if (at + 4 > bytes.length) fail('a page ends early');
	const end = at + 4 + new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
	const levels = new Uint8Array(count);
	const width = 32 - Math.clz32(highest);
	if (end > bytes.length || !new RunReader(bytes.subarray(0, end), at + 4, width).read(levels)) {
		fail('the levels of a page are damaged');
	}
	return { levels, end };
}
