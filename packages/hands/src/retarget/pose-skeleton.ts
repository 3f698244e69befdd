import {
	FINGER_JOINTS,
	type Finger,
	findShortestRotation,
	type HandSample,
	JOINT_NAMES,
	type JointName,
	measureDistance,
	multiplyQuaternions,
	POSE_STRIDE,
} from '@handreel/core';
import type { HandSkeleton } from './hand-skeleton.ts';
import { add, findPalmBasis, fromBasis, normalize, subtract, toBasis } from './palm-frame.ts';
import { type Point, reach } from './reach.ts';

interface Chain {
	readonly finger: Finger;
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
		return { finger, joints, lengths };
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
	const before = new Map(rest.joints.map((name) => [name, readPoint(hand, name)]));
	const recorded = (name: JointName): Point => readPoint(hand, name);
	const wrist = recorded('wrist');
	const basis = findPalmBasis(wrist, recorded('indexKnuckle'), recorded('middleKnuckle'), recorded('pinkyKnuckle'));
	if (basis === null) return;
	const after = new Map<JointName, Point>();
	for (const [name, offset] of rest.palm) after.set(name, add(wrist, fromBasis(basis, offset)));
	const solve = (chain: Chain, target: Point): Point[] => solveChain(chain, after, recorded, target);
	const solved = new Map(rest.chains.map((chain) => [chain.finger, solve(chain, recorded(chain.joints.at(-1)!))]));
	if (pinch > 0) closePinch(rest, solved, solve, pinch, pinchGap);
	for (const { finger, joints } of rest.chains) {
		for (const [i, name] of joints.entries()) after.set(name, solved.get(finger)![i]!);
	}
	turnJoints(rest, hand, before, after);
	for (const [name, point] of after) hand.joints.set(point, JOINT_NAMES.indexOf(name) * POSE_STRIDE);
}

/** Starts with the recorded directions of the bones, then reaches for the target. */
function solveChain(
	{ joints, lengths }: Chain,
	palm: ReadonlyMap<JointName, Point>,
	recorded: (name: JointName) => Point,
	target: Point,
): Point[] {
	const points: Point[] = [[...palm.get(joints[0]!)!]];
	for (let i = 1; i < joints.length; i++) {
		const direction = normalize(subtract(recorded(joints[i]!), recorded(joints[i - 1]!))) ?? [0, 0, 1];
		const length = lengths[i - 1]!;
		points.push(add(points[i - 1]!, [direction[0] * length, direction[1] * length, direction[2] * length]));
	}
	reach(points, lengths, target);
	return points;
}

/** Brings the tips of thumb and index finger together, to at most the gap. */
function closePinch(
	{ chains }: RestHand,
	solved: Map<Finger, Point[]>,
	solve: (chain: Chain, target: Point) => Point[],
	weight: number,
	gap: number,
): void {
	const [thumb, index] = [
		chains.find(({ finger }) => finger === 'thumb')!,
		chains.find(({ finger }) => finger === 'index')!,
	];
	// A finger that cannot reach the middle pulls the other one along.
	for (let round = 0; round < 8; round++) {
		const [a, b] = [solved.get('thumb')!.at(-1)!, solved.get('index')!.at(-1)!];
		const apart = measureDistance(a, b);
		// A little closer than asked for, which leaves room for rounding.
		const wanted = apart + (Math.min(apart, gap * 0.9) - apart) * weight;
		if (apart - wanted < 1e-5) return;
		const share = (apart - wanted) / apart / 2;
		const shift = (from: Point, to: Point): Point =>
			add(from, [(to[0] - from[0]) * share, (to[1] - from[1]) * share, (to[2] - from[2]) * share]);
		const [first, second] = [shift(a, b), shift(b, a)];
		solved.set('thumb', solve(thumb, first));
		solved.set('index', solve(index, second));
		// The weight applies to the recorded gap, not to the remaining gap.
		if (weight < 1) return;
	}
}

/** Turns each joint as its bone turned. Tips turn with the bone before them; the palm keeps its orientation. */
function turnJoints(
	{ chains, joints }: RestHand,
	hand: HandSample,
	before: ReadonlyMap<JointName, Point>,
	after: ReadonlyMap<JointName, Point>,
): void {
	const turn = [0, 0, 0, 1];
	for (const chain of chains) {
		for (let i = 0; i < chain.joints.length; i++) {
			const name = chain.joints[i]!;
			const next = chain.joints[i + 1];
			if (next !== undefined) {
				const from = normalize(subtract(before.get(next)!, before.get(name)!));
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
