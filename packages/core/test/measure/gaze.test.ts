// Fixations of a gaze with the noise of eye trackers.
import { createCurve, createRecording, type Recording } from '@handreel/core';
import { measureRecording } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { minimumJerk } from '../support/made-motion.ts';
import { createRandom } from '../support/random.ts';

const DURATION = 60;
const FIXATIONS = 133;
const RADIANS = Math.PI / 180;

describe.each([60, 90])('at %i Hz', (rate) => {
	it.each([0, 0.1, 0.2, 0.3])('noise of %f° splits few fixations', (noise) => {
		for (const seed of [1, 2, 3]) {
			const { fixations, fixationShare, saccades } = measureRecording(makeGaze(rate, noise, seed)).gaze!;
			expect(Math.abs((fixations?.count ?? 0) / FIXATIONS - 1)).toBeLessThanOrEqual(noise <= 0.2 ? 0.01 : 0.05);
			expect(saccades.degrees?.count).toBe((fixations?.count ?? 0) - 1);
			expect(fixationShare).toBeGreaterThan(noise <= 0.2 ? 0.85 : 0.75);
		}
	});
});

it('does not join the moments of a gaze that follows something', () => {
	const { gaze } = measureRecording(makeTurning(10));
	expect(gaze?.fixations?.max).toBeLessThan(0.15);
});

it('finds fixations by the given dispersion and length', () => {
	const { gaze } = measureRecording(makeTurning(10), { fixationDegrees: 4, fixationSeconds: 0.3 });
	expect(gaze?.fixations?.min).toBeGreaterThan(0.3);
	expect(gaze?.fixations?.max).toBeLessThan(0.5);
	expect(measureRecording(makeTurning(10), { fixationSeconds: 0.3 }).gaze?.fixations).toBeNull();
});

// Fixations of 0.25 to 0.55 s, and saccades of 3 to 15° that take 21 ms and 2.2 ms per degree.
function makeGaze(rate: number, noise: number, seed: number): Recording {
	const random = createRandom(seed);
	const unit = (): number => (random.word() + 0.5) / 2 ** 32;
	const gauss = (): number => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
	const targets = [{ start: 0, seconds: 1, yaw: 0, pitch: 0 }];
	while (targets.length < FIXATIONS) {
		const last = targets.at(-1)!;
		const [degrees, direction] = [3 + 12 * unit(), 2 * Math.PI * unit()];
		const yaw = last.yaw + degrees * Math.cos(direction);
		const pitch = last.pitch + degrees * Math.sin(direction);
		if (Math.abs(yaw) > 25 || Math.abs(pitch) > 18) continue;
		targets.push({ start: last.start + 0.25 + 0.3 * unit(), seconds: 0.021 + 0.0022 * degrees, yaw, pitch });
	}
	const scale = DURATION / (targets.at(-1)!.start + 0.4);
	return makeDirections(rate, DURATION, (time) => {
		const place = Math.max(
			0,
			targets.findLastIndex(({ start }) => scale * start <= time),
		);
		const [from, to] = [targets[Math.max(0, place - 1)]!, targets[place]!];
		const share = minimumJerk((time - scale * to.start) / to.seconds);
		const between = (a: number, b: number): number => a + (b - a) * share + noise * gauss();
		return [between(from.yaw, to.yaw), between(from.pitch, to.pitch)];
	});
}

function makeTurning(degreesPerSecond: number): Recording {
	return makeDirections(60, 8, (time) => [degreesPerSecond * (time - 4), 0]);
}

function makeDirections(rate: number, duration: number, angles: (time: number) => [yaw: number, pitch: number]) {
	const [x, y, z]: [number[], number[], number[]] = [[], [], []];
	for (let i = 0; i <= duration * rate; i++) {
		const time = i / rate;
		const [yaw, pitch] = angles(time);
		x.push(time, Math.sin(yaw * RADIANS) * Math.cos(pitch * RADIANS));
		y.push(time, Math.sin(pitch * RADIANS));
		z.push(time, Math.cos(yaw * RADIANS) * Math.cos(pitch * RADIANS));
	}
	return createRecording({
		gaze: {
			origin: { x: createCurve([0, 0]), y: createCurve([0, 1.6]), z: createCurve([0, 0]) },
			direction: { x: createCurve(x), y: createCurve(y), z: createCurve(z) },
		},
	});
}
