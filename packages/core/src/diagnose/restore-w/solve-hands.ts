import type { JointName } from '../../model/joints.ts';
import type { HandCurves, Side } from '../../model/recording.ts';
import type { Candidates } from './candidates.ts';
import { measureTilt } from './frame-costs.ts';
import { mixChances, solveFreeJoint } from './free-joint.ts';
import { homePoseCosts } from './home-pose.ts';
import { createJoint, type Joint, predictJoint, solveJoint } from './joint.ts';
import { learnJoint } from './learn-rotations.ts';
import { chainOf, createNeighborGuide, type Guide, isOnFinger, listNeighbors } from './neighbor-guide.ts';

const LEAST_SURE = 0.49;
/** If most joints point away from their bones by more than this, in radians, they follow another convention. */
const MAX_TILT = 0.35;

/** A hand with the rotations of its joints that lost w. */
export interface LostHand {
	readonly hand: HandCurves;
	readonly rotations: ReadonlyMap<JointName, Candidates>;
}

/**
 * Returns the probability of w ≥ 0 for every key of the joints of both hands. First solves each joint on its own, from motion and
 * the positions of the hand; then with what the sure keys of both hands tell about it; then together with its neighbors, weighted by
 * their certainty. A joint that strays far from the positions is probably free, which means that only motion and its home pose
 * count.
 */
export function solveHands(hands: Readonly<Record<Side, LostHand>>): Record<Side, Map<JointName, Float64Array>> {
	const left = startHand(hands.left, 'left');
	const right = startHand(hands.right, 'right');
	return { left: finishHand(hands.left.hand, left, right), right: finishHand(hands.right.hand, right, left) };
}

function startHand({ hand, rotations }: LostHand, side: Side): Map<JointName, Joint> {
	const joints = new Map(
		Array.from(rotations, ([name, candidates]) => [name, createJoint(hand, side, name, candidates)]),
	);
	const areAlongBones = pointAlongBones(joints);
	for (const [name, joint] of joints) {
		// The first pass knows the rotation relative to the frames only from the first key, whose pose may be unusual.
		joint.chances = solveJoint(joint, [], areAlongBones && isOnFinger(name));
		joint.chances = solveJoint(joint, []);
		const { candidates, frames, shape, chances } = joint;
		joint.learned = frames && shape && learnJoint(side, candidates, frames, shape, chances);
	}
	return joints;
}

function finishHand(
	hand: HandCurves,
	joints: ReadonlyMap<JointName, Joint>,
	otherJoints: ReadonlyMap<JointName, Joint>,
): Map<JointName, Float64Array> {
	for (const [name, joint] of joints) {
		predictJoint(joint, otherJoints.get(name));
		joint.own = joint.chances = solveJoint(joint, []);
		const { candidates, frames, motionCosts } = joint;
		joint.free = solveFreeJoint(candidates, frames, motionCosts, joint.chances, homePoseCosts(name, joints));
	}
	tellNeighbors(hand, joints, 1);
	tellNeighbors(hand, joints, -1);
	for (const [name, joint] of joints) {
		const guides = listGuides(hand, name, joints);
		if (guides.length > 0) joint.chances = solveJoint(joint, guides);
	}
	return new Map(Array.from(joints, ([name, { chances, own, free }]) => [name, mixChances(doubt(chances, own), free)]));
}

// Solves the joints of fingers for their neighbors in one direction along the finger, each without the neighbor that receives it.
// Otherwise, two joints would confirm each other's errors.
function tellNeighbors(hand: HandCurves, joints: ReadonlyMap<JointName, Joint>, direction: 1 | -1): void {
	const names = Array.from(joints.keys());
	if (direction < 0) names.reverse();
	for (const name of names) {
		const chain = chainOf(name);
		const receiver = chain[chain.indexOf(name) + direction];
		const joint = joints.get(name);
		if (joint === undefined || receiver === undefined || !joints.has(receiver)) continue;
		const guides = listGuides(hand, name, joints, receiver);
		joint.told.set(receiver, guides.length > 0 ? solveJoint(joint, guides) : joint.own);
	}
}

// Estimates a joint from its neighbors, or from all but one. Joints that do not follow the hand are not guides.
function listGuides(
	hand: HandCurves,
	name: JointName,
	joints: ReadonlyMap<JointName, Joint>,
	except?: JointName,
): Guide[] {
	const times = joints.get(name)?.candidates.times ?? new Float64Array();
	const guides: Guide[] = [];
	for (const neighbor of listNeighbors(name, joints)) {
		const joint = joints.get(neighbor);
		if (joint === undefined || neighbor === except) continue;
		const chances = joint.told.get(name) ?? joint.chances;
		const solved = new Map([[neighbor, { candidates: joint.candidates, chances }]]);
		guides.push(weaken(createNeighborGuide(hand, name, times, neighbor, solved), 1 - (joint.free?.likelihood ?? 0)));
	}
	return guides;
}

function weaken(guide: Guide, factor: number): Guide {
	return factor === 1 ? guide : { frames: guide.frames, trust: guide.trust.map((trust) => trust * factor) };
}

// Neighbors depend on each other, so they can decide a sign, but make it only half as certain.
function doubt(chances: Float64Array, own: Float64Array): Float64Array {
	return chances.map((chance, k) => {
		const mean = (chance + own[k]!) / 2;
		return chance < 0.5 ? Math.min(mean, LEAST_SURE) : Math.max(mean, 1 - LEAST_SURE);
	});
}

// Whether the z of finger joints points along their bones, as in MRTK. Judged by the keys whose w is known.
function pointAlongBones(joints: ReadonlyMap<JointName, Joint>): boolean {
	const tilts: number[] = [];
	for (const [name, { candidates, frames }] of joints) {
		if (isOnFinger(name) && frames) tilts.push(measureTilt(candidates, frames));
	}
	const known = tilts.filter((tilt) => !Number.isNaN(tilt)).sort((a, b) => a - b);
	return known.length > 0 && known[known.length >> 1]! < MAX_TILT;
}
