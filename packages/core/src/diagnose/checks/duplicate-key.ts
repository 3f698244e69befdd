import { isSorted } from '../../curves/sort.ts';
import { type Curve, getKeyTime, getKeyValue } from '../../model/curve.ts';
import { countOf } from '../count-of.ts';
import { reportKeys } from '../report-keys.ts';
import type { Rule } from '../rule.ts';
import type { KeyRows, Subject } from '../subject.ts';

/**
 * Unity refuses a key at a time that has one. A file can hold two all the same; the curve then jumps there, or says the
 * same thing twice. Where recordings were joined that is meant, and for information: several vectors jump at one time, or
 * everything has a key there. States that change from one key to the other are as they should be.
 */
export const duplicateKey: Rule = {
	code: 'duplicate-key',
	severity: 'warning',
	remains: 'keys at one time differ, and nothing tells which of them is right; the last one counts when playing',
	check(subject, report) {
		const joints = findJoints(subject);
		const findOthers = (curve: Curve): number[] =>
			findDuplicates(curve).filter((key) => !joints.has(getKeyTime(curve, key)) && !isStep(curve, key));
		reportKeys(subject, report, findOthers, (count) => `${count} have the time of another key`);
		if (joints.size === 0) return;
		report({
			path: '',
			text: `poses jump at ${countOf(joints.size, 'time')}, as where recordings were joined`,
			time: Math.min(...joints),
			severity: 'info',
		});
	},
};

/** The times at which vectors have two keys, not the same, because recordings were joined there. */
function findJoints({ groups }: Subject): Set<number> {
	const vectors = groups.flatMap(({ rows }) => (rows === null ? [] : [rows]));
	const jumps = new Map<number, number>();
	for (const rows of vectors) {
		for (const row of listPairs(rows)) {
			const time = rows.times[row]!;
			if (!isSameRow(rows, row - 1, row)) jumps.set(time, (jumps.get(time) ?? 0) + 1);
		}
	}
	const isShared = (time: number): boolean =>
		vectors.every(({ times }) => !(times[0]! <= time && time <= times[times.length - 1]!) || times.includes(time));
	return new Set([...jumps].flatMap(([time, count]) => (count > 1 || isShared(time) ? [time] : [])));
}

/** The second of the rows at each time that has two and no more. */
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

/** Whether a state changes from a key to the next at the same time, which is how it changes at once. */
function isStep(curve: Curve, key: number): boolean {
	if (curve.kind !== 'boolean' || getKeyTime(curve, key - 1) !== getKeyTime(curve, key)) return false;
	return getKeyValue(curve, key - 1) > 0.5 !== getKeyValue(curve, key) > 0.5;
}

/** Indices, as the file counts them, of keys at the time of an earlier one. */
function findDuplicates(curve: Curve): number[] {
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
