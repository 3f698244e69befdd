import { createFrameSample, findWebXRJoint, JOINTS, POSE_STRIDE, type Side, writePoseMatrix } from '@handreel/core';
import { createVariants, Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';

interface ThreeController {
	connect(source: unknown): void;
	update(source: unknown, frame: unknown, space: unknown): void;
	getHandSpace(): { addEventListener(type: string, listener: () => void): void };
}

// Its types would bring other types of WebXR into all tests.
const source: string = 'three/src/renderers/webxr/WebXRController.js';
const { WebXRController } = (await import(source)) as { WebXRController: new () => ThreeController };

// Plays a performance into three.js's own controller, which detects pinches by the distance of the fingertips.
function listPinches(performer: Performer, side: Side): string[] {
	const names = JOINTS.flatMap(({ webxr }) => webxr ?? []);
	const hand = new Map(names.map((jointName) => [jointName, { jointName }]));
	const inputSource = { handedness: side, hand, targetRaySpace: {}, gripSpace: null };
	const controller = new WebXRController();
	const group = controller.getHandSpace();
	const events: string[] = [];
	const frame = createFrameSample();
	const xrFrame = {
		session: { visibilityState: 'visible' },
		getPose: () => null,
		getJointPose: ({ jointName }: { jointName: string }) => {
			const { joints } = frame.hands[side];
			const at = (findWebXRJoint(jointName)?.index ?? 0) * POSE_STRIDE;
			const matrix = writePoseMatrix(joints, new Float32Array(16), at);
			return { transform: { matrix }, radius: 0.01 };
		},
	};
	for (const type of ['pinchstart', 'pinchend'] as const) {
		group.addEventListener(type, () => events.push(type));
	}
	controller.connect(inputSource);
	for (let i = 0; i <= performer.duration * 90; i++) {
		performer.sampleAt(i / 90, frame, { space: 'webxr' });
		controller.update(inputSource, xrFrame, {});
	}
	return events;
}

describe("three.js's pinch detection", () => {
	it('sees every performed pinch once, with any hand', () => {
		for (const options of createVariants(4, { seed: 4, space: 'webxr' })) {
			const performer = new Performer(options);
			performer.right.reach([0.2, 1.15, -0.4]).pinch().moveTo([0.1, 1.2, -0.4]).release();
			performer.right.pointAt([0, 1, -2]).pinch().release().grab([0.2, 1.15, -0.4]).release().shape('fist').rest();
			const twice = ['pinchstart', 'pinchend', 'pinchstart', 'pinchend'];
			expect(listPinches(performer, performer.right.side)).toEqual(twice);
			expect(listPinches(performer, performer.left.side)).toEqual([]);
		}
	});
});
