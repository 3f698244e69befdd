import { FULL_STRIDE, WEIGHTED_BOTH } from '../model/curve.ts';
import { ordinalOf, toOrdinal } from './ordinal.ts';
import type { BitCoder } from './range-coder.ts';
import { RECENT_CONTEXTS, RecentWords } from './recent-words.ts';
import { VALUE_CONTEXTS, ValueCoder } from './value-coder.ts';

const TIME = 0;
const VALUE = 1;
const IN_TANGENT = 2;
/** The first field that is not a tangent. */
const WEIGHTS_AT = 2;
const FIELDS: number = FULL_STRIDE - IN_TANGENT;
const PREDICTORS = 3;
const SAME_AT = 1;
const VALUES_AT: number = SAME_AT + 4 * FIELDS;
const RECENT_AT: number = VALUES_AT + FIELDS * VALUE_CONTEXTS;
/** Contexts of {@link codeTangents}. */
export const TANGENT_CONTEXTS: number = RECENT_AT + FIELDS * RECENT_CONTEXTS;

/** Returns the recent words of a block: of tangents, weights and modes. */
export function createTangentWords(): RecentWords[] {
	return [new RecentWords(), new RecentWords(), new RecentWords()];
}

/** Codes tangents, weights and weighted modes of a curve. Most curves have those of straight lines. */
export function codeTangents(
	coder: BitCoder,
	context: number,
	recent: readonly RecentWords[],
	words: Uint32Array,
): void {
	if (words.length === 0) return;
	if (coder.codeBit(context, isPlain(words) ? 1 : 0) === 1) {
		setPlainTangents(words);
		return;
	}
	const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
	const predictions = new Int32Array(PREDICTORS);
	const same = new Int32Array(FIELDS);
	const values = Array.from({ length: FIELDS }, (_, field) => {
		return new ValueCoder(coder, context + VALUES_AT + field * VALUE_CONTEXTS, new Float64Array(PREDICTORS));
	});
	for (let key = 0; key < words.length; key += FULL_STRIDE) {
		for (let field = 0; field < FIELDS; field++) {
			const at = key + IN_TANGENT + field;
			const before = key > 0 ? words[at - FULL_STRIDE]! : 0;
			// A tangent or weight is often that of the key before, or the same on both sides of a key.
			const isOut = field % 2 === 1;
			const context0 = context + SAME_AT + 4 * field + same[field]!;
			if (coder.codeBit(context0, words[at] === before ? 1 : 0) === 1) {
				words[at] = before;
				same[field] = 1;
				continue;
			}
			const twin = isOut ? words[at - 1]! : before;
			same[field] = 0;
			if (isOut && coder.codeBit(context0 + 2, words[at] === twin ? 1 : 0) === 1) {
				words[at] = twin;
				continue;
			}
			const kind = recent[field >> 1]!;
			const known = kind.code(coder, context + RECENT_AT + field * RECENT_CONTEXTS, words[at]!);
			if (known !== null) {
				words[at] = known;
				continue;
			}
			predictions[0] = toOrdinal(before | 0);
			predictions[1] = toOrdinal(twin | 0);
			predictions[2] = field < WEIGHTS_AT ? slopeBefore(floats, key) : 0;
			words[at] = toOrdinal(values[field]!.code(predictions, PREDICTORS, toOrdinal(words[at]! | 0), 0));
			kind.add(words[at]!);
		}
	}
}

/** Sets the modes of straight lines; tangents and weights are 0. */
export function setPlainTangents(words: Uint32Array): void {
	for (let at = FULL_STRIDE - 1; at < words.length; at += FULL_STRIDE) words[at] = WEIGHTED_BOTH;
}

function slopeBefore(floats: Float32Array, key: number): number {
	if (key === 0) return 0;
	const last = key - FULL_STRIDE;
	return ordinalOf((floats[key + VALUE]! - floats[last + VALUE]!) / (floats[key + TIME]! - floats[last + TIME]!));
}

function isPlain(words: Uint32Array): boolean {
	for (let key = 0; key < words.length; key += FULL_STRIDE) {
		const rest = words[key + 2]! | words[key + 3]! | words[key + 4]! | words[key + 5]!;
		if (rest !== 0 || words[key + 6] !== WEIGHTED_BOTH) return false;
	}
	return true;
}
