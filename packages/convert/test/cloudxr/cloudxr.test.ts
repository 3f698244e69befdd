import { decodeRecording } from '@handreel/convert';
import { decodeCloudxr } from '@handreel/convert/cloudxr';
import {
	createFrameSample,
	isRecordingError,
	JOINTS,
	POSE_STRIDE,
	SIDES,
	type Side,
	sampleFrame,
	selectJoints,
} from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../support/fixture-recordings.ts';

const toPose = ([px, py, pz, ox, oy, oz, ow]: readonly number[]): object => ({ px, py, pz, ox, oy, oz, ow });
const POSE = [0.1, 1.2, -0.3, 0, Math.SQRT1_2, 0, Math.SQRT1_2];
const none = { left: null, right: null };
const makeFrame = (timeMs: number, more: object = {}): object => ({
	timeMs,
	poses: { leftGrip: toPose(POSE), leftAim: toPose(POSE), rightGrip: null, rightAim: null },
	gamepads: { left: { buttons: [{ value: 0.75, pressed: true, touched: true }], axes: [0, 0, 0.5, -1] }, right: null },
	handJoints: { left: {}, right: {} },
	...more,
});
const toText = (frames: readonly object[], more: object = {}): string =>
	JSON.stringify({ version: 1, ...more, frames });

// What the recorder of the client stores of the joints of a recording.
function recordJoints(time: number): { readonly frame: object; readonly joints: Record<Side, Float32Array> } {
	const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
	const { hands } = sampleFrame(recording, time, createFrameSample(), { space: 'webxr' });
	const joints = Object.fromEntries(SIDES.map((side) => [side, selectJoints(hands[side], 'webxr-25')]));
	const handJoints = Object.fromEntries(
		SIDES.map((side) => [
			side,
			Object.fromEntries(
				JOINTS.filter(({ webxr }) => webxr !== null && hands[side].tracked).map(({ webxr, webxrIndex, radius }) => {
					const pose = joints[side]!.subarray(webxrIndex * POSE_STRIDE, (webxrIndex + 1) * POSE_STRIDE);
					return [webxr, { ...toPose([...pose]), radius }];
				}),
			),
		]),
	);
	const poses = { leftGrip: null, leftAim: toPose(POSE), rightGrip: null, rightAim: null };
	const gamepads = { left: { buttons: [{ value: 1, pressed: true, touched: true }], axes: [] }, right: null };
	return {
		frame: { timeMs: 5000 + time * 1000, poses, gamepads, handJoints },
		joints: joints as Record<Side, Float32Array>,
	};
}

describe('a recording of the WebXR client', () => {
	it('has the joints of hands, which start at 0 seconds', async () => {
		const recorded = [1, 1.5, 2].map(recordJoints);
		const text = toText(
			recorded.map(({ frame }) => frame),
			{ recordedAt: 1_700_000_000_000 },
		);
		const { recording, format, issues } = await decodeRecording(new TextEncoder().encode(text));
		expect([format, issues]).toEqual(['cloudxr', []]);
		expect(recording.info).toMatchObject({ application: 'Isaac Teleop', startTime: 1_700_000_000 });
		recorded.forEach(({ joints }, i) => {
			const { hands } = sampleFrame(recording, i / 2, createFrameSample(), { space: 'webxr' });
			expect(hands.left.tracked).toBe(true);
			const read = selectJoints(hands.left, 'webxr-25');
			read.forEach((value, k) => {
				if (k % 7 < 3) expect(Math.abs(value - joints.left[k]!)).toBeLessThan(1e-5);
			});
			expect(hands.left.present[2]).toBe(1);
			expect(hands.left).toMatchObject({ pinching: true, pinchStrength: 1, aimPresent: true });
		});
		expect(recording.hands?.left.radii?.indexTip).toBeCloseTo(0.0066);
		expect(recording.controllers).toBeNull();
	});

	it('has controllers where there are no joints', () => {
		const { recording, issues } = decodeCloudxr(toText([makeFrame(0), makeFrame(0), makeFrame(11)]));
		expect(recording.hands).toBeNull();
		const { left, right } = sampleFrame(recording, 0.011, createFrameSample(), { space: 'webxr' }).controllers;
		expect([left.tracked, right.present]).toEqual([true, false]);
		expect([...left.grip]).toEqual(POSE.map((value) => expect.closeTo(value, 6)));
		expect([left.pressed[0], left.values[0], left.axes[3]]).toEqual([1, 0.75, -1]);
		expect(issues.map(({ message }) => message)).toEqual([
			'frames: 1 frame left out: the time is not after that of the frame before',
		]);
	});

	it('loses a controller that is gone', () => {
		const gone = { poses: { leftGrip: null, leftAim: null, rightGrip: null, rightAim: null }, gamepads: none };
		const { recording } = decodeCloudxr(toText([makeFrame(0), makeFrame(500, gone)]));
		expect(sampleFrame(recording, 0.6, createFrameSample()).controllers.left.tracked).toBe(false);
	});

	it.each([
		['{"version":2,"frames":[{"timeMs":0}]}', 'version: only version 1 is read'],
		['{"version":1,"frames":[]}', 'frames: has no frames'],
		['{"version":1,"frames":7}', 'frames: must be a list'],
		['{"version":1,"frames":[{"timeMs":0}]}', 'frames[0].poses: must be an object'],
		[toText([makeFrame(0, { timeMs: 'a' })]), 'frames[0].timeMs: "a" is not a number'],
		[toText([makeFrame(0, { poses: { leftGrip: toPose([0, 0, 0, 0, 0, 0, 0]) } })]), 'leftGrip: has no rotation'],
		['{"version":1,', 'recording: the JSON is malformed'],
	])('%s is refused', (text, message) => {
		expect(() => decodeCloudxr(text)).toThrow(message);
	});

	it('is read or refused with a RecordingError wherever a character changes', () => {
		const text = toText([recordJoints(1).frame, makeFrame(9000)]);
		fc.assert(
			fc.property(fc.nat(text.length), fc.string({ maxLength: 3 }), (at, more) => {
				try {
					decodeCloudxr(text.slice(0, at) + more + text.slice(at + more.length));
				} catch (error) {
					expect(isRecordingError(error)).toBe(true);
				}
			}),
		);
	});
});
