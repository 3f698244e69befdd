import type { JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import type { Candidates } from './candidates.ts';
import { addGuideCosts, findOffset, frameCosts, measureTilt } from './frame-costs.ts';
import { type FreeJoint, mixChances, solveFreeJoint } from './free-joint.ts';
import { createHandFrames } from './hand-frames.ts';
import { homePoseCosts } from './home-pose.ts';
import { motionCosts } from './motion-costs.ts';
import { chainOf, createNeighborGuide, type Guide, isOnFinger, listNeighbors } from './neighbor-guide.ts';
import { addShapeCosts } from './predict-by-shape.ts';
import { addTimeCosts } from './predict-by-time.ts';
import { solveSigns } from './solve-signs.ts';
import { type Motion, stepCosts } from './step-costs.ts';

/** A joint while its hand is solved. */
interface Joint {
	readonly candidates: Candidates;
	/** Its rotations by the positions of the hand, up to a constant rotation: four numbers per key. */
	readonly frames: Float64Array | null;
	/** The costs of signs by motion alone, and by motion and positions. */
	readonly motionCosts: Float64Array;
	readonly pathCosts: Float64Array;
	/** The probability of w ≥ 0 for every key if the joint follows its hand. */
	chances: Float64Array;
	/** The same without the neighbors. */
	own: Float64Array;
	free: FreeJoint | null;
	/** The costs of candidates by the keys before and after, two per key; `null` if all signs are clear without. */
	predictionCosts: Float64Array | null;
	/** The chances for each neighbor, found without that neighbor. */
	readonly told: Map<JointName, Float64Array>;
}

const MOTION: Motion = { noise: 0.0075, speed: 3, acceleration: 18 };
/** If both signs of a key are at least this likely, it is open. */
const OPEN = 0.02;
const LEAST_SURE = 0.49;
/** If most joints point away from their bones by more than this, in radians, they follow another convention. */
const MAX_TILT = 0.35;

/**
 * Returns the probability of w ≥ 0 for every key of a hand's joints. First solves each joint on its own, from motion, the
 * positions of the hand, and the keys before and after, then together with its neighbors, weighted by their certainty. A joint
 * that strays far from the positions is probably free, which means that only motion and its home pose count.
 */
export function solveHand(
	hand: HandCurves,
	rotations: ReadonlyMap<JointName, Candidates>,
): Map<JointName, Float64Array> {
	const joints = new Map(Array.from(rotations, ([name, candidates]) => [name, createJoint(hand, name, candidates)]));
	const areAlongBones = pointAlongBones(joints);
	for (const [name, joint] of joints) {
		// The first pass knows the rotation relative to the frames only from the first key, whose pose may be unusual.
		joint.chances = solveJoint(joint, [], areAlongBones && isOnFinger(name));
		joint.chances = solveJoint(joint, []);
		joint.predictionCosts = findPredictionCosts(hand, name, joint);
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

function createJoint(hand: HandCurves, name: JointName, candidates: Candidates): Joint {
	const frames = createHandFrames(hand, name, candidates.times);
	const chances = new Float64Array(candidates.count).fill(0.5);
	if (candidates.known >= 0) chances[candidates.known] = candidates.knownSign < 0 ? 0 : 1;
	const costs = motionCosts(candidates);
	const pathCosts = stepCosts(candidates, costs, frames, MOTION);
	const told = new Map<JointName, Float64Array>();
	return {
		candidates,
		frames,
		motionCosts: costs,
		pathCosts,
		chances,
		own: chances,
		free: null,
		predictionCosts: null,
		told,
	};
}

// Solves the joints of fingers for their neighbors in one direction along the finger, each without the neighbor that is told.
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

// Estimates a joint from its neighbors, or from all but one. Joints that do not follow the hand are no guides.
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

// The costs of a joint's candidates by the keys before and after, if there is a sign to decide.
function findPredictionCosts(hand: HandCurves, name: JointName, { candidates, chances }: Joint): Float64Array | null {
	if (!chances.some((chance) => Math.min(chance, 1 - chance) > OPEN)) return null;
	const costs = new Float64Array(candidates.count * 2);
	addTimeCosts(candidates, chances, costs);
	addShapeCosts(hand, name, candidates, chances, costs);
	return costs;
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

function solveJoint(
	{ candidates, frames, pathCosts, chances, predictionCosts }: Joint,
	guides: readonly Guide[],
	isAlongBone = false,
): Float64Array {
	const offset = frames && findOffset(candidates, frames, chances, null, isAlongBone);
	const costs = offset ? frameCosts(candidates, frames, offset) : new Float64Array(candidates.count * 2);
	for (let i = 0; i < costs.length && predictionCosts !== null; i++) costs[i]! += predictionCosts[i]!;
	for (const guide of guides) addGuideCosts(candidates, guide, chances, costs);
	return solveSigns(candidates, pathCosts, costs);
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
