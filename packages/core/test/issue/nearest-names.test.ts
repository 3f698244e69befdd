import { JOINT_NAMES } from '@handreel/core';
import { findNearestName, listSimilarNames } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';

describe('findNearestName', () => {
	it('finds the name with the fewest changes of a letter, the first of several', () => {
		expect(findNearestName('indxtip', JOINT_NAMES)).toBe('indexTip');
		expect(findNearestName('b', ['a', 'c'])).toBe('a');
		expect(findNearestName('x', [])).toBeNull();
	});

	it('finds nothing beyond the limit', () => {
		expect(findNearestName('wrst', JOINT_NAMES, 1)).toBe('wrist');
		expect(findNearestName('wr', JOINT_NAMES, 1)).toBeNull();
	});

	it('takes texts of any length', () => {
		expect(findNearestName('x'.repeat(1e6), ['a', 'b'])).toBe('a');
	});
});

describe('listSimilarNames', () => {
	it('lists names that share pairs of letters, the most similar first', () => {
		expect(listSimilarNames('index-tip', ['wrist', 'thumbTip', 'indexTip'])).toEqual(['indexTip', 'thumbTip']);
		expect(listSimilarNames('', ['a', 'bc'])).toEqual([]);
	});
});
