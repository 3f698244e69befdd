import { checkSpace, type HandSample, POSE_STRIDE } from './frame-sample.ts';

/** Joints of an `XRHand`. */
export const WEBXR_JOINT_COUNT = 25;

/** WebXR has no palm: its joints after the wrist are ours from the third on. */
const FIRST_FINGER_JOINT = 3;

/**
 * Fills 25 poses of seven floats at `outOffset` with the joints of a hand in the order of the WebXR specification, wrist
 * first, and returns `out`. Sample the hand with `space: 'webxr'`; joints that are absent are NaN.
 */
export function writeWebXRJoints(hand: HandSample, out: Float32Array, outOffset = 0): Float32Array {
	checkSpace(out, outOffset, WEBXR_JOINT_COUNT * POSE_STRIDE);
	const { joints } = hand;
	for (let i = 0; i < POSE_STRIDE; i++) out[outOffset + i] = joints[POSE_STRIDE + i]!;
	const shift = outOffset + POSE_STRIDE - FIRST_FINGER_JOINT * POSE_STRIDE;
	for (let i = FIRST_FINGER_JOINT * POSE_STRIDE; i < joints.length; i++) out[shift + i] = joints[i]!;
	return out;
}
