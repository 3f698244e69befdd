import type { FixableCheck } from './support/check.ts';
import { normalizeLengths, reportLengths } from './support/unit-length.ts';

/**
 * A rotation must have length 1: MRTK plays the raw components, so a longer rotation also scales. The zero rotations that
 * simulated hands give the joint None are fine.
 */
export const rotationNotUnit: FixableCheck = {
	code: 'rotation-not-unit',
	severity: 'warning',
	meaning: 'A rotation does not have unit length.',
	rule: 'the length of a rotation differs from 1 (of hands and controllers: while they are tracked) by more than 0.01. Zero rotations of the joint None are valid. Cuts through fast turns leave keys that are slightly short, and optimizing to linear segments with tolerances above 1° leaves some that exceed this limit',
	remains: 'all rotations are zero, so none of them can be scaled',
	find({ groups }, report) {
		for (const group of groups) {
			if (group.role === 'rotation') reportLengths(group, report, group.joint === 'none');
		}
	},
	fix: normalizeLengths,
};
