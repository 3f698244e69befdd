import { reportLengths } from '../report-lengths.ts';
import type { Rule } from '../rule.ts';

/**
 * A rotation must have length 1; MRTK plays the raw components, so that a longer one stretches what it turns. Simulated
 * hands give the joint None all-zero rotations, which is not a fault.
 */
export const rotationNotUnit: Rule = {
	code: 'rotation-not-unit',
	severity: 'warning',
	remains: 'a rotation that is all zero says nothing, and no other key is there to replace it',
	check({ groups }, report) {
		for (const group of groups) {
			// A rotation in which an axis has no key cannot be judged key by key.
			if (group.role === 'rotation') reportLengths(group, report, group.joint === 'none');
		}
	},
};
