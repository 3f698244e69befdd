import type { FixableCheck } from './support/check.ts';
import { normalizeLengths, reportLengths } from './support/unit-length.ts';

/** MRTK writes gaze directions of length 1. A direction of another length still points somewhere, unless it is zero. */
export const gazeNotUnit: FixableCheck = {
	code: 'gaze-not-unit',
	severity: 'warning',
	remains: 'all directions are zero, so none of them can be scaled',
	find({ groups }, report) {
		for (const group of groups) if (group.role === 'direction') reportLengths(group, report, false);
	},
	fix: normalizeLengths,
};
