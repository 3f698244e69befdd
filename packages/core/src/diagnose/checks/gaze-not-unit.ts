import { reportLengths } from '../report-lengths.ts';
import type { Rule } from '../rule.ts';

/** MRTK writes gaze directions of length 1. A longer or shorter one still points somewhere; one of length 0 does not. */
export const gazeNotUnit: Rule = {
	code: 'gaze-not-unit',
	severity: 'warning',
	remains: 'a direction that is all zero points nowhere, and no other key is there to replace it',
	check({ groups }, report) {
		for (const group of groups) if (group.role === 'direction') reportLengths(group, report, false);
	},
};
