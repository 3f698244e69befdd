import { expect, test } from 'vitest';
import { parseEntry } from '../../src/state/number-entry.ts';

test.each([
	['0.5', 'set', 0.5],
	['-0.5', 'set', -0.5],
	[' −2,5 ', 'set', -2.5],
	['1e-3', 'set', 0.001],
	['Infinity', 'set', Number.POSITIVE_INFINITY],
	['+0.01', 'set', 0.01],
	['+=0.01', 'add', 0.01],
	['+=-1', 'add', -1],
	['-= .5', 'add', -0.5],
	['*=2', 'multiply', 2],
	['/=4', 'multiply', 0.25],
])('reads %s', (text, operation, number) => {
	expect(parseEntry(text)).toEqual({ operation, number });
});

test.each(['', 'mixed', '1.2.3', '=2', '+', '/=0', '0x10', '1 m'])('refuses %s', (text) => {
	expect(parseEntry(text)).toBeNull();
});
