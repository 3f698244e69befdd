import { createCurve } from '@handreel/core';
import { expect, test } from 'vitest';
import {
	findCollision,
	findKeys,
	findTimesInBox,
	hasTime,
	joinTimes,
	moveTimes,
	readShared,
} from '../../src/state/key-times.ts';

const curve = createCurve([0, 0, 1, 10, 1, 20, 2, Number.NaN, 3, 30]);

test('finds all keys at times', () => {
	expect([...findKeys(curve, Float32Array.of(0, 1, 2.5, 3))]).toEqual([0, 1, 2, 4]);
	expect(findKeys(curve, new Float32Array()).length).toBe(0);
	expect([0, 1, 1.5].map((time) => hasTime(Float32Array.of(0, 1, 3), time))).toEqual([true, true, false]);
});

test('finds the keys in a box', () => {
	expect([...findTimesInBox(curve, [0.5, 3], [15, 40])]).toEqual([1, 3]);
	const all: [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
	expect([...findTimesInBox(curve, all, all)]).toEqual([0, 1, 2, 3]);
});

test('joins and moves times', () => {
	expect([...joinTimes(Float32Array.of(1, 3), Float32Array.of(0, 3))]).toEqual([0, 1, 3]);
	const times = new Map([['a', Float32Array.of(1, 3)]]);
	expect([...moveTimes(times, [{ field: 'time', operation: 'multiply', number: -1 }]).get('a')!]).toEqual([-3, -1]);
	expect(moveTimes(times, [{ field: 'value', operation: 'add', number: 1 }])).toBe(times);
});

test('reads the numbers that keys share', () => {
	const line = createCurve([0, 0, 1, 2, 2, 4]);
	const states = createCurve([0, 1, 1, 1], { kind: 'boolean' });
	const curves = [
		{ path: 'a', curve: line },
		{ path: 'b', curve: states },
	];
	const keysOf = (path: string, ...indices: number[]) => ({ path, indices: Uint32Array.from(indices) });
	// A line has a slope, although its keys do not store it.
	expect(readShared(curves, [keysOf('a', 1)])).toMatchObject({ time: 1, value: 2, inTangent: 2, outTangent: 2 });
	expect(readShared(curves, [keysOf('a', 1, 2)])).toMatchObject({ time: null, value: null, inTangent: 2 });
	expect(readShared(curves, [keysOf('b', 0, 1)])).toEqual({ time: null, value: 1 });
	expect(readShared(curves, [])).toEqual({});
});

test('finds keys that would get the time of another key', () => {
	const curves = [{ path: 'a', curve }] as unknown as Parameters<typeof findCollision>[0];
	const find = (indices: readonly number[], operation: 'add' | 'multiply' | 'set', number: number) =>
		findCollision(curves, [{ path: 'a', indices: Uint32Array.from(indices) }], [{ field: 'time', operation, number }]);
	expect(find([0], 'add', 1)).toBe('a');
	expect(find([0], 'add', 0.5)).toBeNull();
	// Both keys at 1 s move together, but not onto others.
	expect(find([1, 2], 'add', 0.5)).toBeNull();
	expect(find([1, 2], 'add', 1)).toBe('a');
	expect(find([0, 3], 'multiply', 0)).toBe('a');
	expect(find([3, 4], 'add', 1)).toBeNull();
	expect(find([1], 'set', 1)).toBeNull();
});
