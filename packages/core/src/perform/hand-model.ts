import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { JOINTS, type JointName } from '../model/joints.ts';
import type { JointRadii, Side } from '../model/recording.ts';
import { estimatePalm } from '../sample/estimate-hand.ts';
import { HAND_STRIDE, POSE_STRIDE } from '../sample/frame-sample.ts';
import { FINGER_ANGLES } from './hand-shapes.ts';

// An average right hand in the frame of its wrist: −z toward the fingers, +y out of the back of the hand, millimeters
// and degrees. The left hand is its mirror image.

/** A vector or three angles. */
export type Triple = readonly [x: number, y: number, z: number];

/** How a finger of the model is built and moves. */
export interface FingerModel {
	/** The index of its first moving joint. */
	readonly joint: number;
	readonly first: Triple;
	/** How the first joint shifts per degree of abduction: the base of the thumb slides on the palm. */
	readonly slide: Triple;
	/** The twist of the first joint: a constant, per degree of flexion, per degree of abduction. */
	readonly twist: Triple;
	/** Constant abduction and twist of the second and the third joint. */
	readonly second: readonly [abduction: number, twist: number];
	readonly third: readonly [abduction: number, twist: number];
	readonly lengths: Triple;
	/** The joint before the first, which does not move: position, then flexion, abduction and twist. */
	readonly metacarpal: readonly [at: Triple, degrees: Triple] | null;
}

/** The fingers in the order of a shape's angles. */
export const FINGER_MODELS: readonly FingerModel[] = [
	{
		joint: 3,
		first: [-17.3, -28.1, -39.7],
		slide: [-0.31, 0.3, 0.13],
		twist: [85.1, 0.58, -0.34],
		second: [-5, -10],
		third: [4, 9],
		lengths: [32.5, 33.8, 24.6],
		metacarpal: null,
	},
	{
		joint: 8,
		first: [-23.6, -7.3, -96],
		slide: [0, 0, 0],
		twist: [2.9, 0.06, 0.11],
		second: [0, -3],
		third: [-3, -2],
		lengths: [37.9, 24.3, 22.4],
		metacarpal: [
			[-17.6, -11.9, -37.5],
			[0, 0, 0],
		],
	},
	{
		joint: 13,
		first: [-1.7, -2.6, -95.6],
		slide: [0, 0, 0],
		twist: [2.2, -0.12, 0.51],
		second: [1, -1],
		third: [3, -6],
		lengths: [42.9, 27.5, 25],
		metacarpal: [
			[-1.4, -8.9, -35.4],
			[0, 0, 0],
		],
	},
	{
		joint: 18,
		first: [17.5, -6.5, -88.7],
		slide: [0, 0, 0],
		twist: [-0.7, -0.19, 0.47],
		second: [3, -3],
		third: [4, -1],
		lengths: [39, 26.6, 24.4],
		metacarpal: [
			[15, -6, -34.8],
			[0, 0, 0],
		],
	},
	{
		joint: 23,
		first: [35, -13.7, -77.9],
		slide: [0, 0, 0],
		twist: [-4.3, -0.31, 0.54],
		second: [2, -7],
		third: [5, 1],
		lengths: [30.7, 20.3, 22],
		metacarpal: [
			[23, -9.4, -34.1],
			[6, -15, -25],
		],
	},
];

/** Millimeters from the wrist to the base of the thumb, which slides at this distance. */
export const THUMB_BASE = 49.5;
/** Millimeters by which tips lie above the axis of their bone. */
const TIP_RISE = 1;
export const DEGREE: number = Math.PI / 180;

const WRIST: number = POSE_STRIDE;
const PALM: number = 2 * POSE_STRIDE;
const MIDDLE_METACARPAL: number = 12 * POSE_STRIDE;
const MIDDLE_KNUCKLE: number = 13 * POSE_STRIDE;
export const THUMB_TIP: number = 6 * POSE_STRIDE;
export const INDEX_TIP: number = 11 * POSE_STRIDE;

/** Returns the radii of the joints of a hand in meters. `size` is 1 for an average hand. */
export function createRadii(size: number): JointRadii {
	const radii: Partial<Record<JointName, number>> = {};
	for (const { name, radius } of JOINTS.slice(1)) radii[name] = Math.fround(radius * size);
	return radii;
}

/**
 * Writes the poses of the 27 joints of a hand from the pose of its wrist and its angles, in the space of WebXR, and
 * returns `out`. `none` is NaN. Angles move joints, so the lengths of bones are constant.
 */
export function writeHandJoints(
	side: Side,
	size: number,
	angles: Float64Array,
	wrist: ArrayLike<number>,
	out: Float64Array = new Float64Array(HAND_STRIDE),
): Float64Array {
	const mirror = side === 'right' ? 1 : -1;
	const scale = size / 1000;
	out.fill(Number.NaN, 0, WRIST);
	for (let i = 0; i < POSE_STRIDE; i++) out[WRIST + i] = wrist[i]!;
	for (const [finger, model] of FINGER_MODELS.entries()) {
		const { joint, metacarpal, second, third, lengths } = model;
		const start = finger * FINGER_ANGLES;
		const [flexion, abduction] = [angles[start]!, angles[start + 1]!];
		const at = joint * POSE_STRIDE;
		if (metacarpal !== null) {
			const [place, [f, a, t]] = metacarpal;
			placeJoint(out, WRIST, at - POSE_STRIDE, place, mirror, scale);
			turnJoint(out, WRIST, at - POSE_STRIDE, f, a * mirror, t * mirror);
		}
		placeJoint(out, WRIST, at, findFirst(model, abduction), mirror, scale);
		const twist = model.twist[0] + model.twist[1] * flexion + model.twist[2] * abduction;
		turnJoint(out, WRIST, at, flexion, abduction * mirror, twist * mirror);
		for (const [i, [a, t]] of [second, third].entries()) {
			const from = at + i * POSE_STRIDE;
			const to = from + POSE_STRIDE;
			placeJoint(out, from, to, [0, 0, -lengths[i]!], mirror, scale);
			turnJoint(out, from, to, angles[start + 2 + i]!, a * mirror, t * mirror);
		}
		const distal = at + 2 * POSE_STRIDE;
		const tip = distal + POSE_STRIDE;
		placeJoint(out, distal, tip, [0, TIP_RISE, -lengths[2]], mirror, scale);
		for (let i = 3; i < POSE_STRIDE; i++) out[tip + i] = out[distal + i]!;
	}
	return estimatePalm(out, out, out, MIDDLE_METACARPAL, MIDDLE_KNUCKLE, PALM);
}

/** Returns the distance between the tips of thumb and index finger in meters. */
export function getPinchGap(joints: ArrayLike<number>): number {
	let sum = 0;
	for (let i = 0; i < 3; i++) sum += (joints[THUMB_TIP + i]! - joints[INDEX_TIP + i]!) ** 2;
	return Math.sqrt(sum);
}

function findFirst({ first, slide, joint }: FingerModel, abduction: number): Triple {
	if (joint !== FINGER_MODELS[0]!.joint) return first;
	const [x, y, z] = first.map((value, i) => value + slide[i]! * abduction) as unknown as Triple;
	const factor = THUMB_BASE / Math.hypot(x, y, z);
	return [x * factor, y * factor, z * factor];
}

const place = new Float64Array(3);

// Writes a joint's position, given in the frame of another joint.
function placeJoint(out: Float64Array, parent: number, to: number, at: Triple, mirror: number, scale: number): void {
	place[0] = at[0] * mirror * scale;
	place[1] = at[1] * scale;
	place[2] = at[2] * scale;
	rotateVector(out, place, out, parent + 3, 0, to);
	for (let i = 0; i < 3; i++) out[to + i]! += out[parent + i]!;
}

const turn = new Float64Array(4);

// Writes the parent's rotation after Rx(−flexion) Ry(abduction) Rz(twist).
function turnJoint(out: Float64Array, parent: number, to: number, f: number, a: number, t: number): void {
	writeTurn(-f * DEGREE, a * DEGREE, t * DEGREE, turn);
	multiplyQuaternions(out, turn, out, parent + 3, 0, to + 3);
}

// The quaternion of Rx Ry Rz, angles in radians.
function writeTurn(x: number, y: number, z: number, out: Float64Array): void {
	const [sx, cx, sy, cy] = [Math.sin(x / 2), Math.cos(x / 2), Math.sin(y / 2), Math.cos(y / 2)];
	const [sz, cz] = [Math.sin(z / 2), Math.cos(z / 2)];
	out[0] = sx * cy * cz + cx * sy * sz;
	out[1] = cx * sy * cz - sx * cy * sz;
	out[2] = cx * cy * sz + sx * sy * cz;
	out[3] = cx * cy * cz - sx * sy * sz;
}
