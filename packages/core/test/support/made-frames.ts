import { createFrameSample, type FrameSample, JOINT_COUNT, POSE_STRIDE, RAY_STRIDE, type Side } from '@handreel/core';

/** What {@link makeFrame} leaves out. */
export interface FrameGaps {
	readonly head?: boolean;
	readonly gaze?: boolean;
	readonly untracked?: readonly Side[];
	readonly pinching?: readonly Side[];
	/** Joints that are absent, by their place. */
	readonly absent?: readonly number[];
}

/** A frame of a smooth motion: head, two hands of 26 joints (`none` is absent), gaze. `phase` decides where everything is. */
export function makeFrame(time: number, gaps: FrameGaps = {}, phase: number = time): FrameSample {
	const frame = createFrameSample();
	frame.time = time;
	frame.headPresent = gaps.head !== false;
	frame.head.set(makePose(phase, 0));
	frame.gazePresent = gaps.gaze !== false;
	const [x = 0, y = 0, z = 0, ...rest] = makePose(phase, 1);
	const length = Math.hypot(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0);
	frame.gaze.set([x, y, z, ...rest.slice(0, 3).map((value) => value / length)].slice(0, RAY_STRIDE));
	for (const side of ['left', 'right'] as const) {
		const hand = frame.hands[side];
		hand.tracked = !gaps.untracked?.includes(side);
		hand.pinching = gaps.pinching?.includes(side) ?? false;
		for (let joint = 0; joint < JOINT_COUNT; joint++) {
			hand.present[joint] = joint > 0 && hand.tracked && !gaps.absent?.includes(joint) ? 1 : 0;
			const pose = hand.present[joint] === 1 ? makePose(phase, joint + (side === 'left' ? 2 : 40)) : NO_POSE;
			hand.joints.set(pose, joint * POSE_STRIDE);
		}
	}
	return frame;
}

const NO_POSE: readonly number[] = Array.from({ length: POSE_STRIDE }, () => Number.NaN);

function makePose(phase: number, seed: number): number[] {
	const wave = (speed: number): number => Math.sin(phase * speed + seed * 1.7);
	const rotation = [wave(1.1) * 0.5, wave(1.3) * 0.5, wave(0.7) * 0.5, 1];
	const length = Math.hypot(...rotation);
	return [wave(0.9), 1.5 + wave(0.8) * 0.2, wave(1.2), ...rotation.map((value) => value / length)];
}
