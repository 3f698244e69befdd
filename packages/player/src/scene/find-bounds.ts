import { createFrameSample, createSampler, JOINT_COUNT, POSE_STRIDE, type Recording, SIDES } from '@handreel/core';

/** A ball in WebXR's space, in meters. */
export interface Bounds {
	readonly center: readonly [number, number, number];
	readonly radius: number;
}

const STEPS = 60;
const MIN_RADIUS = 0.15;
const NOWHERE: Bounds = { center: [0, 1.2, -0.4], radius: 0.4 };

/** Returns a ball around the tracked hands, or around the head if there are none. */
export function findBounds(recording: Recording): Bounds {
	const sampler = createSampler(recording, { space: 'webxr' });
	const frame = createFrameSample();
	const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	const high = low.map((value) => -value);
	const add = (poses: Float32Array, offset: number): void => {
		for (let axis = 0; axis < 3; axis++) {
			const value = poses[offset + axis]!;
			if (!Number.isFinite(value)) return;
			low[axis] = Math.min(low[axis]!, value);
			high[axis] = Math.max(high[axis]!, value);
		}
	};
	const visit = (work: () => void): void => {
		for (let i = 0; i <= STEPS; i++) {
			sampler.sampleFrame((recording.duration * i) / STEPS, frame);
			work();
		}
	};
	visit(() => {
		for (const side of SIDES) {
			const { tracked, joints, present } = frame.hands[side];
			for (let i = 1; tracked && i < JOINT_COUNT; i++) if (present[i] === 1) add(joints, i * POSE_STRIDE);
			const controller = frame.controllers[side];
			if (controller.present && controller.tracked) add(controller.grip, 0);
		}
	});
	if (low[0] === Number.POSITIVE_INFINITY) visit(() => frame.headPresent && add(frame.head, 0));
	if (low[0] === Number.POSITIVE_INFINITY) return NOWHERE;
	const middle = (axis: number): number => (low[axis]! + high[axis]!) / 2;
	// The corners of the box are empty: hands move along curves.
	const size = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
	return { center: [middle(0), middle(1), middle(2)], radius: Math.max(MIN_RADIUS, size / 2) };
}
