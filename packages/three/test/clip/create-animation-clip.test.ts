import { createCurve, createRecording, samplePose } from '@handreel/core';
import { angleBetweenQuaternions, slerpQuaternions } from '@handreel/core/internal';
import { createAnimationClip } from '@handreel/three';
import { expect, it } from 'vitest';
import { readFixture } from '../../../hands/test/support/fixtures.ts';

it('has tracks with W3C names, from 0 to the duration', () => {
	const recording = readFixture('mrtk-2.8.3-full-5s.bin');
	const clip = createAnimationClip(recording, 'left', { name: 'grab' });
	expect([clip.name, clip.duration, clip.tracks.length]).toEqual(['grab', recording.duration, 51]);
	expect(clip.tracks.map(({ name }) => name).slice(0, 3)).toEqual(['.visible', 'wrist.position', 'wrist.quaternion']);
	for (const { times } of clip.tracks.slice(1)) {
		expect(times[0]).toBe(0);
		expect(times.at(-1)).toBe(Math.fround(recording.duration));
	}
	expect(clip.validate()).toBe(true);
});

it('adds keys only where curves bend', () => {
	const line = createCurve([0, 0, 1, 1]);
	const bend = createCurve([0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], { stride: 7 });
	const keys = (x: typeof line): number => {
		const recording = createRecording({ hands: { left: { joints: { wrist: { position: { x } } } } } });
		return createAnimationClip(recording, 'left').tracks.find(({ name }) => name === 'wrist.position')!.times.length;
	};
	expect(keys(line)).toBe(2);
	expect(keys(bend)).toBeGreaterThan(20);
});

it.each([1, 0.05])('keeps rotations within %s degrees between keys', (rotationToleranceDegrees) => {
	const bend = (from: number, to: number) => createCurve([0, from, 0, 0, 0, 0, 0, 1, to, 0, 0, 0, 0, 0], { stride: 7 });
	const pose = { rotation: { y: bend(0, 1), w: bend(1, 0) } };
	const recording = createRecording({ hands: { left: { joints: { wrist: pose } } } });
	const { tracks } = createAnimationClip(recording, 'left', { rotationToleranceDegrees });
	const { times, values } = tracks.find(({ name }) => name === 'wrist.quaternion')!;
	const [between, exact] = [new Float32Array(4), new Float32Array(7)];
	let worst = 0;
	for (let i = 1; i < times.length; i++) {
		slerpQuaternions(values, values, 0.5, between, (i - 1) * 4, i * 4, 0);
		const { wrist } = recording.hands!.left.joints;
		samplePose(wrist, (times[i - 1]! + times[i]!) / 2, exact, 0, { space: 'webxr' });
		worst = Math.max(worst, angleBetweenQuaternions(between, exact, 0, 3) * (180 / Math.PI));
	}
	expect(worst).toBeLessThanOrEqual(rotationToleranceDegrees);
	// Far fewer keys would be enough for a larger tolerance.
	expect(worst).toBeGreaterThan(rotationToleranceDegrees / 20);
});

it('refuses recordings without hands', () => {
	expect(() => createAnimationClip(readFixture('mrtk-2.8.3-camera-only.bin'), 'left')).toThrow('it has no hands');
	expect(() => createAnimationClip(readFixture('mrtk-2.8.3-full-5s.bin'), 'x' as 'left')).toThrow(/side: 'x'/);
});
