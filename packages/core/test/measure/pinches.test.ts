import { createCurve } from '@handreel/core';
import { listPinches, measureRecording } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../support/full-recording.ts';
import { makeMotion } from '../support/made-motion.ts';

/** Thumb and index finger meet from 1 s to 2 s, and from 3 s on. */
const gap = (t: number): number => (t % 2 >= 1 ? 0.01 : 0.08);

describe('listPinches', () => {
	it('finds pinches by the aperture if no state was recorded', () => {
		const { hands, ...rest } = makeMotion({
			rate: 60,
			duration: 4,
			hands: { right: { wrist: () => [0, 1, 0.4], aperture: gap } },
		});
		const { left, right } = hands!;
		const recording = { ...rest, hands: { left, right: { ...right, pinching: createCurve([]) } } };
		const pinches = listPinches(recording);
		expect(pinches.map(({ side, start, end }) => [side, Math.round(start), Math.round(end)])).toEqual([
			['right', 1, 2],
			['right', 3, 4],
		]);
		for (const { start, end, duration } of pinches) expect(duration).toBe(end - start);
		expect(measureRecording(recording).hands?.right.pinches.count).toBe(2);
	});

	it('lists the recorded state in time order, as many as are measured', () => {
		const recording = createFullRecording();
		const pinches = listPinches(recording);
		const { left, right } = measureRecording(recording).hands ?? {};
		expect(pinches.length).toBe((left?.pinches.count ?? 0) + (right?.pinches.count ?? 0));
		expect(pinches.length).toBeGreaterThan(0);
		expect(pinches.map(({ start }) => start)).toEqual(pinches.map(({ start }) => start).toSorted((a, b) => a - b));
	});
});
