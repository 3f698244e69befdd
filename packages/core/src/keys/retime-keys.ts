import { type Curve, copyCurve, FULL_STRIDE } from '../model/curve.ts';
import type { KeyMemory } from './split-segment.ts';

/** A curve with all keys later by `seconds`. */
export function shiftCurve(curve: Curve, seconds: number): Curve {
	return seconds === 0 ? curve : mapKeyTimes(curve, (time) => time + seconds);
}

/** A copy of a curve with other key times. Times that are not finite stay; a curve without keys is the same object. */
export function mapKeyTimes(curve: Curve, edit: (time: number) => number): Curve {
	if (curve.count === 0) return curve;
	const changed = copyCurve(curve);
	const { floats, stride } = changed;
	for (let at = 0; at < floats.length; at += stride) {
		const time = floats[at]!;
		if (Number.isFinite(time)) floats[at] = edit(time);
	}
	return changed;
}

/**
 * Reverses sorted keys of a float curve in place: key times become `pivot − time`, and the in and out sides swap. A
 * step that holds its left value (+∞) becomes a step that holds its right value (−∞), so that the same value is held.
 */
export function reverseKeys({ floats, words }: KeyMemory, stride: 2 | 7, pivot: number): void {
	const { length } = words;
	for (let low = 0, high = length - stride; low < high; low += stride, high -= stride) {
		for (let i = 0; i < stride; i++) swap(words, low + i, high + i);
	}
	for (let at = 0; at < length; at += stride) {
		floats[at] = pivot - floats[at]!;
		if (stride !== FULL_STRIDE) continue;
		swap(words, at + 2, at + 3);
		swap(words, at + 4, at + 5);
		// Flips sign bits, so that NaN keeps its payload.
		words[at + 2]! ^= 0x8000_0000;
		words[at + 3]! ^= 0x8000_0000;
		const mode = words[at + 6]!;
		words[at + 6] = (mode & ~3) | ((mode & 1) << 1) | ((mode & 2) >> 1);
		// +∞ wins over −∞. Where both met, reversing changes the winner, so both sides get −∞.
		if (at > 0 && floats[at - stride + 3]! === -floats[at + 2]! && !Number.isFinite(floats[at + 2]!)) {
			floats[at - stride + 3] = Number.NEGATIVE_INFINITY;
			floats[at + 2] = Number.NEGATIVE_INFINITY;
		}
	}
}

function swap(words: Uint32Array, a: number, b: number): void {
	const word = words[a]!;
	words[a] = words[b]!;
	words[b] = word;
}

/**
 * Reverses sorted keys of a boolean curve in place. A value holds from its key on, so each value moves to the time at
 * which it ended. The value of the last key has no end and is lost.
 */
export function reverseBooleanKeys({ floats, words }: KeyMemory, pivot: number): void {
	reverseKeys({ floats, words }, 2, pivot);
	for (let at = 0; at + 3 < words.length; at += 2) words[at + 1] = words[at + 3]!;
}
