import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { findNeighbor } from '../../src/state/find-neighbor.ts';

describe('findNeighbor', () => {
	test('excludes the time itself, and is null at the ends', () => {
		const times = [0, 0.5, 1];
		expect(findNeighbor(times, 0.5, 1)).toBe(1);
		expect(findNeighbor(times, 0.5, -1)).toBe(0);
		expect(findNeighbor(times, 1, 1)).toBeNull();
		expect(findNeighbor(times, 0, -1)).toBeNull();
		expect(findNeighbor([], 0, 1)).toBeNull();
	});

	property.prop([fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -5, max: 55 })])(
		'agrees with a linear search',
		(list, time) => {
			const times = list.toSorted((a, b) => a - b);
			expect(findNeighbor(times, time, 1)).toBe(times.find((entry) => entry > time) ?? null);
			expect(findNeighbor(times, time, -1)).toBe(times.findLast((entry) => entry < time) ?? null);
		},
	);
});
