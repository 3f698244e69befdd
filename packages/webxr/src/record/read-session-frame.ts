import {
	type FrameSample,
	type HandSample,
	JOINTS,
	type JointInfo,
	POSE_STRIDE,
	rotateVector,
	SIDES,
	type Side,
} from '@handreel/core';
import { createPalmPose } from '../device/pose.ts';
import type { RecordableFrame, RecordableInput, RecordablePose } from './recordable-session.ts';

/** The joints that WebXR has. */
const WEBXR_JOINTS: readonly JointInfo[] = /* @__PURE__ */ JOINTS.filter(({ webxr }) => webxr !== null);

const index = (name: string): number => JOINTS.findIndex((joint) => joint.name === name);

/**
 * Fills `out` with the poses of a WebXR frame, in Unity's space, and returns it. WebXR has no palm: it is placed halfway
 * along the middle metacarpal, with its rotation. Pinches do not change, because WebXR reports them as events.
 */
export function readSessionFrame(
	frame: RecordableFrame,
	space: object,
	inputs: Iterable<RecordableInput>,
	out: FrameSample,
): FrameSample {
	const head = frame.getViewerPose(space as never);
	out.headPresent = writePose(head, out.head, 0);
	out.gazePresent = false;
	out.gaze.fill(Number.NaN);
	for (const side of SIDES) out.hands[side].tracked = false;
	for (const input of inputs) {
		if (input.targetRayMode === 'gaze') {
			const ray = frame.getPose(input.targetRaySpace as never, space as never);
			if (ray) {
				out.gazePresent = true;
				writeRay(ray, out.gaze);
			}
		} else if (input.hand && (input.handedness === 'left' || input.handedness === 'right')) {
			readHand(frame, space, input, out.hands[input.handedness as Side]);
		}
	}
	return out;
}

function readHand(frame: RecordableFrame, space: object, { hand }: RecordableInput, out: HandSample): void {
	out.present.fill(0);
	for (const { index: at, webxr } of WEBXR_JOINTS) {
		const joint = hand?.get(webxr as never);
		const pose = joint && frame.getJointPose?.(joint as never, space as never);
		// WebXR reports all joints of a hand or none.
		if (!writePose(pose, out.joints, at * POSE_STRIDE)) return;
		out.present[at] = 1;
	}
	out.tracked = true;
	const palm = index('palm');
	const pose = (name: string): Float32Array => out.joints.subarray(index(name) * POSE_STRIDE).subarray(0, POSE_STRIDE);
	out.joints.set(createPalmPose(pose('middleMetacarpal'), pose('middleKnuckle')), palm * POSE_STRIDE);
	out.present[palm] = 1;
}

// From WebXR's space to Unity's: the z axis is negated.
function writePose(pose: RecordablePose | null | undefined, out: Float32Array, at: number): boolean {
	if (!pose) return false;
	const { position: p, orientation: q } = pose.transform;
	out.set([p.x, p.y, -p.z, -q.x, -q.y, q.z, q.w], at);
	return true;
}

function writeRay({ transform: { position: p, orientation: q } }: RecordablePose, out: Float32Array): void {
	const [x = 0, y = 0, z = 0] = rotateVector([q.x, q.y, q.z, q.w], [0, 0, -1], [] as number[]);
	out.set([p.x, p.y, -p.z, x, y, -z]);
}
