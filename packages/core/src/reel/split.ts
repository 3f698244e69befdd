import { type Curve, getCurveWords, getKeyTime } from '../model/curve.ts';
import { isRepeatingWrap } from '../model/wrap-mode.ts';
import { toOrdinal } from './ordinal.ts';

// Where a recording is cut into blocks (REEL.md, "Blocks").

/** The keys of a block. */
export interface BlockRange {
	/** The block has the keys at times in [start, end), and those around them that playing needs. */
	readonly start: number;
	readonly end: number;
	/** Up to this time the block alone determines all values. */
	readonly cover: number;
	/** For each curve, the first of its keys in the block and the key after the last. */
	readonly from: Int32Array;
	readonly to: Int32Array;
}

/** A block has at least this many keys for each of the seconds that it should last, unless it is the last. */
const KEYS_PER_SECOND = 2_700;
/** A cut is made where most curves have a key, at most this much later, as a share of the block. */
const PATIENCE = 0.15;
/** Keys at one time that a block can tell apart. */
export const MAX_REPEATS = 63;

/** Returns whether a curve can be cut: its times are finite and sorted, −0 before 0. */
export function isRegular(curve: Curve): boolean {
	const words = getCurveWords(curve);
	let last = Number.NEGATIVE_INFINITY;
	let repeats = 0;
	for (let key = 0; key < curve.count; key++) {
		const ordinal = toOrdinal(words[key * curve.stride]! | 0);
		repeats = ordinal === last ? repeats + 1 : 0;
		if (ordinal < last || repeats > MAX_REPEATS || !Number.isFinite(getKeyTime(curve, key))) return false;
		last = ordinal;
	}
	return true;
}

/** Cuts regular curves into blocks of about so many seconds, longer where there are few keys. */
export function splitCurves(curves: readonly Curve[], seconds: number): BlockRange[] {
	const cuts = findCuts(curves, seconds);
	return cuts.map((start, i) => selectKeys(curves, start, cuts[i + 1] ?? Number.POSITIVE_INFINITY));
}

function selectKeys(curves: readonly Curve[], start: number, end: number): BlockRange {
	const from = new Int32Array(curves.length);
	const to = new Int32Array(curves.length);
	let cover = end;
	curves.forEach((curve, i) => {
		const first = findKey(curve, start);
		const next = findKey(curve, end);
		const hasStart = first < curve.count && getKeyTime(curve, first) === start;
		from[i] = first > 0 && !hasStart ? first - 1 : first;
		to[i] = next;
		if (next === curve.count || curve.kind === 'boolean') return;
		if (getKeyTime(curve, next) !== end) to[i] = next + 1;
		else cover = Math.min(cover, next > from[i]! ? getKeyTime(curve, next - 1) : start);
	});
	return { start, end, cover, from, to };
}

// The first key at or after a time.
function findKey(curve: Curve, time: number): number {
	let low = 0;
	let high = curve.count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (getKeyTime(curve, middle) < time) low = middle + 1;
		else high = middle;
	}
	return low;
}

// The start times of all blocks.
function findCuts(curves: readonly Curve[], seconds: number): number[] {
	const { times, counts } = countTimes(curves);
	const [first] = times;
	if (first === undefined) return [];
	const cuts = [first];
	// Outside its keys a repeating curve needs all of them.
	if (
		curves.some(({ count, preWrap, postWrap }) => count > 1 && (isRepeatingWrap(preWrap) || isRepeatingWrap(postWrap)))
	)
		return cuts;
	let start = first;
	let keys = 0;
	for (let i = 0; i < times.length; i++) {
		if (times[i]! - start < seconds || keys < seconds * KEYS_PER_SECOND) {
			keys += counts[i]!;
			continue;
		}
		let best = i;
		const latest = times[i]! + seconds * PATIENCE;
		for (let j = i; j < times.length && times[j]! < latest; j++) if (counts[j]! > counts[best]!) best = j;
		start = times[best]!;
		cuts.push(start);
		keys = 0;
		i = best - 1;
	}
	return cuts;
}

// All times, sorted, and how many keys there are at each.
function countTimes(curves: readonly Curve[]): { times: Float64Array; counts: Float64Array } {
	let total = 0;
	for (const { count } of curves) total += count;
	const all = new Float64Array(total);
	let end = 0;
	for (const { floats, start, count, stride } of curves) {
		for (let key = 0, at = start; key < count; key++, at += stride) all[end++] = floats[at]!;
	}
	all.sort();
	const counts = new Float64Array(total);
	let length = 0;
	for (let i = 0; i < total; i++) {
		if (length === 0 || all[i] !== all[length - 1]) all[length++] = all[i]!;
		counts[length - 1]!++;
	}
	return { times: all.subarray(0, length), counts: counts.subarray(0, length) };
}
