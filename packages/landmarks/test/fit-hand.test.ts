import { describe, expect, it } from 'vitest';
import { USUAL_NOISE, VIEWS, type ViewName } from './support/made-hands.ts';
import { measureFit } from './support/measure-fit.ts';

// The seeds are not those that the deviations of the fit were chosen by.
const SEED = 77;
const COUNT = 40;
const views = Object.keys(VIEWS) as ViewName[];

describe('a fit to landmarks', () => {
	it.each(views)('without noise finds the hand: %s', (view) => {
		const { joints, flexion, wrist, lost } = measureFit(view, { image: 0, world: 0 }, SEED, COUNT);
		expect(joints).toBeLessThan(4);
		expect(flexion).toBeLessThan(6);
		expect(wrist).toBeLessThan(6);
		expect(lost).toBe(0);
	});

	it.each(views)('with noise is better than the landmarks in space: %s', (view) => {
		// These are off by 22 mm on average: 9 mm across and 18 mm in depth.
		const { joints, flexion, wrist, lost } = measureFit(view, USUAL_NOISE, SEED, COUNT);
		expect(joints).toBeLessThan(14);
		expect(flexion).toBeLessThan(20);
		expect(wrist).toBeLessThan(16);
		expect(lost).toBeLessThanOrEqual(0.05);
	});

	it.each([0.8, 0.9, 1.1])('of a hand of size %d depends on the length that it is told', (size) => {
		const known = measureFit('palm', USUAL_NOISE, SEED, COUNT, size);
		const assumed = measureFit('palm', USUAL_NOISE, SEED, COUNT, size, 1);
		expect(known.joints).toBeLessThan(14 * size);
		expect(known.place).toBeLessThan(30);
		// A smaller hand seems farther away, by the same share.
		expect(assumed.place).toBeGreaterThan(0.35 * Math.abs(1 / size - 1) * 1000);
	});
});
