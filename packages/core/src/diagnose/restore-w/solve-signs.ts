import type { Candidates } from './candidates.ts';
import type { StepCosts } from './step-costs.ts';

const IMPOSSIBLE = 1e6;

/**
 * Returns the probability of w ≥ 0 for every key, over all combinations of signs weighted by their costs: the forward-backward
 * algorithm, with the signs of two keys as the state, because costs depend on three keys. `keyCosts` has two numbers per
 * key, for w ≥ 0 and for w < 0.
 */
export function solveSigns(candidates: Candidates, keyCosts: Float64Array, steps: StepCosts): Float64Array {
	const { count, known, knownSign } = candidates;
	const { pairs, bends } = steps;
	const chances = new Float64Array(count);
	const costs = Float64Array.from(keyCosts);
	if (known >= 0) costs[known * 2 + (knownSign < 0 ? 0 : 1)]! += IMPOSSIBLE;
	if (count < 2) {
		if (count === 1) chances[0] = chanceOf(costs[0]!, costs[1]!);
		return chances;
	}
	// The cost of a key in a state: the signs of the previous key and of the key itself.
	const costAt = (k: number, state: number): number => costs[k * 2 + (state & 1)]! + pairs[k * 4 + state]!;

	const forward = new Float64Array(count * 4);
	for (let state = 0; state < 4; state++) forward[4 + state] = costs[state >> 1]! + costAt(1, state);
	for (let k = 2; k < count; k++) {
		for (let state = 0; state < 4; state++) {
			const before = (k - 1) * 4 + (state >> 1);
			const plus = forward[before]! + bends[k * 8 + state]!;
			const minus = forward[before + 2]! + bends[k * 8 + 4 + state]!;
			forward[k * 4 + state] = addChances(plus, minus) + costAt(k, state);
		}
	}
	const backward = new Float64Array(count * 4);
	for (let k = count - 2; k > 0; k--) {
		for (let state = 0; state < 4; state++) {
			const next = (state & 1) * 2;
			const plus = costAt(k + 1, next) + backward[(k + 1) * 4 + next]! + bends[(k + 1) * 8 + state * 2]!;
			const minus = costAt(k + 1, next + 1) + backward[(k + 1) * 4 + next + 1]! + bends[(k + 1) * 8 + state * 2 + 1]!;
			backward[k * 4 + state] = addChances(plus, minus);
		}
	}
	for (let k = 0; k < count; k++) {
		// The first key is the previous key of the second.
		const at = Math.max(k, 1) * 4;
		const mask = k === 0 ? 2 : 1;
		const total = (state: number): number => forward[at + state]! + backward[at + state]!;
		const plus = addChances(total(0), total(3 - mask));
		const minus = addChances(total(mask), total(3));
		chances[k] = chanceOf(plus, minus);
	}
	return chances;
}

function chanceOf(cost: number, otherCost: number): number {
	return 1 / (1 + Math.exp(cost - otherCost));
}

// The cost of either of two alternatives: −log(e^−a + e^−b).
function addChances(cost: number, otherCost: number): number {
	const low = Math.min(cost, otherCost);
	return low - Math.log1p(Math.exp(low - Math.max(cost, otherCost)));
}
