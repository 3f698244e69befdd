import type { Candidates } from './candidates.ts';
import { measureSpread } from './frame-costs.ts';
import { solveSigns } from './solve-signs.ts';

/** A joint that may rotate on its own instead of following its hand. */
export interface FreeJoint {
	/** The probability that it does. */
	readonly likelihood: number;
	/** The probability of w ≥ 0 for every key if it does. */
	readonly chances: Float64Array;
}

/** If most keys are this far from the pose that follows the hand, in radians, a joint is as likely to be free as not. */
const HALF_SPREAD = 0.5;
/** How fast the likelihood grows: most joints of noisy hands stay within 0.5 radians, most free joints go beyond 0.9. */
const STEEPNESS = 6;
/** The share of the hand in signs that motion and the home pose leave entirely open. */
const OPEN_SHARE = 0.5;
const LEAST_LIKELIHOOD = 0.01;

/**
 * Solves a joint from its motion and its home pose alone, if it hardly follows the frames of its hand; otherwise `null`. `chances`
 * are those of a joint that follows.
 */
export function solveFreeJoint(
	candidates: Candidates,
	frames: Float64Array | null,
	motionCosts: Float64Array,
	chances: Float64Array,
	homeCosts: Float64Array | null,
): FreeJoint | null {
	const spread = frames === null ? 0 : measureSpread(candidates, frames, chances);
	const likelihood = 1 / (1 + (HALF_SPREAD / spread) ** STEEPNESS);
	if (!(likelihood > LEAST_LIKELIHOOD)) return null;
	return { likelihood, chances: solveSigns(candidates, motionCosts, homeCosts) };
}

/**
 * The probabilities of w ≥ 0 for a joint that either follows its hand, with these chances, or does not. Where its motion leaves
 * the sign open, the hand counts more: even joints that rotate independently tend to keep their rotation relative to their neighbors.
 */
export function mixChances(chances: Float64Array, free: FreeJoint | null): Float64Array {
	if (free === null) return chances;
	return chances.map((chance, k) => {
		const open = 1 - Math.abs(2 * free.chances[k]! - 1);
		return chance + (free.chances[k]! - chance) * free.likelihood * (1 - OPEN_SHARE * open);
	});
}
