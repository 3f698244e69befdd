import { composePoses } from '../math/pose.ts';
import { findLookRotation, multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { dotVectors, measureDistance, normalizeVector } from '../math/vector.ts';
import { BODY_JOINT_COUNT, BODY_JOINTS } from '../model/body-joints.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import { SIDES, type Side } from '../model/recording.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';
import { signOf } from './arm.ts';
import type { Stage } from './stage.ts';

// The body of a performer: a straight torso below the neck, arms and legs of two bones each, hands as they are tracked. Places
// are in meters of a person whose eyes are at 1.6 m, in the frame of the body. Joints point along their bones with −z, and +y is
// the outside of a bent elbow, the front of a knee, the back of a torso.

type Point = readonly [x: number, y: number, z: number];

const MODEL_EYES = 1.6;
const TORSO: Readonly<Record<string, Point>> = {
	hips: [0, 0.93, 0.08],
	'spine-lower': [0, 1.01, 0.09],
	'spine-middle': [0, 1.12, 0.09],
	'spine-upper': [0, 1.22, 0.09],
	chest: [0, 1.3, 0.08],
	neck: [0, 1.43, 0.08],
};
/** Of the right side. */
const CLAVICLE: Point = [0.03, 1.37, 0.04];
const SCAPULA: Point = [0.1, 1.36, 0.1];
const SHOULDER: Point = [0.17, 1.35, 0.06];
const HIP: Point = [0.09, 0.9, 0.08];
const ANKLE: Point = [0.1, 0.08, 0.08];
/** From the ankle. */
const FOOT: Readonly<Record<string, Point>> = {
	'foot-ankle': [0, 0, 0],
	'foot-subtalar': [0, -0.03, -0.01],
	'foot-transverse': [0, -0.05, -0.06],
	'foot-ball': [0, -0.065, -0.13],
};
const UPPER_ARM = 0.3;
const FOREARM = 0.27;
const THIGH = 0.42;
const SHIN = 0.42;
/** Where the twist of a bone is, in shares of its length. */
const TWIST_SHARE = 0.75;
/** Meters that a shoulder follows a hand that is out of reach. Beyond, the arm grows. */
const SHRUG = 0.12;
/** Where a bent elbow of the right side points, and a knee. */
const ELBOW_POLE: Point = [0.5, -1, 0.35];
const KNEE_POLE: Point = [0, 0, -1];
/** From the eyes to the joint about which the head turns. */
const HEAD_PIVOT: Point = [0, -0.09, 0.08];
/** Meters that a foot is lifted, and how far steps reach, in seconds of walking. */
const LIFT = 0.07;
const STEP_SECONDS = 0.25;
/** −z turned up and +y turned back. */
const UPRIGHT = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

const INDEX: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(BODY_JOINTS.map(({ name, index }) => [name, index]));

/**
 * Writes the poses of a body at a time, in the order of `BODY_JOINTS` and in the space of plans, and returns `out`. `hands` are
 * the joints of both hands in the world.
 */
export function writeBody(
	stage: Stage,
	hands: Readonly<Record<Side, ArrayLike<number>>>,
	time: number,
	out: Float64Array = new Float64Array(BODY_JOINT_COUNT * POSE_STRIDE),
): Float64Array {
	const frame = stage.toWorld([0, 0, 0, 0, 0, 0, 1], time);
	const scale = stage.settings.eyeHeight / MODEL_EYES;
	const turned = frame.slice(3);
	const toWorld = ([x, y, z]: Point, sign = 1): number[] =>
		composePoses(frame, [sign * x * scale, y * scale, z * scale, 0, 0, 0, 1], [] as number[]).slice(0, 3);
	const direct = ([x, y, z]: Point, sign = 1): number[] => rotateVector(turned, [sign * x, y, z], [] as number[]);
	const write = (name: string, place: readonly number[], rotation: ArrayLike<number>): void => {
		const at = INDEX.get(name)! * POSE_STRIDE;
		for (let i = 0; i < 3; i++) out[at + i] = place[i]!;
		for (let i = 0; i < 4; i++) out[at + 3 + i] = rotation[i]!;
	};
	const upright = multiplyQuaternions(turned, UPRIGHT, [] as number[]);
	for (const [name, place] of Object.entries(TORSO)) write(name, toWorld(place), upright);
	const head = composePoses(stage.headAt(time), [...HEAD_PIVOT, ...UPRIGHT], [] as number[]);
	write('head', head.slice(0, 3), head.slice(3));
	for (const side of SIDES) {
		const sign = signOf(side);
		const wrist = Array.from({ length: POSE_STRIDE }, (_, i) => hands[side][POSE_STRIDE + i]!);
		const pole = direct(ELBOW_POLE, sign);
		const arms = [UPPER_ARM * scale, FOREARM * scale] as const;
		const shoulder = reachFor(toWorld(SHOULDER, sign), wrist, arms[0] + arms[1], SHRUG * scale);
		const elbow = bend(shoulder, wrist, arms, pole);
		const [clavicle, scapula] = [toWorld(CLAVICLE, sign), toWorld(SCAPULA, sign)];
		write(`${side}-shoulder`, clavicle, lookFrom(clavicle, shoulder, direct([0, 0, 1])));
		write(`${side}-scapula`, scapula, lookFrom(scapula, shoulder, direct([0, 0, 1])));
		write(`${side}-arm-upper`, shoulder, lookFrom(shoulder, elbow, pole));
		write(`${side}-arm-lower`, elbow, lookFrom(elbow, wrist, pole));
		const back = rotateVector(wrist, [0, 1, 0], [] as number[], 3);
		write(`${side}-hand-wrist-twist`, mix(elbow, wrist, TWIST_SHARE), lookFrom(elbow, wrist, back));
		writeLeg(side, stage, time, scale, toWorld, direct, write);
	}
	for (const { index, hand } of BODY_JOINTS) {
		if (hand === null) continue;
		const from = JOINT_NAMES.indexOf(hand.joint) * POSE_STRIDE;
		for (let i = 0; i < POSE_STRIDE; i++) out[index * POSE_STRIDE + i] = hands[hand.side][from + i]!;
	}
	return out;
}

function writeLeg(
	side: Side,
	stage: Stage,
	time: number,
	scale: number,
	toWorld: (point: Point, sign: number) => number[],
	direct: (point: Point) => number[],
	write: (name: string, place: readonly number[], rotation: ArrayLike<number>) => void,
): void {
	const sign = signOf(side);
	const { swing, lift, along } = stage.stepAt(time, side);
	const ankle = toWorld(ANKLE, sign).map((value, i) => value + along[i]! * swing * STEP_SECONDS);
	ankle[1]! += lift * LIFT * scale;
	const hip = toWorld(HIP, sign);
	const front = direct(KNEE_POLE);
	const knee = bend(hip, ankle, [THIGH * scale, SHIN * scale], front);
	write(`${side}-upper-leg`, hip, lookFrom(hip, knee, front));
	write(`${side}-lower-leg`, knee, lookFrom(knee, ankle, front));
	write(`${side}-foot-ankle-twist`, mix(knee, ankle, TWIST_SHARE), lookFrom(knee, ankle, front));
	const ahead = findLookRotation(front, [0, 1, 0], [] as number[]);
	for (const [name, place] of Object.entries(FOOT)) {
		const [x = 0, y = 0, z = 0] = direct(place);
		write(`${side}-${name}`, [ankle[0]! + x * scale, ankle[1]! + y * scale, ankle[2]! + z * scale], ahead);
	}
}

// Moves a shoulder to a wrist that is out of reach.
function reachFor(shoulder: readonly number[], wrist: readonly number[], length: number, most: number): number[] {
	const missing = Math.min(Math.max(measureDistance(shoulder, wrist) - length, 0), most);
	return mix(shoulder, wrist, missing / Math.max(measureDistance(shoulder, wrist), 1e-6));
}

// The joint between two bones. Bones that are too short grow.
function bend(
	from: readonly number[],
	to: readonly number[],
	[first, second]: readonly [number, number],
	pole: readonly number[],
): number[] {
	const along = [0, 1, 2].map((i) => to[i]! - from[i]!);
	const distance = normalizeVector(along, along);
	const growth = Math.max(1, distance / (first + second));
	const [a, b] = [first * growth, second * growth];
	const shift = Math.min((a * a - b * b + distance * distance) / (2 * Math.max(distance, 1e-6)), a);
	const height = Math.sqrt(Math.max(a * a - shift * shift, 0));
	const out = [0, 1, 2].map((i) => pole[i]! - along[i]! * dotVectors(along, pole));
	normalizeVector(out, out);
	return [0, 1, 2].map((i) => from[i]! + along[i]! * shift + out[i]! * height);
}

function lookFrom(from: readonly number[], to: readonly number[], up: readonly number[]): number[] {
	return findLookRotation(
		[0, 1, 2].map((i) => to[i]! - from[i]!),
		up,
		[] as number[],
	);
}

function mix(a: readonly number[], b: readonly number[], share: number): number[] {
	return [0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * share);
}
