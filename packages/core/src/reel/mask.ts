import type { ReadBudget } from '../issue/budget.ts';
import type { BitCoder } from './range-coder.ts';
import { isSameArray } from './same-array.ts';

// Which times of the clock a vector has keys at (REEL.md, "Masks").

const SHARES = 10;
const NEARBY = 3;
const GAPS = 6;
const BITS_AT = 2;
/** Contexts of {@link codeMask} for each role. */
export const MASK_CONTEXTS: number = BITS_AT + SHARES * NEARBY * GAPS;

const EMPTY = /* @__PURE__ */ new Int32Array(0);

/** The masks of a block so far. */
export class MaskState {
	readonly clockLength: number;
	/** How many masks have each time. Masks that repeat the mask before do not count again. */
	readonly hits: Int32Array;
	maskCount = 0;
	/** The last mask of each role. */
	readonly last: Array<Int32Array | undefined> = [];
	/** What reading may still cost; `null` when writing. */
	readonly budget: ReadBudget | null;

	constructor(clockLength: number, budget: ReadBudget | null) {
		this.budget = budget;
		this.clockLength = clockLength;
		this.hits = new Int32Array(clockLength);
	}
}

/** Codes a mask: empty, as the last of its role, or bit by bit. */
export function codeMask(
	coder: BitCoder,
	context: number,
	state: MaskState,
	role: number,
	frames: Int32Array,
): Int32Array {
	if (coder.codeBit(context, frames.length > 0 ? 1 : 0) === 0) return EMPTY;
	const last = state.last[role];
	if (last !== undefined && coder.codeBit(context + 1, isSameArray(frames, last) ? 1 : 0) === 1) return last;
	const mask = codeBits(coder, context + BITS_AT, state, last ?? EMPTY, frames);
	state.last[role] = mask;
	state.maskCount++;
	for (const frame of mask) state.hits[frame]!++;
	return mask;
}

function codeBits(
	coder: BitCoder,
	context: number,
	state: MaskState,
	last: Int32Array,
	frames: Int32Array,
): Int32Array {
	const { hits, maskCount, clockLength, budget } = state;
	budget?.chargeSteps(clockLength);
	budget?.chargeBytes(4 * clockLength);
	const mask = new Int32Array(clockLength);
	let count = 0;
	let gap = 0;
	for (let frame = 0, key = 0, near = 0; frame < clockLength; frame++) {
		while (near < last.length && last[near]! < frame) near++;
		const nearby =
			last[near] === frame ? 2 : last[near] === frame + 1 || (near > 0 && last[near - 1] === frame - 1) ? 1 : 0;
		const share = classifyShare(hits[frame]!, maskCount);
		const at = context + (share * NEARBY + nearby) * GAPS + classifyGap(gap);
		if (coder.codeBit(at, frames[key] === frame ? 1 : 0) === 1) {
			mask[count++] = frame;
			key++;
			gap = 0;
		} else gap++;
	}
	return mask.slice(0, count);
}

// Which share of the masks so far has a time: none, in eighths, or all.
function classifyShare(hits: number, maskCount: number): number {
	if (hits === 0) return 0;
	return hits === maskCount ? SHARES - 1 : 1 + Math.floor((hits * 8) / maskCount);
}

// How many times have passed since the last key.
function classifyGap(gap: number): number {
	return gap < 2 ? gap : gap < 4 ? 2 : gap < 8 ? 3 : gap < 16 ? 4 : 5;
}
