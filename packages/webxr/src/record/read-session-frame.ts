import {
	type ControllerSample,
	type FrameSample,
	type HandSample,
	JOINTS,
	type JointInfo,
	type JointName,
	type JointRadii,
	MAX_AXES,
	MAX_BUTTONS,
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
 * along the middle metacarpal, with its rotation. Pinches do not change, because WebXR reports them as events; neither do
 * the buttons of a controller without a gamepad.
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
	for (const side of SIDES) {
		out.hands[side].tracked = false;
		out.controllers[side].present = false;
	}
	for (const input of inputs) {
		if (input.targetRayMode === 'gaze') {
			const ray = frame.getPose(input.targetRaySpace as never, space as never);
			if (ray) {
				out.gazePresent = true;
				writeRay(ray, out.gaze);
			}
		}
		const side = findRecordedSide(input);
		if (side === null) continue;
		if (input.hand) readHand(frame, space, input, out.hands[side]);
		else readController(frame, space, input, out.controllers[side]);
	}
	return out;
}

/** Returns the side of a hand or controller; `null` for other inputs. */
export function findRecordedSide({ handedness, targetRayMode }: RecordableInput): Side | null {
	return targetRayMode === 'tracked-pointer' && (handedness === 'left' || handedness === 'right') ? handedness : null;
}

function readController(
	frame: RecordableFrame,
	space: object,
	{ targetRaySpace, gripSpace, gamepad }: RecordableInput,
	out: ControllerSample,
): void {
	out.present = true;
	out.grip.fill(Number.NaN);
	out.aim.fill(Number.NaN);
	const hasAim = writePose(frame.getPose(targetRaySpace as never, space as never), out.aim, 0);
	const hasGrip = !!gripSpace && writePose(frame.getPose(gripSpace as never, space as never), out.grip, 0);
	out.tracked = hasAim || hasGrip;
	out.axisCount = 0;
	if (!gamepad) {
		out.buttonCount = 1;
		return;
	}
	const buttons = gamepad.buttons.slice(0, MAX_BUTTONS);
	out.buttonCount = buttons.length;
	buttons.forEach(({ pressed, touched, value }, i) => {
		out.pressed[i] = pressed ? 1 : 0;
		out.touched[i] = touched ? 1 : 0;
		out.values[i] = value;
	});
	const axes = gamepad.axes.slice(0, MAX_AXES);
	out.axisCount = axes.length;
	out.axes.set(axes);
}

function readHand(
	frame: RecordableFrame,
	space: object,
	{ hand, targetRaySpace, gamepad }: RecordableInput,
	out: HandSample,
): void {
	out.present.fill(0);
	out.aimPresent = false;
	out.pinchStrength = gamepad?.buttons[0]?.value ?? Number.NaN;
	for (const { index: at, webxr } of WEBXR_JOINTS) {
		const joint = hand?.get(webxr as never);
		const pose = joint && frame.getJointPose?.(joint as never, space as never);
		// WebXR reports all joints of a hand or none.
		if (!writePose(pose, out.joints, at * POSE_STRIDE)) return;
		out.present[at] = 1;
	}
	out.tracked = true;
	out.aimPresent = writePose(frame.getPose(targetRaySpace as never, space as never), out.aim, 0);
	const palm = index('palm');
	const pose = (name: string): Float32Array => out.joints.subarray(index(name) * POSE_STRIDE).subarray(0, POSE_STRIDE);
	out.joints.set(createPalmPose(pose('middleMetacarpal'), pose('middleKnuckle')), palm * POSE_STRIDE);
	out.present[palm] = 1;
}

/** Returns the radii of a hand in meters; `null` while they are unknown. */
export function readRadii(frame: RecordableFrame, space: object, { hand }: RecordableInput): JointRadii | null {
	const radii: Partial<Record<JointName, number>> = {};
	for (const { name, webxr } of WEBXR_JOINTS) {
		const joint = hand?.get(webxr as never);
		const { radius } = (joint && frame.getJointPose?.(joint as never, space as never)) ?? {};
		if (radius === undefined || !Number.isFinite(radius)) return null;
		radii[name] = radius;
	}
	return radii;
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
