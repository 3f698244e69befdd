import { evaluateCurve } from '../curves/evaluate.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import { type HandCurves, hasKeys, type Recording, type Side } from '../model/recording.ts';
import {
	checkOptions,
	checkSide,
	type FrameSample,
	type HandSample,
	NO_OPTIONS,
	POSE_STRIDE,
	type SampleOptions,
} from './frame-sample.ts';
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

/** Fills `out` with head, gaze and hands at a time in seconds and returns it. Use a sampler for many times. */
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
	if (head !== null && out.headPresent) writePose(head, time, out.head, 0, options);
	else out.head.fill(Number.NaN);
	if (gaze !== null && out.gazePresent) writeRay(gaze, time, out.gaze, 0, options);
	else out.gaze.fill(Number.NaN);
	fillHand(hands?.left ?? null, time, out.hands.left, options);
	fillHand(hands?.right ?? null, time, out.hands.right, options);
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
	return out;
}
