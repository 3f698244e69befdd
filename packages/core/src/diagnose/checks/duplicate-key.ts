import { isSorted } from '../../curves/sort.ts';
import { countOf } from '../../issue/error.ts';
import { type Curve, getCurveWords, getKeyTime, getKeyValue, isTrueValue, selectKeys } from '../../model/curve.ts';
import { type FixableCheck, NO_KEYS, reportKeys } from './support/check.ts';
import type { KeyRows, Subject } from './support/subject.ts';

/** 0.001 mm for positions below 1 m; float32 rounds larger positions more. */
const ROUNDING = 1e-6;

/**
 * Unity rejects a second key at the same time, but a file can contain one: the curve jumps there, or repeats itself. Where
 * recordings were joined, the jump is intended and the severity is info: several vectors jump at the same time, or every
 * vector has a key there. Boolean curves that change between the two keys are fine, and so are joined poses that differ by
 * rounding only: a recording that was split and put together again.
 *
 * The fix removes keys that repeat the previous key in every bit, on all axes at once. If they differ, either key may be
 * right, so both stay.
 */
export const duplicateKey: FixableCheck = {
	code: 'duplicate-key',
	severity: 'warning',
	meaning: 'Two keys of a curve have the same time.',
	rule: 'two keys have the same time. Info where recordings were joined: several vectors jump at the same time, or all vectors have a key there. Joined poses that differ by less than 0.001 mm are fine',
	remains: 'keys at the same time differ, and it is unknown which is right; playback uses the last',
	find(subject, report) {
		const seams = findSeams(subject);
		const findOthers = (curve: Curve): readonly number[] => {
			const found = findDuplicates(curve);
			if (found.length === 0) return found;
			return found.filter((key) => !seams.has(getKeyTime(curve, key)) && !isStep(curve, key));
		};
		const describe = (count: string): string => `${count} have the same time as another key`;
		reportKeys(subject, report, findOthers, describe, ({ rows }) => rows?.isFileOrder === true && rows.isIncreasing);
		const jumps = [...seams].flatMap(([time, isVisible]) => (isVisible ? [time] : []));
		if (jumps.length === 0) return;
		report({
			path: '',
			text: `poses jump at ${countOf(jumps.length, 'time')}; recordings were probably joined there`,
			time: jumps.reduce((a, b) => Math.min(a, b)),
			severity: 'info',
		});
	},
	fix: {
		scope: 'keys',
		does: 'removes the second key if it is identical on all axes; otherwise none, because either key may be right',
		how: 'removed keys that repeat the previous key',
		fixGroup: ({ curves: placed }) => {
			const curves = placed.map(({ curve }) => curve);
			const count = curves[0]?.count ?? 0;
			if (curves.some((curve) => curve.count !== count)) {
				return { curves: curves.map((curve) => selectKeys(curve, (key) => !isRepeat(curve, key))), confidence: null };
			}
			const isKept = (key: number): boolean => !curves.every((curve) => isRepeat(curve, key));
			return { curves: curves.map((curve) => selectKeys(curve, isKept)), confidence: null };
		},
	},
};

function isRepeat(curve: Curve, key: number): boolean {
	if (key === 0) return false;
	const words = getCurveWords(curve);
	const at = key * curve.stride;
	for (let i = 0; i < curve.stride; i++) if (words[at + i] !== words[at - curve.stride + i]) return false;
	return true;
}

// The times at which recordings were joined, and whether that can be seen: vectors have two different keys there.
function findSeams({ groups }: Subject): Map<number, boolean> {
	const vectors = groups.flatMap(({ rows }) => (rows === null ? [] : [rows]));
	const jumps = new Map<number, number>();
	const visible = new Set<number>();
	for (const rows of vectors) {
		if (rows.isIncreasing) continue;
		for (const row of listPairs(rows)) {
			const time = rows.times[row]!;
			if (!isSameRow(rows, row - 1, row)) jumps.set(time, (jumps.get(time) ?? 0) + 1);
			if (!isNearRow(rows, row - 1, row)) visible.add(time);
		}
	}
	const isShared = (time: number): boolean =>
		vectors.every(({ times }) => !(times[0]! <= time && time <= times[times.length - 1]!) || times.includes(time));
	const seams = [...jumps].filter(([time, count]) => count > 1 || isShared(time));
	return new Map(seams.map(([time]) => [time, visible.has(time)]));
}

// The second row at each time that has exactly two rows.
function listPairs({ times }: KeyRows): number[] {
	const pairs: number[] = [];
	for (let first = 0, end = 0; first < times.length; first = end) {
		while (times[end] === times[first]) end++;
		if (end - first === 2) pairs.push(first + 1);
	}
	return pairs;
}

function isSameRow({ values, width }: KeyRows, a: number, b: number): boolean {
	for (let i = 0; i < width; i++) if (!Object.is(values[a * width + i], values[b * width + i])) return false;
	return true;
}

// Whether two rows differ by rounding only. A rotation may change its sign.
function isNearRow({ values, width }: KeyRows, a: number, b: number): boolean {
	let [difference, sum, size] = [0, 0, 1];
	for (let i = 0; i < width; i++) {
		const [before, after] = [values[a * width + i]!, values[b * width + i]!];
		difference = Math.max(difference, Math.abs(after - before));
		sum = Math.max(sum, Math.abs(after + before));
		size = Math.max(size, Math.abs(before));
	}
	return Math.min(difference, width === 4 ? sum : difference) <= ROUNDING * size;
}

// Whether a state changes at a key: two keys at the same time are how it changes instantly.
function isStep(curve: Curve, key: number): boolean {
	if (curve.kind !== 'boolean' || getKeyTime(curve, key - 1) !== getKeyTime(curve, key)) return false;
	return isTrueValue(getKeyValue(curve, key - 1)) !== isTrueValue(getKeyValue(curve, key));
}

// Indices, in file order, of keys at the time of an earlier key.
function findDuplicates(curve: Curve): readonly number[] {
	if (isIncreasing(curve)) return NO_KEYS;
	const found: number[] = [];
	if (isSorted(curve)) {
		for (let i = 1; i < curve.count; i++) if (getKeyTime(curve, i) === getKeyTime(curve, i - 1)) found.push(i);
		return found;
	}
	const seen = new Set<number>();
	for (let i = 0; i < curve.count; i++) {
		const time = getKeyTime(curve, i);
		if (!Number.isFinite(time)) continue;
		if (seen.has(time)) found.push(i);
		seen.add(time);
	}
	return found;
}

// Whether every key is later than the key before. The usual case, in a single pass.
function isIncreasing({ floats, start, count, stride }: Curve): boolean {
	let last = Number.NEGATIVE_INFINITY;
	for (let i = start; i < start + count * stride; i += stride) {
		const time = floats[i]!;
		if (!(time > last)) return false;
		last = time;
	}
	return true;
}
