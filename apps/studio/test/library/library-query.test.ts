import { expect, test } from 'vitest';
import { ALL_RECORDINGS, formatLibraryLink, parseLibraryLink } from '../../src/library/library-query.ts';

test('a link restores address, filters and order', () => {
	const link = {
		address: 'library/a b#/.handreel/catalog.parquet',
		query: {
			text: 'left & right',
			problems: 'rotation-w-lost',
			ranges: [
				{ name: 'left_tracking_share', min: 0.9, max: null },
				{ name: 'duration', min: -1, max: 1e-7 },
			],
			sort: 'duration',
			isDescending: true,
		},
	};
	expect(parseLibraryLink(`#${formatLibraryLink(link)}`)).toEqual(link);
});

test('defaults are left out', () => {
	expect(formatLibraryLink({ address: 'a/catalog.parquet', query: ALL_RECORDINGS })).toBe('library=a/catalog.parquet');
	expect(formatLibraryLink({ address: null, query: ALL_RECORDINGS })).toBe('library=');
	expect(parseLibraryLink('#library=')).toEqual({ address: null, query: ALL_RECORDINGS });
});

test.each(['', '#open=a.bin', '#library=../a', '#library=//evil.example/a', '#library=/a', '#library=a/./b'])(
	'“%s” is not a link to a library',
	(hash) => {
		expect(parseLibraryLink(hash)).toBeNull();
	},
);

test('invalid limits are ignored', () => {
	const { query } = parseLibraryLink('#library=a&where=x,one,2&where=,1,2&where=y,Infinity')!;
	expect(query.ranges).toEqual([
		{ name: 'x', min: null, max: 2 },
		{ name: 'y', min: null, max: null },
	]);
});
