import { TableReader, type TableRow, TableWriter } from '@handreel/convert/internal';
import { describe, expect, it } from 'vitest';

const COLUMNS = [
	{ name: 'path', type: 'text', isRequired: true },
	{ name: 'duration', type: 'double' },
	{ name: 'ratio', type: 'float' },
	{ name: 'bytes', type: 'int64' },
	{ name: 'count', type: 'int32' },
	{ name: 'isGood', type: 'boolean' },
	{ name: 'codes', type: 'texts' },
	{ name: 'joints', type: 'floats' },
] as const;

const ROWS: TableRow[] = [
	['a', 1.5, 0.25, 2 ** 40, -3, true, ['x', 'y'], [1, 2, 3]],
	['b', null, null, null, null, null, [], []],
	['\uFEFFü\n"', -0.1, 1, 0, 7, false, ['😀'], [0.5]],
];

function write(groups: readonly (readonly TableRow[])[]): Buffer {
	const writer = new TableWriter(COLUMNS);
	return Buffer.concat([...groups.flatMap((rows) => [...writer.addRows(rows)]), ...writer.end({ note: 'text' })]);
}

function read(bytes: Uint8Array): TableRow[] {
	const table = new TableReader(bytes);
	return table.groups.flatMap((count, group) => {
		const columns = table.columns.map((name) => table.readColumn(name, group));
		return Array.from({ length: count }, (_, row) => columns.map((cells) => cells[row] ?? null));
	});
}

describe('tables', () => {
	it('come back cell by cell, in any number of row groups', () => {
		for (const groups of [[ROWS], ROWS.map((row) => [row]), [ROWS, [], ROWS], []]) {
			const bytes = write(groups);
			expect(read(bytes)).toEqual(groups.flat());
			const table = new TableReader(bytes);
			expect(table.columns).toEqual(COLUMNS.map(({ name }) => name));
			expect(table.texts.get('note')).toBe('text');
		}
	});

	it('come back with more rows than a page, lists across pages included', () => {
		const rows = Array.from(
			{ length: 70_000 },
			(_, i): TableRow => [
				`${i}`,
				i / 3,
				i % 5 === 0 ? null : Math.fround(i / 7),
				i,
				i,
				i % 2 === 0,
				i % 3 === 0 ? [] : [`${i}`],
				[i, i + 1].slice(i % 3),
			],
		);
		// `toEqual` takes seconds for so many cells.
		expect(JSON.stringify(read(write([rows]))) === JSON.stringify(rows)).toBe(true);
	});

	it('refuses rows with another number of cells, unknown columns and damaged files', () => {
		expect(() => write([[['a']]])).toThrow(RangeError);
		const bytes = write([ROWS]);
		const table = new TableReader(bytes);
		expect(() => table.readColumn('none', 0)).toThrow("there is no column 'none'");
		expect(() => table.readColumn('path', 1)).toThrow('there is no row group 1');
		expect(() => new TableReader(bytes.subarray(0, 20))).toThrow('PAR1');
	});

	it('throws bad-parquet, and nothing else, for flipped bytes', () => {
		const bytes = write([ROWS, ROWS]);
		for (let at = 0; at < bytes.length; at++) {
			const damaged = Uint8Array.from(bytes);
			damaged[at]! ^= 0x41;
			try {
				read(damaged);
			} catch (error) {
				expect((error as { issue?: { code: string } }).issue?.code, `byte ${at}: ${error}`).toBe('bad-parquet');
			}
		}
	});
});
