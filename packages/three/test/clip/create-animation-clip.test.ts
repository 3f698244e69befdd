import { createCurve, createRecording } from '@handreel/core';
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

it('refuses recordings without hands', () => {
	expect(() => createAnimationClip(readFixture('mrtk-2.8.3-camera-only.bin'), 'left')).toThrow('it has no hands');
	expect(() => createAnimationClip(readFixture('mrtk-2.8.3-full-5s.bin'), 'x' as 'left')).toThrow(/side: 'x'/);
});
