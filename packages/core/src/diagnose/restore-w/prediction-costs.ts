import { angleBetweenQuaternions } from '../../math/quaternion.ts';
import type { Quat } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { longTailed } from './step-costs.ts';

/** The rotations of a joint at its keys, each predicted from other keys. */
export interface Prediction {
	/** Four numbers per key; NaN if there is no prediction. */
	readonly rotations: Float64Array;
	/** How far off each may be, in radians, up to a common factor. */
	readonly scales: Float64Array;
	/** How much each rotation can be trusted, from 0 to 1. */
	readonly trust: Float64Array;
}

/** Added to all scales, in radians. */
const LEAST_SCALE = 0.02;
/** The typical deviation is assumed to be at least this large, in radians. */
const LEAST_USUAL = 0.004;
const LIMIT = 5;
/** How fast a prediction loses weight with trust. Doubtful keys in a row would confirm each other. */
const TRUST_POWER = 4;
/** Only keys that are at least this certain count for the typical deviation. */
const SURE = 0.9;
const MIN_KEYS = 8;

/** Adds the costs of a joint's candidates by their distance from a prediction, in units of the typical deviation. */
export function addPredictionCosts(
	candidates: Candidates,
	{ rotations, scales, trust }: Prediction,
	deviation: number,
	costs: Float64Array,
): void {
	if (!Number.isFinite(deviation)) return;
	const candidate: Quat = [0, 0, 0, 1];
	for (let k = 0; k < candidates.count; k++) {
		if (!(trust[k]! > 0)) continue;
		const usual = Math.max(LEAST_USUAL, deviation * (scales[k]! + LEAST_SCALE));
		for (let sign = 0; sign < 2; sign++) {
			const angle = angleBetweenQuaternions(readCandidate(candidates, k, sign, candidate), rotations, 0, k * 4);
			costs[k * 2 + sign]! += trust[k]! ** TRUST_POWER * Math.min(LIMIT, longTailed(angle / usual));
		}
	}
}

/** The median deviation of sure keys from a prediction, as a fraction of their scales; infinite if there are too few such keys. */
export function measureDeviation(
	candidates: Candidates,
	{ rotations, scales, trust }: Prediction,
	chances: Float64Array,
): number {
	const deviations: number[] = [];
	const candidate: Quat = [0, 0, 0, 1];
	for (let k = 0; k < candidates.count; k++) {
		if (!(trust[k]! > SURE) || Math.abs(2 * chances[k]! - 1) < SURE) continue;
		readCandidate(candidates, k, chances[k]! < 0.5 ? 1 : 0, candidate);
		deviations.push(angleBetweenQuaternions(candidate, rotations, 0, k * 4) / (scales[k]! + LEAST_SCALE));
	}
	if (deviations.length < MIN_KEYS) return Number.POSITIVE_INFINITY;
	return deviations.sort((a, b) => a - b)[deviations.length >> 1]!;
}
