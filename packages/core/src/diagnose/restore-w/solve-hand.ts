import type { JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import type { Candidates } from './candidates.ts';
import { addGuideCosts, findOffset, frameCosts, measureSpread, measureTilt } from './frame-costs.ts';
import { createHandFrames } from './hand-frames.ts';
import { createNeighborGuide, type Guide, isOnFinger, listNeighbors, type SolvedJoints } from './neighbor-guide.ts';
import { solveFree } from './solve-free.ts';
import { solveSigns } from './solve-signs.ts';
import { type Motion, STEP_ORDER, stepCosts } from './step-costs.ts';

const JOINT: Motion = { noise: 0.0075, speed: 3, acceleration: 18 };
/** How often joints are solved again with the results of their neighbors. */
const COMMON_ROUNDS = 2;
const LEAST_SURE = 0.49;
/** A joint that strays from its hand by more than this, in radians, probably does not follow it; the chance grows with a power. */
const FREE_SPREAD = 0.55;
const FREE_SLOPE = 8;
const LEAST_FREE = 0.01;
/** If most joints point away from their bones by more than this, in radians, they follow another convention. */
const MAX_TILT = 0.35;

/** A joint that may not follow its hand: how likely that is, and the probability of w ≥ 0 for every key in this case. */
interface FreeJoint {
	readonly chance: number;
	readonly chances: Float64Array;
}

/**
 * Returns the probability of w ≥ 0 for every key of a hand's joints. First solves each joint on its own, from motion and
 * the positions of the hand, then together with its neighbors, weighted by their certainty.
 */
export function solveHand(
	hand: HandCurves,
	rotations: ReadonlyMap<JointName, Candidates>,
): Map<JointName, Float64Array> {
	const frames = new Map(Array.from(rotations, ([joint, { times }]) => [joint, createHandFrames(hand, joint, times)]));
	const areAlongBones = pointAlongBones(rotations, frames);
	const solved = new Map<JointName, { candidates: Candidates; chances: Float64Array }>();
	for (const [joint, candidates] of rotations) {
		const positions = frames.get(joint) ?? null;
		let chances: Float64Array = new Float64Array(candidates.count).fill(0.5);
		if (candidates.known >= 0) chances[candidates.known] = candidates.knownSign < 0 ? 0 : 1;
		// The first pass knows the rotation relative to the frames only from the first key, whose pose may be unusual.
		chances = solveJoint(candidates, positions, [], chances, areAlongBones && isOnFinger(joint));
		chances = solveJoint(candidates, positions, [], chances);
		solved.set(joint, { candidates, chances });
	}
	const own = new Map(solved);
	const free = solveFreeJoints(solved, frames);
	for (let round = 0; round < COMMON_ROUNDS; round++) {
		for (const [joint, { candidates, chances }] of solved) {
			const guides = listNeighbors(joint, solved).map((name) =>
				weaken(createNeighborGuide(hand, joint, candidates.times, name, solved), 1 - (free.get(name)?.chance ?? 0)),
			);
			if (guides.length === 0) continue;
			solved.set(joint, { candidates, chances: solveJoint(candidates, frames.get(joint) ?? null, guides, chances) });
		}
	}
	return new Map(
		Array.from(solved, ([joint, { chances }]) => [
			joint,
			mix(doubt(chances, own.get(joint)?.chances ?? chances), free.get(joint)),
		]),
	);
}

// Solves the joints that may not follow their hand once more, from their motion alone.
function solveFreeJoints(
	solved: SolvedJoints,
	frames: ReadonlyMap<JointName, Float64Array | null>,
): Map<JointName, FreeJoint> {
	const free = new Map<JointName, FreeJoint>();
	for (const [joint, { candidates, chances }] of solved) {
		const positions = frames.get(joint);
		const spread = positions ? measureSpread(candidates, positions, chances) : Number.NaN;
		if (!(spread > 0)) continue;
		const chance = 1 / (1 + (FREE_SPREAD / spread) ** FREE_SLOPE);
		if (chance > LEAST_FREE) free.set(joint, { chance, chances: solveFree(candidates) });
	}
	return free;
}

// Either the joint follows its hand or it does not.
function mix(chances: Float64Array, free: FreeJoint | undefined): Float64Array {
	if (free === undefined) return chances;
	return chances.map((chance, k) => chance + (free.chances[k]! - chance) * free.chance);
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
	candidates: Candidates,
	positions: Float64Array | null,
	guides: readonly Guide[],
	chances: Float64Array,
	isAlongBone = false,
): Float64Array {
	const offset = positions && findOffset(candidates, positions, chances, null, isAlongBone);
	const costs = offset ? frameCosts(candidates, positions, offset) : new Float64Array(candidates.count * 2);
	for (const guide of guides) addGuideCosts(candidates, guide, chances, costs);
	return solveSigns(candidates, stepCosts(candidates, costs, positions, JOINT), STEP_ORDER);
}

// Whether the z of finger joints points along their bones, as in MRTK. Judged by the keys whose w is known.
function pointAlongBones(
	rotations: ReadonlyMap<JointName, Candidates>,
	frames: ReadonlyMap<JointName, Float64Array | null>,
): boolean {
	const tilts: number[] = [];
	for (const [joint, candidates] of rotations) {
		const positions = frames.get(joint);
		if (isOnFinger(joint) && positions) tilts.push(measureTilt(candidates, positions));
	}
	const known = tilts.filter((tilt) => !Number.isNaN(tilt)).sort((a, b) => a - b);
	return known.length > 0 && known[known.length >> 1]! < MAX_TILT;
}
