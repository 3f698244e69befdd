import {
	createFrameSample,
	createSampler,
	type FrameSample,
	JOINT_COUNT,
	POSE_STRIDE,
	SIDES,
	SPACES,
	type SpaceName,
} from '@handreel/core';
import { LiveFrames } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../support/fixtures.ts';

const recording = readFixture('mrtk-2.8.3-full-5s.bin');
const sampler = createSampler(recording);
const frame = createFrameSample();

function fill(live: LiveFrames, from: number, to: number, interval = 1 / 90): void {
	const count = Math.round((to - from) / interval);
	for (let i = 0; i < count; i++) live.push(sampler.sampleFrame(from + i * interval, frame));
}

/** The largest distance between the joints of live frames and of the recording. */
function compare(live: LiveFrames, time: number): number {
	const seen = live.sample(time, createFrameSample(), 'unity');
	const expected = sampler.sampleFrame(time, createFrameSample());
	let worst = 0;
	for (const side of SIDES) {
		for (let i = POSE_STRIDE; i < JOINT_COUNT * POSE_STRIDE; i++) {
			const isPosition = i % POSE_STRIDE < 3;
			const difference = Math.abs(seen.hands[side].joints[i]! - expected.hands[side].joints[i]!);
			if (isPosition && difference > worst) worst = difference;
		}
	}
	return worst;
}

describe('LiveFrames', () => {
	it('interpolates between frames', () => {
		const live = new LiveFrames({ delay: 1 });
		fill(live, 1, 2);
		expect(live.count).toBe(90);
		for (let time = 1; time < 1.98; time += 0.0137) expect(compare(live, time)).toBeLessThan(5e-4);
		// Exactly at a frame.
		expect(compare(live, 1)).toBe(0);
	});

	it('holds the ends, and loses the hands after the timeout', () => {
		const live = new LiveFrames({ timeout: 0.1 });
		const out = createFrameSample();
		expect(live.newestTime).toBeNaN();
		expect(live.sample(0, out, 'unity').hands.left.tracked).toBe(false);
		live.push(sampler.sampleFrame(1, frame));
		expect(live.sample(0.5, out, 'unity').hands.left.joints).toEqual(frame.hands.left.joints);
		expect(live.sample(1.09, out, 'unity').hands.left.tracked).toBe(true);
		expect(live.sample(1.11, out, 'unity').hands.left.tracked).toBe(false);
		expect(out.hands.left.joints).toEqual(frame.hands.left.joints);
	});

	it('turns frames into another space', () => {
		const live = new LiveFrames({ space: undefined, delay: undefined, timeout: undefined });
		live.push(sampler.sampleFrame(1, frame));
		const expected = createSampler(recording, { space: 'webxr' }).sampleFrame(1, createFrameSample());
		const seen = live.sample(1, createFrameSample(), 'webxr');
		expect(Array.from(seen.hands.left.joints)).toEqual(Array.from(expected.hands.left.joints).map((value) => value));
		expect(seen.head).toEqual(expected.head);
		const back = new LiveFrames({ space: 'webxr' });
		back.push(expected);
		expect(back.sample(1, createFrameSample(), 'unity').hands.right.joints).toEqual(frame.hands.right.joints);
	});

	it('turns frames into every space of core', () => {
		for (const from of Object.keys(SPACES) as SpaceName[]) {
			const live = new LiveFrames({ space: from });
			live.push(createSampler(recording, { space: from }).sampleFrame(1, createFrameSample()));
			for (const to of Object.keys(SPACES) as SpaceName[]) {
				const expected = createSampler(recording, { space: to }).sampleFrame(1, createFrameSample());
				const seen = live.sample(1, createFrameSample(), to);
				for (const side of SIDES)
					expect(seen.hands[side].joints, `${from} to ${to}`).toEqual(expected.hands[side].joints);
				expect(seen.head).toEqual(expected.head);
				expect(seen.gaze).toEqual(expected.gaze);
			}
		}
	});

	it('drops late frames and starts again with the source', () => {
		const live = new LiveFrames();
		fill(live, 3, 4);
		const { newestTime } = live;
		live.push(sampler.sampleFrame(3.5, frame));
		expect(live.newestTime).toBe(newestTime);
		live.push(sampler.sampleFrame(0.25, frame));
		expect(live.newestTime).toBe(0.25);
		expect(compare(live, 0.25)).toBe(0);
	});

	it('refuses what is not a frame or an option', () => {
		expect(() => new LiveFrames({ delay: -1 })).toThrow(/delay: -1/);
		expect(() => new LiveFrames({ timeout: Number.NaN })).toThrow(/timeout: NaN/);
		expect(() => new LiveFrames({ space: 'moon' as 'unity' })).toThrow("space: 'moon' is not one of unity, webxr");
		expect(() => new LiveFrames().push({ ...frame, time: Number.NaN })).toThrow(/frame.time: NaN/);
		const sent = JSON.parse(JSON.stringify(sampler.sampleFrame(1, frame))) as FrameSample;
		expect(() => new LiveFrames().push(sent)).toThrow(
			'frame.head: not a typed array of the right length; JSON keeps no typed arrays',
		);
		const hands = { ...frame.hands, right: { ...frame.hands.right, joints: new Float32Array(7) } };
		expect(() => new LiveFrames().push({ ...frame, hands })).toThrow(/frame.hands.right.joints: not a typed array/);
		const controllers = { left: frame.controllers.left } as FrameSample['controllers'];
		expect(() => new LiveFrames().push({ ...frame, controllers })).toThrow(
			/frame.controllers.right.grip: not a typed array/,
		);
	});
});
