import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { formatFloat, formatPath, formatTime } from '../../src/state/format.ts';

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

test('a path reads as words', () => {
	expect(formatPath('hands.left.joints.indexTip.position.x')).toBe('left indexTip position x');
	expect(formatPath('camera.rotation.w')).toBe('camera rotation w');
});
