import { copyCurve, selectKeys } from '../../../model/curve.ts';
import type { Finding, Fix } from './check.ts';
import { type CurveGroup, locateRow } from './subject.ts';
import { isUntrackedAt } from './tracking.ts';

/**
 * The allowed deviation of a length from 1. If rotations turn by 33° per key, linear interpolation between keys of unit
 * length is this much too short halfway, and a cut there leaves such a key. Optimization leaves less at the default
 * tolerances: linear segments are off by 0.2 % at most, Hermite segments keep the lengths of keys.
 */
const UNIT_TOLERANCE = 0.01;

/**
 * Reports a group whose keys should have unit length and do not: one finding, at the first such key. Ignores keys while a
 * hand is not tracked: they are never shown, and cuts between two keys leave some that are too short.
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
	const zeroText = zeros > 0 ? `; ${zeros} are zero` : '';
	const text = `${count} of ${times.length} keys do not have unit length; worst length: ${worst.toPrecision(4)}${zeroText}`;
	report({ path, text, time: times[first]!, ...locateRow(group, first) });
}

/** Scales the values and tangents of keys to unit length, and removes zero keys unless all keys are zero. */
export const normalizeLengths: Fix = {
	scope: 'vectors',
	does: 'scales values and tangents; removes zero keys if other keys are left',
	how: 'scaled keys to unit length and removed zero keys',
	repeats: true,
	fixGroup: ({ curves: placed, rows, joint }) => {
		if (rows === null || !rows.isFileOrder) return null;
		const { times, values, width } = rows;
		const lengths = Array.from(times, (_, i) => rowLength(values, i * width, width));
		const curves = placed.map(({ curve }) => copyCurve(curve));
		lengths.forEach((length, key) => {
			if (!(Math.abs(length - 1) > UNIT_TOLERANCE) || !(length > 0) || length === Number.POSITIVE_INFINITY) return;
			for (const { floats, stride } of curves) {
				const end = key * stride + (stride === 2 ? 2 : 4);
				for (let at = key * stride + 1; at < end; at++) floats[at] = floats[at]! / length;
			}
		});
		if (joint === 'none' || lengths.every((length) => length === 0)) return { curves, confidence: null };
		return { curves: curves.map((curve) => selectKeys(curve, (key) => lengths[key] !== 0)), confidence: null };
	},
};

// NaN if any component is NaN.
function rowLength(values: Float32Array, offset: number, width: number): number {
	let sum = 0;
	for (let i = 0; i < width; i++) sum += values[offset + i]! ** 2;
	return Math.sqrt(sum);
}
