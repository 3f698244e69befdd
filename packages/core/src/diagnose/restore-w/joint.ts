import type { JointName } from '../../model/joints.ts';
import type { HandCurves, Side } from '../../model/recording.ts';
import type { Candidates } from './candidates.ts';
import { addGuideCosts, findOffset, frameCosts } from './frame-costs.ts';
import type { FreeJoint } from './free-joint.ts';
import { createHandFrames } from './hand-frames.ts';
import { type HandShape, measureShape } from './hand-shape.ts';
import { type LearnedJoint, predictByLearning } from './learn-rotations.ts';
import { motionCosts } from './motion-costs.ts';
import type { Guide } from './neighbor-guide.ts';
import { addShapeCosts } from './predict-by-shape.ts';
import { addTimeCosts } from './predict-by-time.ts';
import { addPredictionCosts, measureDeviation } from './prediction-costs.ts';
import { solveSigns } from './solve-signs.ts';
import { type Motion, stepCosts } from './step-costs.ts';

/** A joint while its hand is solved. */
export interface Joint {
	readonly candidates: Candidates;
	/** Its rotations by the positions of the hand, up to a constant rotation: four numbers per key. */
	readonly frames: Float64Array | null;
	/** The same with what was learned from the shapes of the hand, once it is known. */
	learnedFrames: Float64Array | null;
	readonly shape: HandShape | null;
	/** The costs of signs by motion alone, and by motion and positions. */
	readonly motionCosts: Float64Array;
	pathCosts: Float64Array;
	/** The probability of w ≥ 0 for every key if the joint follows its hand. */
	chances: Float64Array;
	/** The same without the neighbors. */
	own: Float64Array;
	free: FreeJoint | null;
	/** What the signs so far tell about the joint in the shapes of its hand. */
	learned: LearnedJoint | null;
	/** The costs of candidates by predictions from other keys, two per key; `null` if all signs are clear without. */
	predictionCosts: Float64Array | null;
	/** The chances for each neighbor, found without that neighbor. */
	readonly told: Map<JointName, Float64Array>;
}

const MOTION: Motion = { noise: 0.0075, speed: 3, acceleration: 18 };
/** If both signs of a key are at least this likely, it is open. */
const OPEN = 0.02;
/** If the typical deviation from what was learned is greater, in units of the expected deviation, it is not used. */
const MAX_DEVIATION = 1;

/** Prepares a joint whose signs are unknown, except at the key that was not lost. */
export function createJoint(hand: HandCurves, side: Side, name: JointName, candidates: Candidates): Joint {
	const frames = createHandFrames(hand, name, candidates.times);
	const chances = new Float64Array(candidates.count).fill(0.5);
	if (candidates.known >= 0) chances[candidates.known] = candidates.knownSign < 0 ? 0 : 1;
	const costs = motionCosts(candidates);
	return {
		candidates,
		frames,
		learnedFrames: null,
		shape: measureShape(hand, side, name, candidates.times),
		motionCosts: costs,
		pathCosts: stepCosts(candidates, costs, frames, MOTION),
		chances,
		own: chances,
		free: null,
		learned: null,
		predictionCosts: null,
		told: new Map(),
	};
}

/** Returns the probability of w ≥ 0 for every key of a joint, from all cues so far. */
export function solveJoint(joint: Joint, guides: readonly Guide[], isAlongBone = false): Float64Array {
	const { candidates, pathCosts, chances, predictionCosts } = joint;
	const frames = joint.learnedFrames ?? joint.frames;
	const offset = frames && findOffset(candidates, frames, chances, null, isAlongBone);
	const costs = offset ? frameCosts(candidates, frames, offset) : new Float64Array(candidates.count * 2);
	for (let i = 0; i < costs.length && predictionCosts !== null; i++) costs[i]! += predictionCosts[i]!;
	for (const guide of guides) addGuideCosts(candidates, guide, chances, costs);
	return solveSigns(candidates, pathCosts, costs);
}

/** Predicts a joint from its other keys and from its counterpart at the other hand, if there is a sign to decide. */
export function predictJoint(joint: Joint, counterpart: Joint | undefined): void {
	const { candidates, shape, chances, learned } = joint;
	if (!chances.some((chance) => Math.min(chance, 1 - chance) > OPEN)) return;
	const costs = new Float64Array(candidates.count * 2);
	joint.predictionCosts = costs;
	addTimeCosts(candidates, chances, costs);
	if (shape !== null) addShapeCosts(shape, candidates, chances, costs);
	if (learned === null) return;
	const prediction = predictByLearning(learned, counterpart?.learned ?? null);
	const deviation = measureDeviation(candidates, prediction, chances);
	if (!(deviation < MAX_DEVIATION)) return;
	addPredictionCosts(candidates, prediction, deviation, costs);
	joint.learnedFrames = prediction.rotations;
	joint.pathCosts = stepCosts(candidates, joint.motionCosts, prediction.rotations, MOTION);
}
