import {
	type Curve,
	FULL_STRIDE,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyTime,
	getKeyValue,
} from '../../model/curve.ts';
import { reportKeys } from '../report-keys.ts';
import type { Rule } from '../rule.ts';

/**
 * Times and values must be finite. Infinite tangents are not a fault, since they make steps; tangents that are not
 * numbers and weights that are not finite leave the curve without a value.
 */
export const nonFiniteValue: Rule = {
	code: 'non-finite-value',
	severity: 'error',
	remains: 'no finite key is left to put in place of the others',
	check(subject, report) {
		reportKeys(subject, report, findNonFinite, (count) => `${count} hold a number that is not finite`);
	},
};

function findNonFinite(curve: Curve): number[] {
	const found: number[] = [];
	for (let i = 0; i < curve.count; i++) if (!isFiniteKey(curve, i)) found.push(i);
	return found;
}

/** Whether a key gives its curve a value. */
export function isFiniteKey(curve: Curve, key: number): boolean {
	if (!Number.isFinite(getKeyTime(curve, key)) || !Number.isFinite(getKeyValue(curve, key))) return false;
	if (curve.stride !== FULL_STRIDE) return true;
	if (Number.isNaN(getKeyInTangent(curve, key)) || Number.isNaN(getKeyOutTangent(curve, key))) return false;
	return Number.isFinite(getKeyInWeight(curve, key)) && Number.isFinite(getKeyOutWeight(curve, key));
}
