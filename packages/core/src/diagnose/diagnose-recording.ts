import type { Issue } from '../issue/error.ts';
import { describePlace } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import type { Finding } from './rule.ts';
import { RULES } from './rules.ts';
import { createSubject } from './subject.ts';

/** Where a key lies in a file: `null` where it never was in one. */
export type LocateKey = (path: string, key: number) => number | null;

/**
 * Every problem of a recording that {@link ISSUE_CODES} lists for recordings: MRTK's faults, keys that are wrong by
 * themselves, movements that cannot be. What is fine gives an empty list.
 *
 * One issue for each place, not for each key, with counts in its message; `byteOffset` is `null`. Looks at every key.
 */
export function diagnoseRecording(recording: Recording): readonly Issue[] {
	return applyRules(recording, true, () => null);
}

/** Applies the rules. A recording that is not whole is spared those that look at what is missing. */
export function applyRules(recording: Recording, isWhole: boolean, locate: LocateKey): Issue[] {
	const subject = createSubject(recording);
	const issues: Issue[] = [];
	for (const { code, severity, needsWhole, check } of RULES) {
		if (needsWhole && !isWhole) continue;
		check(subject, (finding: Finding) => {
			const { path, text, time = null, at = { path, key: 0 } } = finding;
			issues.push({
				code,
				severity: finding.severity ?? severity,
				message: path === '' ? text : `${describePlace(path)}: ${text}`,
				path,
				byteOffset: locate(at.path, at.key),
				time,
			});
		});
	}
	return issues;
}
