import { describe, expect, it } from 'vitest';
import { findWords } from './find-words.mjs';

describe('refused words', () => {
	it.each([
		['It mends files.', 'mends', 'repairs'],
		['const neighbourCount = 1;', 'neighbour', 'neighbor'],
		['export function optimiseCurve() {}', 'optimise', 'optimize'],
		['MAX_MILLIMETRES', 'MILLIMETRES', 'millimeters'],
		['file-colours.ts', 'colours', 'colors'],
		['// Keys are chosen such\n// that they fit.', 'such that', 'so that'],
		[' * such\n\t * that', 'such that', 'so that'],
		['Ends with 2 after wrong use.', 'wrong use', 'usage error'],
		['This is no file.', 'is no', 'is not a'],
	])('are found in %j', (text, word, replacement) => {
		expect(findWords(text)).toMatchObject([{ word, replacement }]);
	});

	it.each([
		'recommend, amend, mention',
		'parameter, geometry, diameter',
		'MonoBehaviour',
		'emphasis',
		'There is no file.',
		'It is no longer there.',
	])('are not found in %j', (text) => {
		expect(findWords(text)).toEqual([]);
	});

	it('have line numbers', () => {
		expect(findWords('one\ntwo\nanew').map(({ line }) => line)).toEqual([3]);
	});
});
