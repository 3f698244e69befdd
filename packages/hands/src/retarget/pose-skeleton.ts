import { FINGER_JOINTS, type Finger, type HandSample, JOINT_NAMES, type JointName, POSE_STRIDE } from '@handreel/core';
import {
	crossVectors,
	findShortestRotation,
	measureDistance,
	multiplyQuaternions,
	rotateVector,
} from '@handreel/core/internal';
import type { HandSkeleton } from './hand-skeleton.ts';
import { add, findPalmBasis, fromBasis, normalize, type Point, scale, subtract, toBasis } from './palm-frame.ts';
import { type ReachingChain, reach } from './reach.ts';

/** The most by which the joints of a finger bend more or less than recorded, in radians. Fingers that are too long would become hooks. */
const ROOM = [0.6, 0.4];
/** The same in pinches, where tips must meet. */
const PINCH_ROOM = [1, 0.7];
const PINCH_ROUNDS = 8;

interface Chain {
	/** From the root, which moves with the palm, to the tip. */
	readonly joints: readonly JointName[];
	readonly lengths: readonly number[];
}

/** A skeleton, prepared for posing. */
export interface RestHand {
	/** The joints that it has. */
	readonly joints: readonly JointName[];
	/** The joints that move with the palm, from the wrist, in the coordinates of the palm. */
	readonly palm: ReadonlyMap<JointName, Point>;
	/** Those of thumb and index finger come first. */
	readonly chains: readonly Chain[];
}

/** Prepares a skeleton. Throws `TypeError` if the palm has no extent. */
export function readRestHand(skeleton: HandSkeleton): RestHand {
	const at = (name: JointName): Point => {
		const point = skeleton[name];
		if (point === undefined) throw new TypeError(`skeleton: the joint ${name} is missing`);
		return [...point];
	};
	const basis = findPalmBasis(at('wrist'), at('indexKnuckle'), at('middleKnuckle'), at('pinkyKnuckle'));
	if (basis === null) throw new TypeError('skeleton: the palm has no extent');
	const chains = (Object.keys(FINGER_JOINTS) as Finger[]).map((finger): Chain => {
		const joints = finger === 'thumb' ? FINGER_JOINTS.thumb : FINGER_JOINTS[finger].slice(1);
		const lengths = joints.slice(1).map((name, i) => measureDistance(at(joints[i]!), at(name)));
		return { joints, lengths };
	});
	const moving = new Set(chains.flatMap(({ joints }) => joints.slice(1)));
	const joints = JOINT_NAMES.filter((name) => skeleton[name] !== undefined);
	const wrist = at('wrist');
	const palm = new Map(
		joints.filter((name) => !moving.has(name)).map((name) => [name, toBasis(basis, subtract(at(name), wrist))]),
	);
	return { joints, palm, chains };
}

/** Moves the joints of a sampled hand to a skeleton. `pinch` from 0 to 1 closes the tips of thumb and index finger. */
export function poseSkeleton(rest: RestHand, hand: HandSample, pinch: number, pinchGap: number): void {
	const recorded = (name: JointName): Point => readPoint(hand, name);
	const wrist = recorded('wrist');
	const basis = findPalmBasis(wrist, recorded('indexKnuckle'), recorded('middleKnuckle'), recorded('pinkyKnuckle'));
	if (basis === null) return;
	const after = new Map<JointName, Point>();
	for (const [name, offset] of rest.palm) after.set(name, add(wrist, fromBasis(basis, offset)));
	const solve = (chain: Chain, room: readonly number[], target: Point): Point[] =>
		reach(readChain(chain, after.get(chain.joints[0]!)!, room, hand), target);
	const solved = rest.chains.map((chain) => solve(chain, ROOM, recorded(chain.joints.at(-1)!)));
	if (pinch > 0) closePinch(rest, solved, solve, pinch, pinchGap);
	rest.chains.forEach(({ joints }, finger) => {
		for (const [i, name] of joints.entries()) after.set(name, solved[finger]![i]!);
	});
	turnJoints(rest, hand, after);
	for (const [name, point] of after) hand.joints.set(point, JOINT_NAMES.indexOf(name) * POSE_STRIDE);
}

/** Reads the recorded directions of the bones. */
function readChain({ joints, lengths }: Chain, root: Point, room: readonly number[], hand: HandSample): ReachingChain {
	const directions = joints
		.slice(1)
		.map(
			(name, i) =>
				normalize(subtract(readPoint(hand, name), readPoint(hand, joints[i]!))) ?? ([0, 0, 1] satisfies Point),
		);
	// Joints bend about their x axis. Where the bones show a bend themselves, it counts too: rotations may be estimated.
	let hinge: Point = [0, 0, 0];
	for (let i = 1; i < directions.length; i++) {
		hinge = add(hinge, crossVectors(directions[i - 1]!, directions[i]!, [0, 0, 0]));
		const at = JOINT_NAMES.indexOf(joints[i]!) * POSE_STRIDE + 3;
		hinge = add(hinge, rotateVector(hand.joints, [1, 0, 0], [0, 0, 0], at));
	}
	return { root, directions, lengths, hinge: normalize(hinge) ?? [1, 0, 0], room };
}

/** Brings the tips of thumb and index finger together, to at most the gap. A weight below 1 brings them a part of the way. */
function closePinch(
	{ chains }: RestHand,
	solved: Point[][],
	solve: (chain: Chain, room: readonly number[], target: Point) => Point[],
	weight: number,
	gap: number,
): void {
	const [thumb, index] = chains as [Chain, Chain];
	const open = [solved[0]!.at(-1)!, solved[1]!.at(-1)!] as const;
	let [a, b]: readonly [Point, Point] = open;
	// A finger that cannot reach the middle pulls the other one along.
	for (let round = 0; round < PINCH_ROUNDS; round++) {
		const apart = measureDistance(a, b);
		// A little closer than asked for, which leaves room for rounding.
		const share = Math.max(0, 1 - (gap * 0.9) / apart) / 2;
		const step = scale(subtract(b, a), share);
		const targets = [add(a, step), subtract(b, step)] as const;
		a = solve(thumb, PINCH_ROOM, targets[0]).at(-1)!;
		b = solve(index, PINCH_ROOM, targets[1]).at(-1)!;
	}
	const room = ROOM.map((least, i) => least + (PINCH_ROOM[i]! - least) * weight);
	[a, b].forEach((closed, i) => {
		const target = add(open[i]!, scale(subtract(closed, open[i]!), weight));
		solved[i] = solve(chains[i]!, room, target);
	});
}

/** Turns each joint as its bone turned. Tips turn with the bone before them; the palm keeps its orientation. */
function turnJoints({ chains, joints }: RestHand, hand: HandSample, after: ReadonlyMap<JointName, Point>): void {
	const turn = [0, 0, 0, 1];
	for (const chain of chains) {
		for (let i = 0; i < chain.joints.length; i++) {
			const name = chain.joints[i]!;
			const next = chain.joints[i + 1];
			if (next !== undefined) {
				const from = normalize(subtract(readPoint(hand, next), readPoint(hand, name)));
				const to = normalize(subtract(after.get(next)!, after.get(name)!));
				if (from !== null && to !== null) findShortestRotation(from, to, turn);
			}
			const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE + 3;
			if (joints.includes(name)) multiplyQuaternions(turn, hand.joints, hand.joints, 0, at, at);
		}
	}
}

function readPoint({ joints }: HandSample, name: JointName): Point {
	const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
	return [joints[at]!, joints[at + 1]!, joints[at + 2]!];
}
