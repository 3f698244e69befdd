import type { Candidates } from './candidates.ts';
import { measureSpread } from './frame-costs.ts';
import { motionCosts } from './motion-costs.ts';
import { solveSigns } from './solve-signs.ts';

/** A joint that may rotate on its own instead of following its hand. */
export interface FreeJoint {
	/** How likely it does. */
	readonly likelihood: number;
	/** The probability of w ≥ 0 for every key if it does. */
	readonly chances: Float64Array;
}

/** At this distance from the pose that follows the hand, in radians, a joint is as likely to follow as not. */
const HALF_SPREAD = 0.55;
/** How fast the likelihood changes with the distance: joints of noisy hands stay below 0.5, and most free joints exceed 0.9. */
const STEEPNESS = 8;
const LEAST_LIKELIHOOD = 0.01;

/**
 * Solves a joint from its motion alone, if it hardly follows the frames of its hand; otherwise `null`. `chances` are those of a
 * joint that follows.
 */
export function solveFreeJoint(
	candidates: Candidates,
	frames: Float64Array | null,
	chances: Float64Array,
): FreeJoint | null {
	const spread = frames === null ? 0 : measureSpread(candidates, frames, chances);
	const likelihood = 1 / (1 + (HALF_SPREAD / spread) ** STEEPNESS);
	if (!(likelihood > LEAST_LIKELIHOOD)) return null;
	return { likelihood, chances: solveSigns(candidates, motionCosts(candidates)) };
}

/** The probabilities of w ≥ 0 for a joint that either follows its hand, with these chances, or does not. */
export function mixChances(chances: Float64Array, free: FreeJoint | null): Float64Array {
	if (free === null) return chances;
	return chances.map((chance, k) => chance + (free.chances[k]! - chance) * free.likelihood);
}
