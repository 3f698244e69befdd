import {
	type ControllerSample,
	estimatePalm,
	type FrameSample,
	type HandSample,
	JOINT_NAMES,
	JOINTS,
	type JointName,
	SIDES,
} from '@handreel/core';
import { MAX_AXES, MAX_BUTTONS } from '@handreel/core/internal';
import type { Device, DeviceInput } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';

// A frame of a trace as a row of floats, so that thousands of frames cost little and travel from the page as bytes. Per
// side: a hand (state, aim, strength, joints), then a controller (state, grip, aim, counts, buttons, axes). Poses are
// WebXR's; NaN means unknown.

const POSE = 7;
const JOINT_FLOATS = 25 * POSE;
const HAND = 1 + POSE + 1 + JOINT_FLOATS;
const CONTROLLER = 1 + POSE + POSE + 2 + MAX_BUTTONS * 2 + MAX_AXES;
const GAZE = POSE;
const SIDES_START = POSE + GAZE;

/** The number of floats of a row. */
export const TRACE_ROW: number = SIDES_START + SIDES.length * (HAND + CONTROLLER);

// Bits of the state of a hand.
const TRACKED = 1;
const PINCHING = 2;

/** Creates a row of what a device shows to a session with some features. */
export function packTraceFrame({ head, isHeadEmulated, inputs }: Device, features: readonly string[]): Float32Array {
	const row = new Float32Array(TRACE_ROW).fill(Number.NaN);
	if (head !== null && !isHeadEmulated) row.set(toArray(head));
	for (const input of inputs) {
		if (input.feature !== null && !features.includes(input.feature)) continue;
		if (input.targetRayMode === 'gaze') writePose(row, POSE, input.ray);
		const side = (SIDES as readonly string[]).indexOf(input.handedness);
		if (side < 0 || input.targetRayMode !== 'tracked-pointer') continue;
		const at = SIDES_START + side * (HAND + CONTROLLER);
		if (input.hand !== null) packHand(row, at, input);
		else packController(row, at + HAND, input);
	}
	return row;
}

function packHand(row: Float32Array, at: number, input: DeviceInput): void {
	const joints = input.hand?.joints ?? null;
	row[at] = (joints === null ? 0 : TRACKED) | (input.isPressed('select') ? PINCHING : 0);
	writePose(row, at + 1, input.ray);
	row[at + 1 + POSE] = input.gamepad?.buttons[0]?.value ?? Number.NaN;
	if (joints !== null) row.set(joints, at + 1 + POSE + 1);
}

function packController(row: Float32Array, start: number, { grip, ray, gamepad }: DeviceInput): void {
	row[start] = grip === null && ray === null ? 0 : TRACKED;
	writePose(row, start + 1, grip);
	writePose(row, start + 1 + POSE, ray);
	const { buttons = [], axes = [] } = gamepad ?? {};
	let at = start + 1 + 2 * POSE;
	row[at++] = buttons.length;
	row[at++] = axes.length;
	buttons.slice(0, MAX_BUTTONS).forEach(({ pressed, touched, value }, i) => {
		row[at + i * 2] = (pressed ? 1 : 0) | (touched ? 2 : 0);
		row[at + i * 2 + 1] = value;
	});
	row.set(Array.from(axes).slice(0, MAX_AXES), at + MAX_BUTTONS * 2);
}

/** Fills a frame, in Unity's space, with a row. */
export function unpackTraceFrame(row: Float32Array, out: FrameSample): FrameSample {
	out.headPresent = readPose(row, 0, out.head, 0);
	const gaze = new Float32Array(POSE);
	out.gazePresent = readPose(row, POSE, gaze, 0);
	if (out.gazePresent) out.gaze.set([...gaze.subarray(0, 3), ...forward(gaze)]);
	SIDES.forEach((side, i) => {
		const at = SIDES_START + i * (HAND + CONTROLLER);
		unpackHand(row, at, out.hands[side]);
		unpackController(row, at + HAND, out.controllers[side]);
	});
	return out;
}

function unpackHand(row: Float32Array, at: number, out: HandSample): void {
	const state = row[at]! | 0;
	out.tracked = (state & TRACKED) !== 0;
	out.pinching = (state & PINCHING) !== 0;
	out.aimPresent = readPose(row, at + 1, out.aim, 0);
	out.pinchStrength = row[at + 1 + POSE]!;
	out.present.fill(0);
	if (!out.tracked) return;
	for (const { index, webxrIndex } of JOINTS) {
		if (webxrIndex < 0) continue;
		const from = at + 1 + POSE + 1 + webxrIndex * POSE;
		out.present[index] = readPose(row, from, out.joints, index * POSE) ? 1 : 0;
	}
	// WebXR has no palm.
	const { joints } = out;
	const offset = (name: JointName): number => JOINT_NAMES.indexOf(name) * POSE;
	estimatePalm(joints, joints, joints, offset('middleMetacarpal'), offset('middleKnuckle'), offset('palm'));
	out.present[2] = 1;
}

function unpackController(row: Float32Array, start: number, out: ControllerSample): void {
	out.present = !Number.isNaN(row[start]!);
	if (!out.present) return;
	out.tracked = row[start] === TRACKED;
	for (const [pose, at] of [
		[out.grip, start + 1],
		[out.aim, start + 1 + POSE],
	] as const) {
		if (!readPose(row, at, pose, 0)) pose.fill(Number.NaN);
	}
	let at = start + 1 + 2 * POSE;
	out.buttonCount = Math.min(row[at++]!, MAX_BUTTONS);
	out.axisCount = Math.min(row[at++]!, MAX_AXES);
	for (let i = 0; i < out.buttonCount; i++) {
		const state = row[at + i * 2]!;
		out.pressed[i] = state & 1;
		out.touched[i] = (state >> 1) & 1;
		out.values[i] = row[at + i * 2 + 1]!;
	}
	out.axes.set(row.subarray(at + MAX_BUTTONS * 2, at + MAX_BUTTONS * 2 + out.axisCount));
}

function writePose(row: Float32Array, at: number, pose: Pose | null): void {
	if (pose !== null) row.set(toArray(pose), at);
}

function toArray(pose: Pose): number[] {
	return Array.from(pose).slice(0, POSE);
}

// To Unity's space: the z axis is negated.
function readPose(row: Float32Array, at: number, out: Float32Array, to: number): boolean {
	const [px = 0, py = 0, pz = 0, x = 0, y = 0, z = 0, w = 1] = row.subarray(at, at + POSE);
	if (Number.isNaN(px) || Number.isNaN(w)) return false;
	out.set([px, py, -pz, -x, -y, z, w], to);
	return true;
}

// The z axis of a rotation.
function forward([, , , x = 0, y = 0, z = 0, w = 1]: Float32Array): number[] {
	return [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
}
