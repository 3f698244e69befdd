import { evaluateCurve } from '../curves/evaluate.ts';
import type { Curve } from '../model/curve.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import {
	type ControllerCurves,
	type HandCurves,
	hasKeys,
	type PoseCurves,
	type Recording,
	type Side,
} from '../model/recording.ts';
import { type ControllerSample, type FrameSample, type HandSample, POSE_STRIDE } from './frame-sample.ts';
import { checkOptions, checkSide, NO_OPTIONS, type SampleOptions } from './options.ts';
import { writePose, writeRay } from './pose.ts';

/**
 * Fills `out` with one hand at a time in seconds and returns it. Use a sampler for many times. A recording without
 * hands gives an untracked hand without joints. Throws `TypeError` for an unknown side or space.
 */
export function sampleHand(
	recording: Recording,
	side: Side,
	time: number,
	out: HandSample,
	options: SampleOptions = NO_OPTIONS,
): HandSample {
	checkSide(side);
	checkOptions(options);
	return fillHand(recording.hands?.[side] ?? null, time, out, options);
}

/** Fills `out` with head, gaze, hands and controllers at a time in seconds and returns it. Use a sampler for many times. */
export function sampleFrame(
	recording: Recording,
	time: number,
	out: FrameSample,
	options: SampleOptions = NO_OPTIONS,
): FrameSample {
	checkOptions(options);
	const { head, gaze, hands } = recording;
	out.time = time;
	out.headPresent = head !== null && hasKeys(head);
	out.gazePresent = gaze !== null && hasKeys(gaze);
	fillPose(head, time, out.head, options);
	if (gaze !== null && out.gazePresent) writeRay(gaze, time, out.gaze, 0, options);
	else out.gaze.fill(Number.NaN);
	fillHand(hands?.left ?? null, time, out.hands.left, options);
	fillHand(hands?.right ?? null, time, out.hands.right, options);
	fillController(recording.controllers?.left ?? null, time, out.controllers.left, options);
	fillController(recording.controllers?.right ?? null, time, out.controllers.right, options);
	return out;
}

function fillHand(hand: HandCurves | null, time: number, out: HandSample, options: SampleOptions): HandSample {
	out.tracked = hand !== null && evaluateCurve(hand.tracked, time, options) > 0.5;
	out.pinching = hand !== null && evaluateCurve(hand.pinching, time, options) > 0.5;
	for (let i = 0; i < JOINT_NAMES.length; i++) {
		const pose = hand === null ? null : hand.joints[JOINT_NAMES[i]!];
		const isPresent = pose !== null && hasKeys(pose);
		out.present[i] = isPresent ? 1 : 0;
		if (isPresent) writePose(pose, time, out.joints, i * POSE_STRIDE, options);
		else out.joints.fill(Number.NaN, i * POSE_STRIDE, (i + 1) * POSE_STRIDE);
	}
	const aim = hand?.aim ?? null;
	out.aimPresent = aim !== null && hasKeys(aim);
	fillPose(aim, time, out.aim, options);
	const strength = hand?.pinchStrength ?? null;
	out.pinchStrength = strength === null ? Number.NaN : evaluateCurve(strength, time, options);
	return out;
}

function fillPose(pose: PoseCurves | null, time: number, out: Float32Array, options: SampleOptions): void {
	if (pose !== null && hasKeys(pose)) writePose(pose, time, out, 0, options);
	else out.fill(Number.NaN);
}

function fillController(
	controller: ControllerCurves | null,
	time: number,
	out: ControllerSample,
	options: SampleOptions,
): void {
	out.present = controller !== null;
	if (controller === null) return;
	const { tracked, grip, aim, buttons, axes } = controller;
	const isTrue = (curve: Curve): boolean => evaluateCurve(curve, time, options) > 0.5;
	out.tracked = isTrue(tracked);
	fillPose(grip, time, out.grip, options);
	fillPose(aim, time, out.aim, options);
	out.buttonCount = buttons.length;
	buttons.forEach(({ pressed, touched, value }, i) => {
		out.pressed[i] = isTrue(pressed) ? 1 : 0;
		out.touched[i] = isTrue(touched) ? 1 : 0;
		out.values[i] = evaluateCurve(value, time, options);
	});
	out.axisCount = axes.length;
	axes.forEach((axis, i) => {
		out.axes[i] = evaluateCurve(axis, time, options);
	});
}
