import { type Recording, SIDES } from '@handreel/core';
import { optimizeRecording } from '@handreel/core/edit';
import { listReaches, measureRecording } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { makeMotion, minimumJerk } from '../support/made-motion.ts';

const DISTANCE = 0.35;
const DURATION = 0.7;
const there = (start: number, t: number): number => DISTANCE * minimumJerk((t - start) / DURATION);

/** To the right at 1 s, back at 3 s. */
const makeReaches = (rate: number): Recording =>
	makeMotion({
		rate,
		duration: 5,
		hands: { right: { wrist: (t) => [there(1, t) - there(3, t), 1, 0.4] } },
	});

describe('listReaches', () => {
	it.each([30, 60, 72, 90, 120])('finds two minimum-jerk reaches at %i Hz', (rate) => {
		expectReaches(makeReaches(rate));
	});

	it.each([30, 60, 90, 120])('finds them in copies optimized to 0.1 mm at %i Hz', (rate) => {
		expectReaches(optimizeRecording(makeReaches(rate), { tolerances: { jointPosition: 0.0001 } }));
	});

	it('passes the share of time at rest and the smoothness to measureRecording', () => {
		const { motion, smoothness, reaches } = measureRecording(makeReaches(60)).hands?.right ?? {};
		// Below 0.03 m/s: 30 D/T u² (1 − u)² = 0.03 for u = 0.0461.
		expect(Math.abs((motion?.wrist?.stillShare ?? 0) - (1 - (2 * DURATION * (1 - 2 * 0.0461)) / 5))).toBeLessThan(0.01);
		expect(smoothness).toBeCloseTo(spectralArcLength(minimumJerkSpeed), 2);
		expect(reaches?.count).toBe(2);
		expect(reaches?.speedRatios?.median).toBeCloseTo(1.875, 1);
	});

	it('counts a wave as a reach per half period, with a ratio of π / 2', () => {
		const wave = makeMotion({
			rate: 60,
			duration: 4,
			hands: { left: { wrist: (t) => [0.2 * Math.cos(2 * Math.PI * t), 1, 0] } },
		});
		const reaches = listReaches(wave);
		expect(reaches).toHaveLength(8);
		for (const { duration, distance, speedRatio } of reaches) {
			expect(duration).toBeCloseTo(0.5, 2);
			expect(distance).toBeCloseTo(0.4, 3);
			expect(Math.abs(speedRatio / (Math.PI / 2) - 1)).toBeLessThan(0.01);
		}
	});

	it('joins two peaks of speed unless the hand nearly stops between them', () => {
		const twice = (gap: number): Recording =>
			makeMotion({
				rate: 60,
				duration: 4,
				hands: { left: { wrist: (t) => [there(1, t) + there(1 + gap, t), 1, 0] } },
			});
		expect(listReaches(twice(0.35))).toHaveLength(1);
		expect(listReaches(twice(0.65))).toHaveLength(2);
	});

	it('leaves out short and slow movements', () => {
		const small = (distance: number, seconds: number): Recording =>
			makeMotion({
				rate: 60,
				duration: 8,
				hands: { left: { wrist: (t) => [distance * minimumJerk((t - 1) / seconds), 1, 0] } },
			});
		expect(listReaches(small(0.04, 0.5))).toEqual([]);
		expect(listReaches(small(0.04, 0.5), { minReach: 0.03 })).toHaveLength(1);
		expect(listReaches(small(0.2, 6))).toEqual([]);
	});

	it('lists both hands in time order, and nothing without hands', () => {
		const hand = (start: number) => ({ wrist: (t: number) => [there(start, t), 1, 0] as const });
		const both = makeMotion({ rate: 60, duration: 5, hands: { left: hand(2), right: hand(1) } });
		expect(listReaches(both).map(({ side }) => side)).toEqual(SIDES.toReversed());
		expect(listReaches(makeMotion({ rate: 60, duration: 1, head: () => [0, 0, 0] }))).toEqual([]);
	});
});

function expectReaches(recording: Recording): void {
	const reaches = listReaches(recording);
	expect(reaches).toHaveLength(2);
	reaches.forEach(({ side, start, end, duration, distance, pathLength, peakSpeed, speedRatio, smoothness }, i) => {
		expect(side).toBe('right');
		expect(Math.abs(start - (1 + 2 * i))).toBeLessThan(0.01 * DURATION);
		expect(end - start).toBeCloseTo(duration, 9);
		for (const [measured, expected] of [
			[duration, DURATION],
			[distance, DISTANCE],
			[pathLength, DISTANCE],
			[peakSpeed, (1.875 * DISTANCE) / DURATION],
			[speedRatio, 1.875],
			[smoothness, spectralArcLength(minimumJerkSpeed)],
		] as const) {
			expect(Math.abs(measured / expected - 1), `${measured} instead of ${expected}`).toBeLessThan(0.01);
		}
	});
}

function minimumJerkSpeed(share: number): number {
	return 30 * share ** 2 * (1 - share) ** 2;
}

// By integrals over small steps, for a movement of DURATION.
function spectralArcLength(speed: (share: number) => number): number {
	const steps = 2000;
	const amplitude = (frequency: number): number => {
		let [real, imaginary] = [0, 0];
		for (let i = 0; i < steps; i++) {
			const share = (i + 0.5) / steps;
			real += speed(share) * Math.cos(2 * Math.PI * frequency * DURATION * share);
			imaginary += speed(share) * Math.sin(2 * Math.PI * frequency * DURATION * share);
		}
		return Math.hypot(real, imaginary);
	};
	const spectrum = Array.from({ length: 1001 }, (_, i) => amplitude(i / 100) / amplitude(0));
	const end = spectrum.findLastIndex((value) => value >= 0.05);
	let length = 0;
	for (let i = 1; i <= end; i++) length += Math.hypot(1 / end, spectrum[i]! - spectrum[i - 1]!);
	return -length;
}
