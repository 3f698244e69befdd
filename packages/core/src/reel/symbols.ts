import type { BitCoder } from './range-coder.ts';

/** Codes a number of `bits` bits, high bit first, with the bits before as context. There are 2^bits contexts. */
export function codeTree(coder: BitCoder, context: number, bits: number, value: number): number {
	let prefix = 1;
	for (let bit = bits - 1; bit >= 0; bit--) {
		prefix = (prefix << 1) | coder.codeBit(context + prefix, (value >> bit) & 1);
	}
	return prefix - (1 << bits);
}

const UNARY = 14;
const LONGEST = 24;

/** Contexts of {@link codeCount}. */
export const COUNT_CONTEXTS: number = UNARY + LONGEST;

/** Codes a number from 0 to 2^24: in unary up to 14, the rest as Exp-Golomb. */
export function codeCount(coder: BitCoder, context: number, value: number): number {
	for (let i = 0; i < UNARY; i++) if (coder.codeBit(context + i, value > i ? 1 : 0) === 0) return i;
	const rest = value - UNARY + 1;
	let length = 0;
	const at = context + UNARY;
	while (length < LONGEST && coder.codeBit(at + length, rest >> (length + 1) > 0 ? 1 : 0) === 1) length++;
	return UNARY - 1 + 2 ** length + coder.codeBits(length, rest & (2 ** length - 1));
}

/** Contexts of {@link codeInteger}. */
export const INTEGER_CONTEXTS: number = 2 + COUNT_CONTEXTS;

/** Codes a signed integer: whether it is 0, its sign, its magnitude. */
export function codeInteger(coder: BitCoder, context: number, value: number): number {
	if (coder.codeBit(context, value === 0 ? 0 : 1) === 0) return 0;
	const isNegative = coder.codeBit(context + 1, value < 0 ? 1 : 0);
	const magnitude = codeCount(coder, context + 2, Math.abs(value) - 1) + 1;
	return isNegative === 1 ? -magnitude : magnitude;
}

/** Lengths from 0 to 31 bits. */
const LENGTHS = 32;
/** Two expected lengths have the same contexts. */
const CLASSES = 16;
const SIGN_AT: number = CLASSES * 2 * LENGTHS;
const LEADING_AT: number = SIGN_AT + LENGTHS;
/** Bits after the highest that are modeled: two, so the number so far is below 4. */
const LEADING = 4;
/** Contexts of {@link codeResidual}. */
export const RESIDUAL_CONTEXTS: number = LEADING_AT + LENGTHS * LEADING;

/**
 * Codes a 32-bit integer that is expected to have `expected` bits (REEL.md, "Symbols"): how many it has, counting up or down
 * from there, its sign, and the bits below the highest, of which two are modeled.
 */
export function codeResidual(coder: BitCoder, context: number, expected: number, value: number): number {
	const folded = value ^ (value >> 31);
	const actual = 32 - Math.clz32(folded);
	const at = context + (expected >> 1) * 2 * LENGTHS;
	let length = expected;
	if (expected < LENGTHS - 1 && coder.codeBit(at, actual > expected ? 1 : 0) === 1) {
		length++;
		while (length < LENGTHS - 1 && coder.codeBit(at + length - expected, actual > length ? 1 : 0) === 1) length++;
	} else {
		while (length > 0 && coder.codeBit(at + LENGTHS + expected - length, actual < length ? 1 : 0) === 1) length--;
	}
	const sign = coder.codeBit(context + SIGN_AT + length, value < 0 ? 1 : 0);
	let magnitude = length === 0 ? 0 : 1;
	let left = length - 1;
	const leading = context + LEADING_AT + length * LEADING;
	for (; left > 0 && magnitude < LEADING; left--) {
		magnitude = (magnitude << 1) | coder.codeBit(leading + magnitude, (folded >>> (left - 1)) & 1);
	}
	if (left > 0) magnitude = (magnitude << left) | coder.codeBits(left, folded & (2 ** left - 1));
	return sign === 1 ? ~magnitude : magnitude;
}
