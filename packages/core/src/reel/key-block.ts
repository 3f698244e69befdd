import type { ReadBudget } from '../issue/budget.ts';
import { FULL_STRIDE } from '../model/curve.ts';
import type { BlockCurve } from './block-curve.ts';
import {
	BOUNDED_CONTEXTS,
	type BoundedVector,
	codeBoundedVector,
	createFrame,
	writeBoundedKeys,
} from './bounded-vector.ts';
import { CLOCK_CONTEXTS } from './clock.ts';
import { listWeights, SIZE } from './dyadic.ts';
import { codeKeys, HINTS, KEY_CONTEXTS, type KeyState, MAX_SHAPES, PREDICTORS } from './exact-keys.ts';
import { codeTangents, createTangentWords, setPlainTangents, TANGENT_CONTEXTS } from './exact-tangents.ts';
import { VECTOR_ROLES, type VectorShape } from './groups.ts';
import { codeMask, MASK_CONTEXTS, MaskState } from './mask.ts';
import { fromOrdinal, toOrdinal } from './ordinal.ts';
import { type DensePose, densify, listReferences } from './pose-frame.ts';
import type { BitCoder } from './range-coder.ts';
import { RecentWords } from './recent-words.ts';
import { isSameArray } from './same-array.ts';
import type { Timing } from './timing.ts';

// The keys of a block, bit by bit (REEL.md, "Exact vectors"). The same code writes and reads: see range-coder.ts.

const TOGETHER_AT: number = CLOCK_CONTEXTS;
const MASK_AT: number = TOGETHER_AT + VECTOR_ROLES.length;
const KEYS_AT: number = MASK_AT + VECTOR_ROLES.length * MASK_CONTEXTS;
const TANGENTS_AT: number = KEYS_AT + KEY_CONTEXTS;
const BOUNDED_AT: number = TANGENTS_AT + TANGENT_CONTEXTS;
/** Contexts of a block, with those of its clock. */
export const BLOCK_CONTEXTS: number = BOUNDED_AT + 1 + BOUNDED_CONTEXTS;

/** The work of reading a key, and how many shapes are compared at the cost of a step. */
const KEY_STEPS = 4;
const SHAPES_PER_STEP = 1;

/** Finds the steps of a vector, or returns `null` if it must be stored exactly. */
export type FitVector = (
	index: number,
	curves: readonly BlockCurve[],
	references: readonly DensePose[],
	timing: Timing,
) => BoundedVector | null;

/** Codes the keys of a block, vector after vector. */
export class KeyBlockCoder {
	readonly #coder: BitCoder;
	readonly #clock: Int32Array;
	readonly #masks: MaskState;
	readonly #keys: KeyState;
	readonly #tangents: readonly RecentWords[] = createTangentWords();
	readonly #steps: RecentWords = new RecentWords();
	readonly #fit: FitVector | null;
	readonly #budget: ReadBudget | null;
	#timing: Timing | null = null;
	#denseBytes = 0;

	/**
	 * `clock`: the ordinals of all key times. `fit`: vectors may be bounded; not called when reading. `budget`: what reading may still
	 * cost; `null` when writing.
	 */
	constructor(
		coder: BitCoder,
		clock: Int32Array,
		vectorCount: number,
		fit: FitVector | null,
		budget: ReadBudget | null,
	) {
		this.#budget = budget;
		this.#fit = fit;
		this.#coder = coder;
		this.#clock = clock;
		this.#masks = new MaskState(clock.length, budget);
		const times = Float64Array.from(clock, fromOrdinal);
		this.#keys = {
			times,
			poses: Array.from({ length: vectorCount }, () => null),
			memories: [],
			scores: VECTOR_ROLES.map(() => new Float64Array(PREDICTORS)),
			hints: new Float64Array(HINTS),
		};
	}

	/**
	 * Codes a vector. Calls `onKeys` with a number of keys before they are read. Returns false if the bits are not the work
	 * of an encoder. Throws `too-large`.
	 */
	codeVector(
		vector: VectorShape,
		index: number,
		curves: readonly BlockCurve[],
		onKeys: (count: number) => void,
	): boolean {
		const coder = this.#coder;
		const { role } = vector;
		const roleIndex = VECTOR_ROLES.indexOf(role);
		if (this.#fit !== null && (vector.size === SIZE || role === 'rotation')) {
			const isRead = this.#codeBounded(vector, index, curves, onKeys);
			if (isRead !== null) return isRead;
		}
		const [first] = curves as [BlockCurve];
		const isOne = coder.codeBit(TOGETHER_AT + roleIndex, areTogether(curves) ? 1 : 0) === 1;
		if (isOne && curves.some(({ stride }) => stride !== first.stride)) return false;
		const groups = isOne ? [curves] : curves.map((curve) => [curve]);
		for (const group of groups) {
			const [{ frames, stride }] = group as [BlockCurve];
			const mask = codeMask(coder, MASK_AT + roleIndex * MASK_CONTEXTS, this.#masks, roleIndex, frames);
			if (coder.isReading) onKeys(mask.length * group.length);
			const shapes = vector.references.length > 0 && mask.length <= MAX_SHAPES ? mask.length : 0;
			this.#charge(mask.length, group, shapes ** 2 / SHAPES_PER_STEP);
			this.#startKeys(group, mask, coder.isReading);
			codeKeys(coder, KEYS_AT, this.#keys, isOne ? vector : { ...vector, references: [] }, isOne ? index : -1, group);
			if (stride === FULL_STRIDE)
				for (const curve of group) codeTangents(coder, TANGENTS_AT, this.#tangents, curve.words);
		}
		return true;
	}

	// Returns `null` if the vector is not bounded.
	#codeBounded(
		vector: VectorShape,
		index: number,
		curves: readonly BlockCurve[],
		onKeys: (count: number) => void,
	): boolean | null {
		const coder = this.#coder;
		const role = VECTOR_ROLES.indexOf(vector.role);
		const [first] = curves as [BlockCurve];
		const { stride } = first;
		const references = listReferences(this.#keys.poses, vector);
		const fitted =
			coder.isReading || !areTogether(curves)
				? null
				: (this.#fit?.(index, curves, references, this.#findTiming(first.frames)) ?? null);
		if (coder.codeBit(BOUNDED_AT, fitted === null ? 0 : 1) === 0) return null;
		if (curves.some((curve) => curve.stride !== stride)) return false;
		const mask = codeMask(coder, MASK_AT + role * MASK_CONTEXTS, this.#masks, role, first.frames);
		if (coder.isReading) onKeys(mask.length * curves.length);
		this.#charge(mask.length, curves, 0);
		const stored = fitted ?? { reference: 0, mean: new Int32Array(4), step: 0, steps: new Int32Array(0) };
		codeBoundedVector(coder, BOUNDED_AT + 1, role, mask.length, this.#steps, stored);
		const isRotation = vector.role === 'rotation';
		this.#startKeys(curves, mask, true);
		if (stride === FULL_STRIDE) for (const { words } of curves) setPlainTangents(words);
		if (mask.length === 0) return true;
		writeBoundedKeys(stored, createFrame(stored, references), curves, isRotation, this.#findTiming(mask).weights);
		this.#keys.poses[index] = densify(this.#keys.times, curves);
		return true;
	}

	// Charges the keys of curves, in a block and in the recording, and their values at all times of the clock.
	#charge(keyCount: number, curves: readonly BlockCurve[], moreSteps: number): void {
		if (keyCount === 0 || this.#budget === null) return;
		const [{ stride }] = curves as [BlockCurve];
		const times = this.#clock.length;
		this.#budget.chargeSteps((KEY_STEPS * keyCount + times) * curves.length + moreSteps);
		this.#budget.chargeBytes((2 * 4 * stride * keyCount + 8 * times) * curves.length);
		this.#denseBytes += 8 * times * curves.length;
	}

	/** Releases memory that only reading the block needs. */
	release(): void {
		this.#budget?.refundBytes(this.#denseBytes);
	}

	// Keys at the times of a mask, with values yet to come if they are new.
	#startKeys(curves: readonly BlockCurve[], mask: Int32Array, areNew: boolean): void {
		for (const curve of curves) {
			const { stride } = curve;
			curve.frames = mask;
			if (areNew && mask.length > 0) curve.words = new Uint32Array(mask.length * stride);
			for (let i = 0; i < mask.length; i++) curve.words[i * stride] = toOrdinal(this.#clock[mask[i]!]!);
		}
	}

	// Most vectors have the mask of the vector before.
	#findTiming(mask: Int32Array): Timing {
		if (this.#timing === null || !isSameArray(this.#timing.mask, mask)) {
			const times = Float64Array.from(mask, (frame) => this.#keys.times[frame]!);
			this.#timing = { mask, times, weights: listWeights(times) };
		}
		return this.#timing;
	}
}

function areTogether(curves: readonly BlockCurve[]): boolean {
	const [first] = curves as [BlockCurve];
	return curves.every(({ stride, frames }) => stride === first.stride && isSameArray(frames, first.frames));
}
