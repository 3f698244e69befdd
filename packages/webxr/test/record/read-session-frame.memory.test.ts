import { createFrameSample, SIDES } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { expectFewBytes } from '../../../hands/test/support/count-bytes.ts';
import { readSessionFrame } from '../../src/record/read-session-frame.ts';
import type { RecordableFrame, RecordableInput } from '../../src/record/recordable-session.ts';

const target = new EventTarget();
const pose = {
	transform: { position: { x: 1, y: 2, z: 3, w: 1 }, orientation: { x: 0, y: Math.SQRT1_2, z: 0, w: Math.SQRT1_2 } },
	radius: 0.01,
};
const frame: RecordableFrame = { getViewerPose: () => pose, getPose: () => pose, getJointPose: () => pose };
const hand = { get: () => target };
const gamepad = { buttons: [{ pressed: true, touched: true, value: 0.5 }], axes: [0.25, -1] };
const inputs: RecordableInput[] = [
	{ handedness: 'left', targetRayMode: 'tracked-pointer', targetRaySpace: target, hand },
	{ handedness: 'right', targetRayMode: 'tracked-pointer', targetRaySpace: target, gripSpace: target, gamepad },
	{ handedness: 'none', targetRayMode: 'gaze', targetRaySpace: target },
];

describe('reading a frame of a session', () => {
	it('turns poses into the space of Unity', () => {
		const { head, gaze, gazePresent, hands, controllers } = readSessionFrame(frame, {}, inputs, createFrameSample());
		const half = Math.fround(Math.SQRT1_2);
		expect([...head]).toEqual([1, 2, -3, -0, -half, 0, half]);
		// Turned by 90° to the left, −z is −x.
		expect([gazePresent, ...gaze].map((value) => Math.round(Number(value) * 1e6) / 1e6 + 0)).toEqual([
			1, 1, 2, -3, -1, 0, 0,
		]);
		expect(SIDES.map((side) => [hands[side].tracked, controllers[side].present])).toEqual([
			[true, false],
			[false, true],
		]);
		expect([...hands.left.present]).toEqual([0, ...Array(26).fill(1)]);
		const { right } = controllers;
		expect([right.buttonCount, right.pressed[0], right.values[0], right.axisCount]).toEqual([1, 1, 0.5, 2]);
		expect([...right.axes.subarray(0, 2)]).toEqual([0.25, -1]);
	});

	it('allocates nothing', async () => {
		const out = createFrameSample();
		const space = {};
		const frames = 3000;
		const work = (): void => {
			for (let i = 0; i < frames; i++) readSessionFrame(frame, space, inputs, out);
		};
		work();
		// An array per joint would be thousands of bytes.
		await expectFewBytes(work, 100 * frames);
	});
});
