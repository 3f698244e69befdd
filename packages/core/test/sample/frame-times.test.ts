import { listFrameTimes } from '@handreel/core';
import { describe, expect, it } from 'vitest';

describe('listFrameTimes', () => {
	it('lists frames from 0 to the duration', () => {
		expect([...listFrameTimes(0.5, 4)]).toEqual([0, 0.25, 0.5]);
		expect([...listFrameTimes(0.6, 4)]).toEqual([0, 0.25, 0.5]);
		expect([...listFrameTimes(0, 60)]).toEqual([0]);
	});

	it('keeps the last frame of a duration that float32 rounds down', () => {
		for (const frameRate of [24, 30, 60, 72, 90]) {
			for (let last = 1; last < 200; last++) {
				const duration = Math.fround(last / frameRate);
				expect(listFrameTimes(duration, frameRate).length, `${last} / ${frameRate}`).toBe(last + 1);
			}
		}
	});

	it('refuses endless recordings and too many frames', () => {
		expect(() => listFrameTimes(Number.POSITIVE_INFINITY, 60)).toThrow(/recording\.duration: Infinity/);
		expect(() => listFrameTimes(1, 0)).toThrow(new RangeError('frameRate: 0 is not a number above 0'));
		expect(() => listFrameTimes(1e9, 1e9)).toThrow(/too many/);
		expect(() => listFrameTimes(1, 10, 10)).toThrow('frameRate: a recording of 1 s would take 11 rows, too many');
	});
});
