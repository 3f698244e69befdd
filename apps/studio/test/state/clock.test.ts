import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { advanceTime, findNeighbor } from '../../src/state/clock.ts';

describe('advanceTime', () => {
	test('stops at the end', () => {
		expect(advanceTime(4.9, 0.2, 5, null)).toEqual({ time: 5, isOver: true });
		expect(advanceTime(1, 0.5, 5, null)).toEqual({ time: 1.5, isOver: false });
	});

	test('goes on from the start of a loop by what was left over', () => {
		const { time, isOver } = advanceTime(1.9, 0.35, 5, { start: 1, end: 2 });
		expect(time).toBeCloseTo(1.25);
		expect(isOver).toBe(false);
	});

	property.prop([fc.float({ min: 0, max: 5, noNaN: true }), fc.float({ min: 0, max: 100, noNaN: true })])(
		'never leaves a loop',
		(time, seconds) => {
			const next = advanceTime(time, seconds, 5, { start: 1, end: 2 });
			expect(next.time).toBeGreaterThanOrEqual(1);
			expect(next.time).toBeLessThanOrEqual(2);
		},
	);
});

describe('findNeighbor', () => {
	test('is strict, and null at the ends', () => {
		const times = [0, 0.5, 1];
		expect(findNeighbor(times, 0.5, 1)).toBe(1);
		expect(findNeighbor(times, 0.5, -1)).toBe(0);
		expect(findNeighbor(times, 1, 1)).toBeNull();
		expect(findNeighbor(times, 0, -1)).toBeNull();
		expect(findNeighbor([], 0, 1)).toBeNull();
	});

	property.prop([fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -5, max: 55 })])(
		'agrees with a look at every time',
		(list, time) => {
			const times = list.toSorted((a, b) => a - b);
			expect(findNeighbor(times, time, 1)).toBe(times.find((entry) => entry > time) ?? null);
			expect(findNeighbor(times, time, -1)).toBe(times.findLast((entry) => entry < time) ?? null);
		},
	);
});
