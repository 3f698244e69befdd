// The table of MEASURES.md: what the noise of a tracker does to the figures of a point at rest.
import { createCurve, createRecording } from '@handreel/core';
import { type MotionMeasures, measureRecording } from '@handreel/core/measure';
import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';

const NOISE = 0.0002;
const SECONDS = 60;

it.each([
	[60, 10, [0.005, 0.009], [0.27, 0.48], [15, 27]],
	[90, 10, [0.004, 0.008], [0.23, 0.4], [13, 24]],
	[60, 6, null, null, [3.7, 6.6]],
	[90, 6, null, null, [3.1, 5.6]],
	[60, 4, null, null, [1.1, 2]],
	[90, 4, null, null, [0.9, 1.6]],
] as const)('at %i Hz with a cutoff of %i Hz', (rate, cutoff, speed, acceleration, jerk) => {
	const motion = measureNoise(rate, cutoff);
	for (const [measured, stated] of [
		[motion.speed, speed],
		[motion.acceleration, acceleration],
		[motion.jerk, jerk],
	] as const) {
		if (stated === null) continue;
		expect(Math.abs(measured!.median / stated[0] - 1)).toBeLessThan(0.15);
		expect(Math.abs(measured!.p95 / stated[1] - 1)).toBeLessThan(0.15);
	}
});

function measureNoise(rate: number, cutoff: number): MotionMeasures {
	const random = createRandom(3);
	const unit = (): number => (random.word() + 0.5) / 2 ** 32;
	const gauss = (): number => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
	const axis = () =>
		createCurve(Array.from({ length: SECONDS * rate + 1 }, (_, i) => [i / rate, NOISE * gauss()]).flat());
	const head = { position: { x: axis(), y: axis(), z: axis() } };
	return measureRecording(createRecording({ head }), { cutoff }).head!.motion!;
}
