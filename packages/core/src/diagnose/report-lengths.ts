import type { Finding } from './rule.ts';
import { type CurveGroup, locateRow } from './subject.ts';
import { isUntrackedAt } from './tracking.ts';

/**
 * How far a length may be from 1. Where rotations turn by 33° from key to key, straight lines between keys of unit length fall
 * short by as much as this, and a cut through them leaves such a key. Optimising leaves less at the default tolerances:
 * straight lines are 0.2 % off at most, Hermite segments keep the lengths of keys.
 */
export const UNIT_TOLERANCE = 0.01;

/**
 * Reports a group whose rows should be of unit length and are not: one finding, at the first such key. Keys at which a
 * hand is not tracked are never shown; cutting between two others leaves some that are short.
 */
export function reportLengths(group: CurveGroup, report: (finding: Finding) => void, mayBeZero: boolean): void {
	const { path, rows, tracking } = group;
	if (rows === null) return;
	const { times, values, width } = rows;
	let count = 0;
	let zeros = 0;
	let first = -1;
	let worst = 1;
	for (let i = 0; i < times.length; i++) {
		const length = rowLength(values, i * width, width);
		if (!(Math.abs(length - 1) > UNIT_TOLERANCE) || (length === 0 && mayBeZero)) continue;
		if (tracking?.isKnown && isUntrackedAt(tracking, times[i]!)) continue;
		if (length === 0) zeros++;
		count++;
		if (first < 0) first = i;
		if (Math.abs(length - 1) > Math.abs(worst - 1)) worst = length;
	}
	if (first < 0) return;
	const zeroText = zeros > 0 ? `; ${zeros} of them are all zero` : '';
	const text = `${count} of ${times.length} keys are not of unit length, the worst of length ${worst.toPrecision(4)}${zeroText}`;
	report({ path, text, time: times[first]!, ...locateRow(group, first) });
}

/** The length of the vector at an offset; NaN if any component is. */
export function rowLength(values: Float32Array, offset: number, width: number): number {
	let sum = 0;
	for (let i = 0; i < width; i++) sum += values[offset + i]! ** 2;
	return Math.sqrt(sum);
}
