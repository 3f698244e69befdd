import { composePoses } from '../math/pose.ts';
import { findLookRotation, findShortestRotation, multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { normalizeVector } from '../math/vector.ts';
import type { Side } from '../model/recording.ts';
import { estimateRay, estimateShoulder } from '../sample/estimate-hand.ts';
import { getPinchGap, INDEX_TIP, THUMB_TIP, writeHandJoints } from './hand-model.ts';
import { readShape } from './hand-shapes.ts';

// Poses and points are in the frame of the body unless said otherwise: WebXR's axes, the origin on the floor below the
// head, −z where the chest points.

/** The part of a hand or controller that goes to a target. */
export type ReachPart = 'pinch' | 'index' | 'palm' | 'grip';

/** Meters from the shoulder that a wrist can reach, leaning included. */
export const ARM_REACH = 0.8;

const ELBOW_OUT = 0.06;
const ELBOW_BELOW = 0.27;
const DEGREE: number = Math.PI / 180;
const MAX_PITCH: number = 60 * DEGREE;
const MAX_YAW: number = 80 * DEGREE;
/** How far the hand bends up from the line of the forearm. */
const EXTENSION: number = 10 * DEGREE;
/** How far the thumb points up, for each part that reaches. */
const ROLLS: Readonly<Record<ReachPart, number>> = {
	pinch: 25 * DEGREE,
	index: 15 * DEGREE,
	palm: 50 * DEGREE,
	grip: 65 * DEGREE,
};
const ROUNDS = 8;
const POINTING_ROUNDS = 40;

/** 1 for the right side, whose x is positive, and −1 for the left. */
export const signOf = (side: Side): 1 | -1 => (side === 'right' ? 1 : -1);

// A head that looks where the chest points.
const createHead = (eyeHeight: number): number[] => [0, eyeHeight, 0, 0, 0, 0, 1];

/** Returns the position of a shoulder. */
export function findShoulder(side: Side, eyeHeight: number): number[] {
	return estimateShoulder(side, createHead(eyeHeight));
}

/** Returns the wrist of a hand that rests in front of the body. */
export function createRestPose(side: Side, eyeHeight: number): number[] {
	const sign = signOf(side);
	return [sign * 0.22, eyeHeight - 0.35, -0.12, ...turnWrist(side, sign * 8 * DEGREE, 18 * DEGREE, 18 * DEGREE)];
}

/** Returns the wrist of a raised hand that waves. */
export function createWavePose(side: Side, eyeHeight: number): number[] {
	return [signOf(side) * 0.28, eyeHeight - 0.12, -0.25, ...turnWrist(side, 0, 75 * DEGREE, 10 * DEGREE)];
}

/** Returns the point at which a thing leaves the hand that throws it to a target. */
export function createThrowPoint(side: Side, eyeHeight: number, target: ArrayLike<number>): number[] {
	const half = clamp(Math.atan2(-target[0]!, -target[2]!), MAX_YAW) / 2;
	return rotateVector(
		[0, Math.sin(half), 0, Math.cos(half)],
		[signOf(side) * 0.2, eyeHeight - 0.22, -0.38],
		[] as number[],
	);
}

/** Returns the point of a hand, in the frame of its wrist, that goes to a target. */
export function findPart(side: Side, part: ReachPart, size: number): number[] {
	if (part === 'palm' || part === 'grip')
		return GRIP_PLACE.map((value, i) => value * size * (i === 0 ? signOf(side) : 1));
	const joints = writeHandJoints(side, size, readShape(part === 'pinch' ? 'pinch' : 'poke'), IDENTITY);
	return [0, 1, 2].map((i) => {
		const index = joints[INDEX_TIP + i]!;
		return part === 'index' ? index : (index + joints[THUMB_TIP + i]!) / 2;
	});
}

/** Returns the wrist that brings a part of a hand to a target, turned as a forearm would turn it. */
export function planReach(
	side: Side,
	target: ArrayLike<number>,
	part: ReachPart,
	size: number,
	eyeHeight: number,
): number[] {
	const local = findPart(side, part, size);
	const [sx = 0, sy = 0, sz = 0] = findShoulder(side, eyeHeight);
	const elbow = [sx + signOf(side) * ELBOW_OUT, sy - ELBOW_BELOW, sz];
	const wrist = [target[0]!, target[1]!, target[2]!, 0, 0, 0, 1];
	for (let round = 0; round < ROUNDS; round++) {
		const along = [0, 1, 2].map((i) => wrist[i]! - elbow[i]!);
		normalizeVector(along, along);
		const yaw = clamp(Math.atan2(-along[0]!, -along[2]!), MAX_YAW);
		const pitch = clamp(Math.asin(clamp(along[1]!, 1)) + EXTENSION, MAX_PITCH);
		const rotation = turnWrist(side, yaw, pitch, ROLLS[part]);
		const [x = 0, y = 0, z = 0] = rotateVector(rotation, local, [] as number[]);
		wrist.splice(0, 7, target[0]! - x, target[1]! - y, target[2]! - z, ...rotation);
	}
	return wrist;
}

/** Returns the wrist that brings a part of a hand to a target without turning the hand. */
export function shiftWrist(wrist: ArrayLike<number>, local: readonly number[], target: ArrayLike<number>): number[] {
	const [x = 0, y = 0, z = 0] = rotateVector(wrist, local, [] as number[], 3);
	return [target[0]! - x, target[1]! - y, target[2]! - z, wrist[3]!, wrist[4]!, wrist[5]!, wrist[6]!];
}

/** Returns the wrist of a hand, or of a hand with a controller, whose pointing ray hits a target. */
export function planPointing(
	side: Side,
	target: ArrayLike<number>,
	controller: ControllerAim | null,
	eyeHeight: number,
): number[] {
	const isController = controller !== null;
	const sign = signOf(side);
	const yaw = clamp(Math.atan2(-target[0]!, -target[2]!), MAX_YAW);
	const base = isController ? [sign * 0.18, -0.35, -0.36] : [sign * 0.13, -0.2, -0.36];
	const [x = 0, y = 0, z = 0] = rotateVector([0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)], base, [] as number[]);
	const roll = isController ? ROLLS.grip : 36 * DEGREE;
	const wrist = [x, eyeHeight + y, z, ...turnWrist(side, yaw, 20 * DEGREE, roll)];
	for (let round = 0; round < POINTING_ROUNDS; round++) {
		const aim = createAim(side, wrist, controller, eyeHeight);
		const along = rotateVector(aim, [0, 0, -1], [] as number[], 3);
		const wanted = [0, 1, 2].map((i) => target[i]! - aim[i]!);
		normalizeVector(wanted, wanted);
		const correction = findShortestRotation(along, wanted, [] as number[]);
		multiplyQuaternions(correction, wrist, wrist, 0, 3, 3);
	}
	return wrist;
}

const IDENTITY = [0, 0, 0, 0, 0, 0, 1];
/** Meters from the wrist of a right hand to the middle of a held object, and how it is turned. */
const GRIP_PLACE = [-0.002, -0.037, -0.065];

/** The ray of a right controller in the frame of its grip: a direction of length 1, and meters. */
export interface ControllerAim {
	readonly along: readonly number[];
	readonly origin: readonly number[];
}

/** What users see as up along the ray, in the frame of the grip. */
const AIM_UP = [0, 1, -1];
/** 60° below the grip's −z, from 5 cm ahead on. */
const COMMON_AIM: ControllerAim = { along: [0, -Math.sqrt(0.75), -0.5], origin: [0, -0.0433, -0.025] };
/** 37° below the grip's −z, and 9° inward. */
const META_AIM: ControllerAim = { along: [-0.1239, -0.5944, -0.7946], origin: [-0.0065, -0.0186, -0.05] };
/** The rays of Meta's controllers, as A-Frame has them: it derives rays from grips. */
const AIMS: ReadonlyMap<string, ControllerAim> = new Map([
	['oculus-touch', { along: [0, -0.6247, -0.7809], origin: [-0.002, -0.005, -0.03] }],
	['oculus-touch-v2', { along: [0, -0.669, -0.7433], origin: [0.006, -0.03, -0.04] }],
	['oculus-touch-v3', META_AIM],
	['meta-quest-touch-pro', META_AIM],
	['meta-quest-touch-plus', META_AIM],
]);

/** Returns how a controller with some input profiles holds its ray. */
export function findControllerAim(profiles: readonly string[]): ControllerAim {
	return AIMS.get(profiles.find((name) => AIMS.has(name)) ?? '') ?? COMMON_AIM;
}

/** Returns the grip of a held object or controller from the pose of the wrist. */
export function createGrip(side: Side, wrist: ArrayLike<number>): number[] {
	const sign = signOf(side);
	const [x = 0, y = 0, z = 0] = GRIP_PLACE;
	return composePoses(wrist, [x * sign, y, z, 0.5, sign * 0.5, sign * 0.5, 0.5], [] as number[]);
}

/** Returns the pointing ray as a pose with −z along the ray, as a headset derives it from wrist and shoulder. */
export function createAim(
	side: Side,
	wrist: ArrayLike<number>,
	controller: ControllerAim | null,
	eyeHeight: number,
): number[] {
	const sign = signOf(side);
	const mirrored = (pose: ArrayLike<number>, [x = 0, y = 0, z = 0]: readonly number[]): number[] =>
		rotateVector(pose, [x * sign, y, z], [] as number[], 3);
	if (controller !== null) {
		const grip = createGrip(side, wrist);
		const origin = mirrored(grip, controller.origin).map((value, i) => value + grip[i]!);
		return [...origin, ...findLookRotation(mirrored(grip, controller.along), mirrored(grip, AIM_UP), [] as number[])];
	}
	const [x = 0, y = 0, z = 0, ...along] = estimateRay(side, wrist, createHead(eyeHeight));
	return [x, y, z, ...findLookRotation(along, mirrored(wrist, [0, 1, 0]), [] as number[])];
}

/** Returns whether a shape closes thumb and index finger, from 0 (open) to 1. */
export function findPinchStrength(joints: ArrayLike<number>): number {
	return Math.min(1, Math.max(0, (0.06 - getPinchGap(joints)) / (0.06 - 0.022)));
}

// Yaw about y, then pitch about x, then a roll that lifts the thumb.
function turnWrist(side: Side, yaw: number, pitch: number, roll: number): number[] {
	const half = (-signOf(side) * roll) / 2;
	const turned = multiplyQuaternions(
		[0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)],
		[Math.sin(pitch / 2), 0, 0, Math.cos(pitch / 2)],
		[] as number[],
	);
	return multiplyQuaternions(turned, [0, 0, Math.sin(half), Math.cos(half)], [] as number[]);
}

function clamp(value: number, limit: number): number {
	return Math.min(Math.max(value, -limit), limit);
}
