import { multiplyQuaternions, normalizeQuaternion } from '../math/quaternion.ts';
import type { Side } from '../model/recording.ts';
import { type FrameSample, HAND_STRIDE, JOINT_COUNT, POSE_STRIDE } from '../sample/frame-sample.ts';
import { convertSpace, type SpaceName } from '../sample/spaces.ts';
import { createAim, createGrip, findControllerAim, findPinchStrength } from './arm.ts';
import { writeHandJoints } from './hand-model.ts';
import { hashToNormal, sampleTremor, toMicroseconds } from './random.ts';
import { AXIS_COUNT, BUTTON_COUNT, type SideTrack } from './side-track.ts';
import { PLAN_SPACE, type Stage } from './stage.ts';

/** Seconds by which a headset's pointing ray lags behind the hand. */
const AIM_LAG = 0.045;
/** Radians of noise of the wrist's rotation and degrees of noise of fingers, per meter of noise of its position. */
const TURN_NOISE = 10;
const ANGLE_NOISE = 1000;
/** A value of a button from which on it counts as pressed, and as touched. */
const PRESSED = 0.5;
const TOUCHED = 0.01;
/** Channels of random numbers: axes of the wrist, its rotation, its fingers. */
const SIDE_CHANNELS = 100;

const joints = new Float64Array(HAND_STRIDE);

/** Writes the performed frame at a time in seconds and returns `out`. */
export function writeFrame(
	stage: Stage,
	tracks: Readonly<Record<Side, SideTrack>>,
	time: number,
	space: SpaceName,
	out: FrameSample,
): FrameSample {
	const head = stage.headAt(time);
	out.time = time;
	out.headPresent = true;
	writePose(head, space, out.head);
	out.gazePresent = true;
	const gaze = stage.gazeAt(time, head);
	convertSpace(gaze, 3, PLAN_SPACE, space, out.gaze);
	convertSpace(gaze, 3, PLAN_SPACE, space, out.gaze, 3, 3);
	writeSide(stage, tracks.left, time, space, out);
	writeSide(stage, tracks.right, time, space, out);
	return out;
}

function writeSide(stage: Stage, track: SideTrack, time: number, space: SpaceName, out: FrameSample): void {
	const { side } = track;
	const { eyeHeight, handSize, noise, profiles, seed } = stage.settings;
	const hand = out.hands[side];
	const controller = out.controllers[side];
	const mode = track.modeAt(time);
	hand.tracked = mode === 'hand';
	hand.pinching = hand.tracked && track.isPinchingAt(time);
	controller.present = mode === 'controller';
	controller.tracked = controller.present;
	hand.aimPresent = hand.tracked;
	hand.pinchStrength = Number.NaN;
	hand.present.fill(hand.tracked ? 1 : 0, 1);
	hand.present[0] = 0;
	if (mode === 'nothing') return;
	const wrist = stage.toWorld(shake(stage, side, time, track.wristAt(time)), time);
	if (mode === 'hand') {
		const channel = side === 'left' ? 0 : SIDE_CHANNELS;
		const angles = track.anglesAt(time).slice();
		for (let i = 0; i < angles.length && noise > 0; i++) {
			angles[i]! += noise * ANGLE_NOISE * hashToNormal(seed, toMicroseconds(time), channel + 10 + i);
		}
		writeHandJoints(side, handSize, angles, wrist, joints);
		hand.pinchStrength = findPinchStrength(joints);
		for (let joint = 1; joint < JOINT_COUNT; joint++) {
			const at = joint * POSE_STRIDE;
			writePose(joints, space, hand.joints, at, at);
		}
		const past = time - AIM_LAG;
		writePose(stage.toWorld(createAim(side, track.wristAt(past), null, eyeHeight), past), space, hand.aim);
		return;
	}
	writePose(createGrip(side, wrist), space, controller.grip);
	const aim = createAim(side, track.wristAt(time), findControllerAim(profiles), eyeHeight);
	writePose(stage.toWorld(aim, time), space, controller.aim);
	controller.buttonCount = BUTTON_COUNT;
	for (let i = 0; i < BUTTON_COUNT; i++) {
		const value = Math.min(1, Math.max(0, track.button(i).at(time)));
		controller.values[i] = value;
		controller.pressed[i] = value >= PRESSED ? 1 : 0;
		controller.touched[i] = value >= TOUCHED ? 1 : 0;
	}
	controller.axisCount = AXIS_COUNT;
	for (let i = 0; i < AXIS_COUNT; i++) controller.axes[i] = Math.min(1, Math.max(-1, track.axis(i).at(time)));
}

// Adds tremor, and the noise of a tracker, to a wrist. Fingers follow the wrist, so bones keep their lengths.
function shake({ settings }: Stage, side: Side, time: number, wrist: number[]): number[] {
	const { seed, tremor, noise } = settings;
	const channel = side === 'left' ? 0 : SIDE_CHANNELS;
	for (let i = 0; i < 3 && tremor > 0; i++) wrist[i]! += tremor * sampleTremor(time, seed, channel + i);
	if (noise === 0) return wrist;
	const micros = toMicroseconds(time);
	const turn = [0, 0, 0, 1];
	for (let i = 0; i < 3; i++) {
		wrist[i]! += noise * hashToNormal(seed, micros, channel + 3 + i);
		turn[i] = (noise * TURN_NOISE * hashToNormal(seed, micros, channel + 6 + i)) / 2;
	}
	multiplyQuaternions(wrist, turn, wrist, 3, 0, 3);
	return normalizeQuaternion(wrist, wrist, 3, 3);
}

function writePose(pose: ArrayLike<number>, space: SpaceName, out: Float32Array, offset = 0, outOffset = 0): void {
	convertSpace(pose, 3, PLAN_SPACE, space, out, offset, outOffset);
	convertSpace(pose, 4, PLAN_SPACE, space, out, offset + 3, outOffset + 3);
}
