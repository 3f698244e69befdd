import type { FixableCheck } from './support/check.ts';
import { normalizeLengths, reportLengths } from './support/unit-length.ts';

/** MRTK writes gaze directions of length 1. A direction of another length still points somewhere, unless it is zero. */
export const gazeNotUnit: FixableCheck = {
	code: 'gaze-not-unit',
	severity: 'warning',
	meaning: 'A gaze direction does not have unit length.',
	rule: 'the length of a gaze direction differs from 1 by more than 0.01',
	remains: 'all directions are zero, so none of them can be scaled',
	find({ groups }, report) {
		for (const group of groups) if (group.role === 'direction') reportLengths(group, report, false);
	},
	fix: normalizeLengths,
};
