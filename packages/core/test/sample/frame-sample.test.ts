import {
	createCurve,
	createHandSample,
	createRecording,
	getJointPose,
	type JointName,
	sampleHand,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';

describe('getJointPose', () => {
	const position = { x: createCurve([0, 1]), y: createCurve([0, 2]), z: createCurve([0, 3, 1, 5]) };
	const recording = createRecording({ hands: { right: { joints: { indexTip: { position } } } } });

	it('returns position and rotation as views of the hand', () => {
		const hand = sampleHand(recording, 'right', 0, createHandSample());
		const pose = getJointPose(hand, 'indexTip');
		expect(pose).toEqual({ position: Float32Array.of(1, 2, 3), rotation: Float32Array.of(0, 0, 0, 1) });
		sampleHand(recording, 'right', 1, hand);
		expect(pose?.position[2]).toBe(5);
	});

	it('returns null for a joint that is absent', () => {
		const hand = sampleHand(recording, 'right', 0, createHandSample());
		expect(getJointPose(hand, 'wrist')).toBeNull();
		expect(getJointPose(createHandSample(), 'indexTip')).toBeNull();
	});

	it('refuses a name that is not a joint', () => {
		expect(() => getJointPose(createHandSample(), 'index' as JointName)).toThrow(
			new TypeError("joint: 'index' is not a joint name"),
		);
	});
});
