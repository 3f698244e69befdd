import type { Candidates } from './candidates.ts';

/** The number of keys before a key on which its costs depend. */
export const ORDER = 4;
/** An alternative that costs this much more changes nothing. */
const NEGLIGIBLE = 37;

/**
 * Returns the probability of w ≥ 0 for every key, over all combinations of signs weighted by their costs: the forward-backward
 * algorithm, with the signs of `ORDER` keys as the state. `pathCosts` has 2^(ORDER + 1) numbers per key, by the signs of the key
 * (the lowest bit) and of the keys before it; a bit is set if w is negative. Keys before the first count as positive.
 * `keyCosts` has two numbers per key, for w ≥ 0 and for w < 0.
 */
export function solveSigns(
	candidates: Candidates,
	pathCosts: Float64Array,
	keyCosts: Float64Array | null = null,
): Float64Array {
	const { count, known } = candidates;
	const chances = new Float64Array(count);
	const ruledOut = candidates.knownSign < 0 ? 0 : 1;
	const states = 1 << ORDER;
	const mask = states - 1;
	const costs = Float64Array.from(pathCosts);
	for (let i = 0; i < costs.length && keyCosts !== null; i++) {
		costs[i]! += keyCosts[Math.floor(i / states / 2) * 2 + (i & 1)]!;
	}
	const forward = new Float64Array(count * states).fill(Number.POSITIVE_INFINITY);
	const backward = new Float64Array(count * states);
	for (let k = 0; k < count; k++) {
		// The first keys have fewer keys before them.
		const combinations = 2 << Math.min(k, ORDER);
		for (let signs = 0; signs < combinations; signs++) {
			if (k === known && (signs & 1) === ruledOut) continue;
			const before = k === 0 ? 0 : forward[(k - 1) * states + (signs >> 1)]!;
			const at = k * states + (signs & mask);
			forward[at] = addChances(forward[at]!, before + costs[k * states * 2 + signs]!);
		}
	}
	for (let k = count - 2; k >= 0; k--) {
		for (let state = 0; state < states; state++) {
			let total = Number.POSITIVE_INFINITY;
			for (let sign = 0; sign < 2; sign++) {
				if (k + 1 === known && sign === ruledOut) continue;
				const signs = state * 2 + sign;
				total = addChances(total, costs[(k + 1) * states * 2 + signs]! + backward[(k + 1) * states + (signs & mask)]!);
			}
			backward[k * states + state] = total;
		}
	}
	for (let k = 0; k < count; k++) {
		let plus = Number.POSITIVE_INFINITY;
		let minus = Number.POSITIVE_INFINITY;
		for (let state = 0; state < states; state++) {
			const total = forward[k * states + state]! + backward[k * states + state]!;
			if ((state & 1) === 0) plus = addChances(plus, total);
			else minus = addChances(minus, total);
		}
		chances[k] = plus === minus ? 0.5 : 1 / (1 + Math.exp(plus - minus));
	}
	return chances;
}

// The cost of either of two alternatives: −log(e^−a + e^−b). Infinite costs are impossible.
function addChances(cost: number, otherCost: number): number {
	const apart = cost - otherCost;
	if (apart > NEGLIGIBLE) return otherCost;
	if (apart < -NEGLIGIBLE || otherCost === Number.POSITIVE_INFINITY) return cost;
	return apart < 0 ? cost - Math.log1p(Math.exp(apart)) : otherCost - Math.log1p(Math.exp(-apart));
}
