import { evaluateCurve } from '../curves/evaluate.ts';
import { listKeyTimes } from '../curves/key-times.ts';
import { checkFinite } from '../issue/error.ts';
import {
	alignQuaternion,
	getRotationAngle,
	multiplyQuaternions,
	rotateVector,
	slerpQuaternions,
} from '../math/quaternion.ts';
import { type Curve, createCurve } from '../model/curve.ts';
import { JOINTS, type JointName } from '../model/joints.ts';
import { replaceFields } from '../model/map-curves.ts';
import type { PoseCurves, Recording, Side } from '../model/recording.ts';
import { limitChanges } from './limit-changes.ts';

/** A change of the pose of a hand at a time, in Unity's space. */
export interface PoseChange {
	readonly side: Side;
	/** What turns: the wrist with the whole hand, or a joint with the joints of its finger after it. */
	readonly joint: JointName;
	/** Seconds. */
	readonly time: number;
	/** Seconds before and after the time over which the change comes and goes. */
	readonly blend: number;
	/** How far the hand moves, in meters. Only for the wrist: other joints would change the length of a bone. */
	readonly move?: readonly [x: number, y: number, z: number];
	/** How the joint turns about its own position, as x y z w. */
	readonly turn?: readonly [x: number, y: number, z: number, w: number];
}

/** The most that a joint turns between two keys, in radians: a bone of 10 cm gets at most 5 µm shorter in between. */
const MAX_STEP = 0.02;
const MAX_STEPS = 2048;
const NO_MOVE: readonly [number, number, number] = [0, 0, 0];
const NO_TURN: readonly [number, number, number, number] = [0, 0, 0, 1];

/**
 * A recording in which a hand or a finger has another pose at a time. The change is a layer on the motion: it comes over `blend` seconds,
 * is complete at the time, and goes over as many. What turns is rigid, so bones keep their lengths. Outside of the blend all keys stay
 * as they are, bit for bit.
 *
 * Throws `RangeError` for a hand or joint without keys and for times that are not finite, `TypeError` for a joint that would move away
 * from its bone.
 */
export function poseHand(recording: Recording, change: PoseChange): Recording {
	const { side, joint, time, blend, move = NO_MOVE, turn = NO_TURN } = change;
	checkFinite(time, 'time');
	if (!(blend > 0)) throw new RangeError(`blend: ${blend} is not a positive number`);
	const hand = recording.hands?.[side];
	const pivot = hand?.joints[joint];
	if (hand === undefined || pivot === undefined || pivot.position.x.count === 0) {
		throw new RangeError(`joint: the recording has no keys for ${side} ${joint}`);
	}
	if (joint !== 'wrist' && move.some((length) => length !== 0)) {
		throw new TypeError(`move: ${joint} can turn only; to move the hand, move its wrist`);
	}
	if (move.every((length) => length === 0) && getRotationAngle(turn) === 0) return recording;
	const names = listMoved(joint).filter((name) => hand.joints[name] !== undefined && name !== 'none');
	const [start, end] = [time - blend, time + blend];
	const times = listTimes(
		names.flatMap((name) => listCurves(hand.joints[name]!)),
		start,
		end,
		change,
	);
	const layer = createLayer(pivot, times, { time, blend, move, turn });
	const joints = { ...hand.joints };
	for (const name of names) joints[name] = transformPose(hand.joints[name]!, times, layer);
	const hands = { ...recording.hands!, [side]: { ...hand, joints } };
	const posed = replaceFields(recording, { hands });
	return limitChanges(recording, posed, { paths: names.map((name) => `hands.${side}.joints.${name}`), start, end });
}

/** The joints that turn with a joint: all of the hand for the wrist, otherwise those after it in its finger. */
function listMoved(joint: JointName): JointName[] {
	if (joint === 'wrist') return JOINTS.map(({ name }) => name);
	const moved = new Set<JointName>([joint]);
	// Joints come after their parents.
	for (const { name, parent } of JOINTS) if (parent !== null && moved.has(parent as JointName)) moved.add(name);
	return [...moved];
}

function listCurves({ position, rotation }: PoseCurves): Curve[] {
	return [...Object.values(position), ...Object.values(rotation)] as Curve[];
}

// The times of all keys in the blend, and so many others that lines between them stay close to arcs.
function listTimes(
	curves: readonly Curve[],
	start: number,
	end: number,
	{ turn = NO_TURN, time, blend }: PoseChange,
): Float32Array {
	// The weight rises fastest in the middle, at π/2 of its mean rate.
	const steps = Math.min(Math.ceil((getRotationAngle(turn) * Math.PI) / 2 / MAX_STEP), MAX_STEPS) + 8;
	const times = new Set<number>([Math.fround(time), Math.fround(start), Math.fround(end)]);
	for (const key of listKeyTimes(curves)) if (key > start && key < end) times.add(key);
	for (let i = 1; i < steps; i++) {
		times.add(Math.fround(start + (blend * i) / steps));
		times.add(Math.fround(time + (blend * i) / steps));
	}
	return Float32Array.from(times).sort();
}

/** A rigid transform per time: seven numbers, first rotated about the origin, then moved. */
type Layer = Float64Array;

function createLayer(
	pivot: PoseCurves,
	times: Float32Array,
	{ time, blend, move, turn }: Required<Pick<PoseChange, 'time' | 'blend' | 'move' | 'turn'>>,
): Layer {
	const layer = new Float64Array(times.length * 7);
	const rotation = [0, 0, 0, 1];
	const turned = [0, 0, 0];
	times.forEach((at, i) => {
		const weight = Math.max(0, (1 + Math.cos((Math.PI * (at - time)) / blend)) / 2);
		slerpQuaternions(NO_TURN, turn, weight, rotation);
		const place = [pivot.position.x, pivot.position.y, pivot.position.z].map((curve) => evaluateCurve(curve, at));
		rotateVector(rotation, place, turned);
		for (let axis = 0; axis < 3; axis++) layer[i * 7 + axis] = place[axis]! - turned[axis]! + weight * move[axis]!;
		layer.set(rotation, i * 7 + 3);
	});
	return layer;
}

function transformPose({ position, rotation }: PoseCurves, times: Float32Array, layer: Layer): PoseCurves {
	const places = ['x', 'y', 'z'].map(() => new Float32Array(times.length * 2));
	const turns = ['x', 'y', 'z', 'w'].map(() => new Float32Array(times.length * 2));
	const moved = [0, 0, 0];
	let last = [0, 0, 0, 1];
	times.forEach((time, i) => {
		const own = layer.subarray(i * 7, i * 7 + 7);
		const place = [position.x, position.y, position.z].map((curve) => evaluateCurve(curve, time));
		const turn = [rotation.x, rotation.y, rotation.z, rotation.w].map((curve) => evaluateCurve(curve, time));
		rotateVector(own, place, moved, 3);
		const turned = multiplyQuaternions(own, turn, [0, 0, 0, 1], 3);
		last = i === 0 ? turned : alignQuaternion(turned, last, [0, 0, 0, 1]);
		for (const [k, keys] of places.entries()) keys.set([time, moved[k]! + own[k]!], i * 2);
		for (const [k, keys] of turns.entries()) keys.set([time, last[k]!], i * 2);
	});
	// Rotations of which a part was never stored are none that could be turned.
	const hasRotation = Object.values(rotation).every((curve) => curve.count > 0);
	const create = (before: Curve, keys: Float32Array): Curve =>
		before.count === 0 ? before : createCurve(keys, { preWrap: before.preWrap, postWrap: before.postWrap });
	return {
		position: {
			x: create(position.x, places[0]!),
			y: create(position.y, places[1]!),
			z: create(position.z, places[2]!),
		},
		rotation: hasRotation
			? {
					x: create(rotation.x, turns[0]!),
					y: create(rotation.y, turns[1]!),
					z: create(rotation.z, turns[2]!),
					w: create(rotation.w, turns[3]!),
				}
			: rotation,
	};
}
