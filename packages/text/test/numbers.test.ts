import { fc, test as property } from '@fast-check/vitest';
import {
	formatBytes,
	formatCount,
	formatFloat,
	formatKept,
	formatPercent,
	formatPlural,
	formatRounded,
	formatSize,
	quoteCell,
	shortenFloat,
} from '@handreel/text';
import { describe, expect, test } from 'vitest';

describe('formatCount', () => {
	test('groups digits by three', () => {
		expect([0, 999, 1000, 361_475, 12_345_678].map(formatCount)).toEqual([
			'0',
			'999',
			'1,000',
			'361,475',
			'12,345,678',
		]);
	});

	property.prop([fc.integer()])('agrees with the English locale', (value) => {
		expect(formatCount(value)).toBe(value.toLocaleString('en'));
	});
});

describe('formatKept', () => {
	const all = { curves: 389, totalCurves: 389, keys: 9000, totalKeys: 9000, seconds: 5, totalSeconds: 5 };

	test('prints nothing if everything was kept', () => {
		expect(formatKept({ ...all, isEstimated: false })).toBeNull();
		expect(formatKept(null)).toBeNull();
	});

	test('prints the shares of curves, keys and seconds', () => {
		expect(formatKept({ ...all, curves: 84, keys: 1935, seconds: 1.075, isEstimated: true })).toBe(
			'84 of 389 curves, about 21.5% of the keys and about 1.07 of 5.00 s per curve',
		);
		expect(formatKept({ ...all, curves: 388, keys: 8999, isEstimated: false })).toBe(
			'388 of 389 curves, 100.0% of the keys and 5.00 of 5.00 s per curve',
		);
	});
});

describe('formatPlural', () => {
	test('adds an s unless there is exactly one', () => {
		expect([0, 1, 2, 1234].map((count) => formatPlural(count, 'key'))).toEqual([
			'0 keys',
			'1 key',
			'2 keys',
			'1,234 keys',
		]);
	});
});

test('formatSize has three digits', () => {
	expect([1, 999, 1000, 361_475, 2_000_000_000].map(formatSize)).toEqual([
		'1 byte',
		'999 bytes',
		'1 kB',
		'361 kB',
		'2 GB',
	]);
});

describe('formatBytes', () => {
	test('is exact below 10,000 bytes', () => {
		expect([0, 1, 9999].map(formatBytes)).toEqual(['0 bytes', '1 byte', '9,999 bytes']);
	});

	test('adds the size in the unit that suits it', () => {
		expect(formatBytes(361_475)).toBe('361,475 bytes (361 kB)');
		expect(formatBytes(1_234_567)).toBe('1,234,567 bytes (1.23 MB)');
		expect(formatBytes(5_000_000_000)).toBe('5,000,000,000 bytes (5 GB)');
		expect(formatBytes(1_234_000_000_000)).toBe('1,234,000,000,000 bytes (1,230 GB)');
	});

	test('takes the larger unit when rounding reaches it', () => {
		expect(formatBytes(999_400)).toBe('999,400 bytes (999 kB)');
		expect(formatBytes(999_999)).toBe('999,999 bytes (1 MB)');
	});
});

describe('formatPercent', () => {
	test('has one decimal place', () => {
		expect([formatPercent(1, 8), formatPercent(2, 2), formatPercent(0, 3)]).toEqual(['12.5%', '100.0%', '0.0%']);
	});
});

describe('formatFloat', () => {
	test('is short', () => {
		expect([Math.fround(0.1), 1, -2.5, 1e-7, Number.NaN].map(formatFloat)).toEqual(['0.1', '1', '-2.5', '1e-7', 'NaN']);
		expect(shortenFloat(Math.fround(0.1))).toBe(0.1);
		expect(formatFloat(2 ** -149)).toBe('1e-45');
	});

	property.prop([fc.float({ noNaN: true })])('reads back as the same float32', (value) => {
		expect(Math.fround(Number(formatFloat(value)))).toBe(value === 0 ? 0 : value);
	});
});

test('formatRounded has three digits', () => {
	expect([1234.5, 0.001_234_56, -1, 2.5].map(formatRounded)).toEqual(['1230', '0.00123', '-1', '2.5']);
});

test('quoteCell quotes separators, quotes and ends of lines', () => {
	expect(['a b', 'a, b', 'a "b"', 'a\nb'].map(quoteCell)).toEqual(['a b', '"a, b"', '"a ""b"""', '"a\nb"']);
});
