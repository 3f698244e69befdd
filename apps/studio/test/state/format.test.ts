import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { formatFloat, formatPath, formatPlural, formatSize, formatTime } from '../../src/state/format.ts';

test.each([
	[0, '0:00.000'],
	[75.5, '1:15.500'],
	[59.9996, '1:00.000'],
	[-0.5, '−0:00.500'],
	[600, '10:00.000'],
])('%d s are %s', (seconds, text) => {
	expect(formatTime(seconds)).toBe(text);
});

property.prop([fc.float({ noNaN: true })])('a float32 keeps all its bits', (value) => {
	expect(Math.fround(Number(formatFloat(value)))).toBe(value === 0 ? 0 : value);
});

test.each([
	[1, '1 byte'],
	[9999, '9,999 bytes'],
	[361_475, '361,475 bytes (361\u00a0kB)'],
	[45_659_835, '45,659,835 bytes (45.7\u00a0MB)'],
	[2_000_000_000, '2,000,000,000 bytes (2\u00a0GB)'],
])('a size of %d bytes reads %s', (bytes, text) => {
	expect(formatSize(bytes)).toBe(text);
});

test('counts have a plural', () => {
	expect([0, 1, 1200].map((count) => formatPlural(count, 'key'))).toEqual(['0 keys', '1 key', '1,200 keys']);
});

test('a path reads as words', () => {
	expect(formatPath('hands.left.joints.indexTip.position.x')).toBe('left indexTip position x');
	expect(formatPath('head.rotation.w')).toBe('head rotation w');
});
