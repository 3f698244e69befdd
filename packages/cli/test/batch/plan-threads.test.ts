import { describe, expect, it } from 'vitest';
import { planThreads } from '../../src/batch/plan-threads.ts';

const MACHINE = { cores: 8, memoryMB: 16_384 };

describe('the threads of a batch', () => {
	it('are one per core, as many as asked for, and at most one per file', () => {
		expect(planThreads(100, undefined, MACHINE).threads).toBe(8);
		expect(planThreads(100, 16, MACHINE).threads).toBe(16);
		expect(planThreads(3, 16, MACHINE).threads).toBe(3);
	});

	it('are fewer with little memory, even if more are asked for', () => {
		for (const given of [undefined, 16, 1000]) {
			expect(planThreads(10_000, given, { ...MACHINE, memoryMB: 1100 }).threads).toBe(2);
			expect(planThreads(10_000, given, { ...MACHINE, memoryMB: 100 }).threads).toBe(1);
		}
	});

	it('share half of the memory, and have a fixed amount for new objects together', () => {
		for (let given = 1; given <= 1000; given++) {
			const { threads, heapMB, youngMB } = planThreads(10_000, given, MACHINE);
			expect(threads * heapMB).toBeLessThanOrEqual(MACHINE.memoryMB / 2 + threads);
			expect(heapMB).toBeGreaterThanOrEqual(256);
			expect(youngMB).toBeGreaterThanOrEqual(4);
			if (threads <= 24) expect(threads * youngMB).toBeLessThanOrEqual(96 + threads);
		}
		expect([1, 4, 16].map((given) => planThreads(100, given, MACHINE).youngMB)).toEqual([24, 24, 6]);
	});
});
