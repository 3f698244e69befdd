import { FULL_STRIDE } from '../model/curve.ts';
import type { BlockCurve } from './block-curve.ts';
import { CLOCK_CONTEXTS } from './clock.ts';
import { codeKeys, KEY_CONTEXTS, type KeyState } from './exact-keys.ts';
import { codeTangents, TANGENT_CONTEXTS } from './exact-tangents.ts';
import { VECTOR_ROLES, type VectorShape } from './groups.ts';
import { codeMask, MASK_CONTEXTS, MaskState } from './mask.ts';
import { fromOrdinal, toOrdinal } from './ordinal.ts';
import type { BitCoder } from './range-coder.ts';
import { isSameArray } from './same-array.ts';
import { FIRST_ERROR } from './value-coder.ts';

// The keys of a block, bit by bit (REEL.md, "Exact blocks"). The same code writes and reads: see range-coder.ts.

const TOGETHER_AT: number = CLOCK_CONTEXTS;
const MASK_AT: number = TOGETHER_AT + VECTOR_ROLES.length;
const KEYS_AT: number = MASK_AT + VECTOR_ROLES.length * MASK_CONTEXTS;
const TANGENTS_AT: number = KEYS_AT + KEY_CONTEXTS;
/** Contexts of an exact block, with those of its clock. */
export const EXACT_CONTEXTS: number = TANGENTS_AT + TANGENT_CONTEXTS;

/** Codes the keys of a block, vector after vector. */
export class ExactCoder {
	readonly #coder: BitCoder;
	readonly #clock: Int32Array;
	readonly #masks: MaskState;
	readonly #keys: KeyState;

	/** `clock`: the ordinals of all key times. */
	constructor(coder: BitCoder, clock: Int32Array, vectorCount: number) {
		this.#coder = coder;
		this.#clock = clock;
		this.#masks = new MaskState(clock.length);
		const times = Float64Array.from(clock, fromOrdinal);
		this.#keys = {
			times,
			poses: Array.from({ length: vectorCount }, () => null),
			errors: new Float64Array(VECTOR_ROLES.length).fill(FIRST_ERROR),
			hints: new Float64Array(16),
		};
	}

	/**
	 * Codes a vector. Calls `onKeys` with a number of keys before they are read. Returns false if the bits are not the work
	 * of an encoder.
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
		const [first] = curves as [BlockCurve];
		const areTogether = curves.every(
			({ stride, frames }) => stride === first.stride && isSameArray(frames, first.frames),
		);
		const isOne = coder.codeBit(TOGETHER_AT + roleIndex, areTogether ? 1 : 0) === 1;
		if (isOne && curves.some(({ stride }) => stride !== first.stride)) return false;
		const groups = isOne ? [curves] : curves.map((curve) => [curve]);
		for (const group of groups) {
			const [{ frames, stride }] = group as [BlockCurve];
			const mask = codeMask(coder, MASK_AT + roleIndex * MASK_CONTEXTS, this.#masks, roleIndex, frames);
			if (coder.isReading) {
				onKeys(mask.length * group.length);
				for (const curve of group) curve.words = new Uint32Array(mask.length * stride);
			}
			for (const curve of group) {
				curve.frames = mask;
				for (let i = 0; i < mask.length; i++) curve.words[i * stride] = toOrdinal(this.#clock[mask[i]!]!);
			}
			codeKeys(coder, KEYS_AT, this.#keys, isOne ? vector : { ...vector, references: [] }, isOne ? index : -1, group);
			if (stride === FULL_STRIDE) for (const curve of group) codeTangents(coder, TANGENTS_AT, curve.words);
		}
		return true;
	}
}
