import { evaluateLine } from '../curves/segment.ts';
import { sortCurve } from '../curves/sort.ts';
import { type Curve, FULL_STRIDE, getCurveWords, replaceKeys, WEIGHTED_BOTH } from '../model/curve.ts';
import { fillKey, splitSegment } from './split-segment.ts';

/**
 * A sorted curve that also has keys at the given times and plays as before ({@link splitSegment} describes how exactly).
 * The same object if it is sorted and has all of them. Times are rounded to float32, must be finite, and may be in any
 * order.
 *
 * Outside the keys the new keys carry on the end values, which is right for curves that hold their ends. A curve
 * without keys plays 0 and gets keys of 0.
 */
export function insertKeys(curve: Curve, times: Iterable<number>): Curve {
	const sorted = sortCurve(curve);
	const missing = listMissing(sorted, times);
	if (missing.length === 0) return sorted;
	const { stride } = sorted;
	const words = new Uint32Array((sorted.count + missing.length) * stride);
	const inserted = replaceKeys(sorted, words);
	const { floats } = inserted;
	// The given keys start at the end of the buffer and move to the front, with a new key in between where needed.
	let given = missing.length * stride;
	let end = 0;
	words.set(getCurveWords(sorted), given);
	for (const time of missing) {
		const behind = given;
		while (given < words.length && floats[given]! < time) given += stride;
		words.copyWithin(end, behind, given);
		end += given - behind;
		floats[end] = time;
		fillBetween(inserted, end > 0 ? end - stride : -1, end, given < words.length ? given : -1);
		end += stride;
	}
	return inserted;
}

/** A curve with full keys: the same object, or the full keys equal to its simple keys. Boolean curves stay. */
export function widenCurve(curve: Curve): Curve {
	if (curve.kind === 'boolean' || curve.stride === FULL_STRIDE) return curve;
	const given = getCurveWords(curve);
	const words = new Uint32Array(curve.count * FULL_STRIDE);
	for (let i = 0; i < curve.count; i++) {
		words[i * FULL_STRIDE] = given[i * 2]!;
		words[i * FULL_STRIDE + 1] = given[i * 2 + 1]!;
		words[i * FULL_STRIDE + 6] = WEIGHTED_BOTH;
	}
	return replaceKeys({ ...curve, stride: FULL_STRIDE }, words);
}

// Fills the new key `at` between two neighbors; −1 for a missing neighbor.
function fillBetween(curve: Curve, left: number, at: number, right: number): void {
	const { floats, words, stride, kind } = curve;
	if (left < 0 || right < 0) {
		const neighbor = Math.max(left, right);
		const value = neighbor < 0 ? 0 : floats[neighbor + 1]!;
		if (stride !== FULL_STRIDE) floats[at + 1] = value;
		else fillKey(curve, at, value, 0, 0, 0, 0, WEIGHTED_BOTH);
		if (stride !== FULL_STRIDE || neighbor < 0) return;
		// The side that was at the end of the curve becomes linear: tangent 0, weight 0, weighted.
		const isLeft = left >= 0;
		words[neighbor + (isLeft ? 3 : 2)] = 0;
		words[neighbor + (isLeft ? 5 : 4)] = 0;
		words[neighbor + 6]! |= isLeft ? 2 : 1;
		return;
	}
	if (stride === FULL_STRIDE) splitSegment(curve, left, at, right);
	else if (kind === 'boolean') words[at + 1] = words[left + 1]!;
	else {
		const start = floats[left]!;
		floats[at + 1] = evaluateLine(floats[left + 1]!, floats[right + 1]!, floats[right]! - start, floats[at]! - start);
	}
}

function listMissing({ floats, start, stride, count }: Curve, times: Iterable<number>): number[] {
	const wanted = Float32Array.from(new Set(times)).sort();
	const missing: number[] = [];
	let key = start;
	const end = start + count * stride;
	for (const time of wanted) {
		while (key < end && floats[key]! < time) key += stride;
		if ((key < end && floats[key] === time) || missing.at(-1) === time) continue;
		missing.push(time);
	}
	return missing;
}
