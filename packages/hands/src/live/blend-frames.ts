import {
	type ControllerSample,
	convertSpace,
	type FrameSample,
	type HandSample,
	JOINT_COUNT,
	POSE_STRIDE,
	SIDES,
	type SpaceName,
} from '@handreel/core';
import { blendPoses } from '@handreel/core/internal';

const ROTATION = 3;

/** Copies a frame. */
export function copyFrame(from: FrameSample, out: FrameSample): void {
	out.time = from.time;
	out.headPresent = from.headPresent;
	out.gazePresent = from.gazePresent;
	out.head.set(from.head);
	out.gaze.set(from.gaze);
	for (const side of SIDES) {
		copyHand(from.hands[side], out.hands[side]);
		copyController(from.controllers[side], out.controllers[side]);
	}
}

function copyHand(from: HandSample, out: HandSample): void {
	out.tracked = from.tracked;
	out.pinching = from.pinching;
	out.aimPresent = from.aimPresent;
	out.pinchStrength = from.pinchStrength;
	out.joints.set(from.joints);
	out.present.set(from.present);
	out.aim.set(from.aim);
}

function copyController(from: ControllerSample, out: ControllerSample): void {
	out.present = from.present;
	out.tracked = from.tracked;
	out.buttonCount = from.buttonCount;
	out.axisCount = from.axisCount;
	out.grip.set(from.grip);
	out.aim.set(from.aim);
	out.pressed.set(from.pressed);
	out.touched.set(from.touched);
	out.values.set(from.values);
	out.axes.set(from.axes);
}

/** Fills `out` with the frame at a fraction of the way from `a` to `b`. States are those of `a`. */
export function blendFrames(a: FrameSample, b: FrameSample, fraction: number, out: FrameSample): void {
	copyFrame(a, out);
	if (a.headPresent && b.headPresent) blendPoses(a.head, b.head, fraction, out.head);
	if (a.gazePresent && b.gazePresent) blendNumbers(a.gaze, b.gaze, 0, a.gaze.length, fraction, out.gaze);
	for (const side of SIDES) {
		const from = a.hands[side];
		const to = b.hands[side];
		// A hand that is lost or found in between does not move to the place where it is found.
		if (from.tracked && to.tracked) {
			for (let joint = 0; joint < JOINT_COUNT; joint++) {
				const isInBoth = from.present[joint] === 1 && to.present[joint] === 1;
				const at = joint * POSE_STRIDE;
				if (isInBoth) blendPoses(from.joints, to.joints, fraction, out.hands[side].joints, at, at, at);
			}
			if (from.aimPresent && to.aimPresent) blendPoses(from.aim, to.aim, fraction, out.hands[side].aim);
		}
		const last = a.controllers[side];
		const next = b.controllers[side];
		if (last.present && next.present && last.tracked && next.tracked) {
			blendPoses(last.grip, next.grip, fraction, out.controllers[side].grip);
			blendPoses(last.aim, next.aim, fraction, out.controllers[side].aim);
		}
	}
}

function blendNumbers(
	a: Float32Array,
	b: Float32Array,
	start: number,
	end: number,
	fraction: number,
	out: Float32Array,
): void {
	for (let i = start; i < end; i++) out[i] = a[i]! + (b[i]! - a[i]!) * fraction;
}

/** Moves a frame from one space to another. */
export function turnFrame(frame: FrameSample, from: SpaceName, to: SpaceName): void {
	if (from === to) return;
	turnPoses(frame.head, from, to);
	convertSpace(frame.gaze, 3, from, to, frame.gaze);
	convertSpace(frame.gaze, 3, from, to, frame.gaze, 3, 3);
	for (const side of SIDES) {
		turnPoses(frame.hands[side].joints, from, to);
		turnPoses(frame.hands[side].aim, from, to);
		turnPoses(frame.controllers[side].grip, from, to);
		turnPoses(frame.controllers[side].aim, from, to);
	}
}

function turnPoses(poses: Float32Array, from: SpaceName, to: SpaceName): void {
	for (let i = 0; i < poses.length; i += POSE_STRIDE) {
		convertSpace(poses, 3, from, to, poses, i, i);
		convertSpace(poses, 4, from, to, poses, i + ROTATION, i + ROTATION);
	}
}
