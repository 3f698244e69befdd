import {
	type ControllerSample,
	estimatePalm,
	type FrameSample,
	type HandSample,
	JOINTS,
	type JointInfo,
	type JointName,
	type JointRadii,
	POSE_STRIDE,
	SIDES,
	type Side,
} from '@handreel/core';
import { MAX_AXES, MAX_BUTTONS, rotateVector } from '@handreel/core/internal';
import type { RecordableFrame, RecordableInput, RecordablePose } from './recordable-session.ts';

/** The joints that WebXR has. */
const WEBXR_JOINTS: readonly JointInfo[] = /* @__PURE__ */ JOINTS.filter(({ webxr }) => webxr !== null);

const findOffset = (name: JointName): number => POSE_STRIDE * JOINTS.findIndex((joint) => joint.name === name);
const PALM: number = /* @__PURE__ */ JOINTS.findIndex(({ name }) => name === 'palm');
const MIDDLE_METACARPAL: number = /* @__PURE__ */ findOffset('middleMetacarpal');
const MIDDLE_KNUCKLE: number = /* @__PURE__ */ findOffset('middleKnuckle');

/**
 * Fills `out` with the poses of a WebXR frame, in Unity's space, and returns it. Allocates nothing itself. WebXR has no palm: it is placed halfway
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
	const { buttons, axes } = gamepad;
	out.buttonCount = Math.min(buttons.length, MAX_BUTTONS);
	for (let i = 0; i < out.buttonCount; i++) {
		const button = buttons[i]!;
		out.pressed[i] = button.pressed ? 1 : 0;
		out.touched[i] = button.touched ? 1 : 0;
		out.values[i] = button.value;
	}
	out.axisCount = Math.min(axes.length, MAX_AXES);
	for (let i = 0; i < out.axisCount; i++) out.axes[i] = axes[i]!;
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
	for (let i = 0; i < WEBXR_JOINTS.length; i++) {
		const { index: at, webxr } = WEBXR_JOINTS[i]!;
		const joint = hand?.get(webxr as never);
		const pose = joint && frame.getJointPose?.(joint as never, space as never);
		// WebXR reports all joints of a hand or none.
		if (!writePose(pose, out.joints, at * POSE_STRIDE)) return;
		out.present[at] = 1;
	}
	out.tracked = true;
	out.aimPresent = writePose(frame.getPose(targetRaySpace as never, space as never), out.aim, 0);
	estimatePalm(out.joints, out.joints, out.joints, MIDDLE_METACARPAL, MIDDLE_KNUCKLE, PALM * POSE_STRIDE);
	out.present[PALM] = 1;
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
	out[at] = p.x;
	out[at + 1] = p.y;
	out[at + 2] = -p.z;
	out[at + 3] = -q.x;
	out[at + 4] = -q.y;
	out[at + 5] = q.z;
	out[at + 6] = q.w;
	return true;
}

// The direction is −z, rotated.
function writeRay({ transform: { position: p, orientation: q } }: RecordablePose, out: Float32Array): void {
	out[0] = p.x;
	out[1] = p.y;
	out[2] = -p.z;
	rotation[0] = q.x;
	rotation[1] = q.y;
	rotation[2] = q.z;
	rotation[3] = q.w;
	rotateVector(rotation, FORWARD, out, 0, 0, 3);
	out[5] = -out[5]!;
}

const rotation = new Float64Array(4);
const FORWARD = [0, 0, -1];
