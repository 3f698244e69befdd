import { describe, expect, test } from 'vitest';
import { ALL_RECORDINGS, type LibraryQuery } from '../../src/library/library-query.ts';
import { selectRows } from '../../src/library/select-rows.ts';
import type { CatalogRow } from '../../src/worker/read-catalog.ts';

const ROW: CatalogRow = {
	path: '',
	status: 'readable',
	error: null,
	format: 'bin',
	device: null,
	date: null,
	problems: [],
	errors: 0,
	warnings: 0,
	duration: null,
	bytes: null,
	moment: null,
	text: '',
};

const rows: readonly CatalogRow[] = [
	{ ...ROW, path: 'take10.bin', duration: 5, device: 'Quest 3', text: 'take10.bin\nquest 3' },
	{ ...ROW, path: 'take2.bin', duration: 30, errors: 1, problems: ['bad-key'], text: 'take2.bin\nbad-key' },
	{ ...ROW, path: 'broken.bin', status: 'unreadable', errors: 1, text: 'broken.bin' },
	{ ...ROW, path: 'a/take1.bin', duration: 5, warnings: 3, problems: ['gap', 'note'], text: 'a/take1.bin\ngap' },
];
const figures = new Map([['left_tracking_share', Float64Array.of(0.9, 0.5, Number.NaN, 1)]]);
const select = (query: Partial<LibraryQuery>): string[] =>
	selectRows(rows, figures, { ...ALL_RECORDINGS, ...query }).map((i) => rows[i]?.path ?? '');

describe('text', () => {
	test.each([
		['', 4],
		['take', 3],
		['QUEST take', 1],
		['  bad-key ', 1],
		['take nothing', 0],
	])('“%s” finds %i', (text, count) => {
		expect(select({ text })).toHaveLength(count);
	});
});

test.each([
	['none', ['take10.bin']],
	['some', ['a/take1.bin', 'broken.bin', 'take2.bin']],
	['errors', ['broken.bin', 'take2.bin']],
	['unreadable', ['broken.bin']],
	['gap', ['a/take1.bin']],
	['no-such-code', []],
])('problems: %s', (problems, paths) => {
	expect(select({ problems })).toEqual(paths);
});

test('ranges are inclusive, and leave out recordings without a value', () => {
	const range = (min: number | null, max: number | null) => ({ ranges: [{ name: 'left_tracking_share', min, max }] });
	expect(select(range(0.9, null))).toEqual(['a/take1.bin', 'take10.bin']);
	expect(select(range(null, 0.9))).toEqual(['take2.bin', 'take10.bin']);
	expect(select(range(0.9, 0.9))).toEqual(['take10.bin']);
	expect(select(range(1, 0))).toEqual([]);
	expect(select(range(null, null))).toHaveLength(4);
});

test('filters are combined', () => {
	const ranges = [{ name: 'left_tracking_share', min: 0.4, max: null }];
	expect(select({ text: 'take', problems: 'some', ranges })).toEqual(['a/take1.bin', 'take2.bin']);
});

test('sorts numbers in names as numbers', () => {
	expect(select({})).toEqual(['a/take1.bin', 'broken.bin', 'take2.bin', 'take10.bin']);
	expect(select({ isDescending: true })).toEqual(['take10.bin', 'take2.bin', 'broken.bin', 'a/take1.bin']);
});

test('recordings without a value are last in both directions, equal ones keep their order', () => {
	expect(select({ sort: 'duration' })).toEqual(['take10.bin', 'a/take1.bin', 'take2.bin', 'broken.bin']);
	expect(select({ sort: 'duration', isDescending: true })).toEqual([
		'take2.bin',
		'take10.bin',
		'a/take1.bin',
		'broken.bin',
	]);
	expect(select({ sort: 'left_tracking_share', isDescending: true }).at(-1)).toBe('broken.bin');
});

test('an error counts more than warnings', () => {
	expect(select({ sort: 'problems', isDescending: true }).slice(0, 3)).toEqual([
		'take2.bin',
		'broken.bin',
		'a/take1.bin',
	]);
});

test('unknown columns change nothing', () => {
	expect(select({ sort: 'constructor' })).toEqual(rows.map(({ path }) => path));
	expect(select({ ranges: [{ name: 'unknown', min: 1, max: 2 }] })).toHaveLength(4);
});
