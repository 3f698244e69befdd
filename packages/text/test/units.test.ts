import {
	formatDegrees,
	formatFrameRate,
	formatMillimeters,
	formatSeconds,
	formatTime,
	formatTimeSpan,
} from '@handreel/text';
import { expect, test } from 'vitest';

test('formatSeconds has milliseconds', () => {
	expect([4.93333, 0, -0.5].map(formatSeconds)).toEqual(['4.933 s', '0.000 s', '-0.500 s']);
});

test('formatSeconds shortens times that no recording has', () => {
	expect([1.0000000150474662e30, -1.7e9].map(formatSeconds)).toEqual(['1.00e+30 s', '-1.70e+9 s']);
});

test('formatTime has minutes and seconds', () => {
	expect([0, 75.5, 3600, -1.25].map((time) => formatTime(time))).toEqual([
		'0:00.000',
		'1:15.500',
		'60:00.000',
		'−0:01.250',
	]);
});

test('formatTime rounds up to the next minute', () => {
	expect(formatTime(59.9999)).toBe('1:00.000');
	expect(formatTime(59.6, 0)).toBe('1:00');
	expect(formatTime(5, 0)).toBe('0:05');
});

test('formatTimeSpan has a start and an end', () => {
	expect(formatTimeSpan({ start: 1, end: 2.5 })).toBe('1.00–2.50');
});

test('formatFrameRate has three digits', () => {
	expect([60, 59.9402, 120.4].map(formatFrameRate)).toEqual(['60 Hz', '59.9 Hz', '120 Hz']);
});

test('formatMillimeters takes meters', () => {
	expect(formatMillimeters(0.00125)).toBe('1.250 mm');
	expect(formatMillimeters(0.00125, 1)).toBe('1.3 mm');
});

test('formatDegrees has a degree sign without a space', () => {
	expect(formatDegrees(0.2)).toBe('0.200°');
	expect(formatDegrees(0.25, 1)).toBe('0.3°');
});
