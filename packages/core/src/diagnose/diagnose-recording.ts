import type { Issue } from '../issue/error.ts';
import { describePlace } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import type { Finding } from './checks/support/check.ts';
import { createSubject } from './checks/support/subject.ts';
import { CHECKS } from './checks.ts';

/** Returns the byte offset of a key in a file; `null` if there is no file. */
export type LocateKey = (path: string, key: number) => number | null;

/**
 * Lists the problems of a recording: known MRTK bugs, invalid keys, and implausible motion (DIAGNOSE.md). The list is empty
 * for a clean recording.
 *
 * There is one issue per place, not per key; its message counts the keys. `byteOffset` is `null`. Reads every key.
 */
export function diagnoseRecording(recording: Recording): readonly Issue[] {
	return runChecks(recording, true, () => null);
}

/** Runs the checks. If the recording is not whole, skips the checks that look for missing data. */
export function runChecks(recording: Recording, isWhole: boolean, locate: LocateKey): Issue[] {
	const subject = createSubject(recording);
	const issues: Issue[] = [];
	for (const { code, severity, needsWhole, find } of CHECKS) {
		if (needsWhole && !isWhole) continue;
		find(subject, (finding: Finding) => {
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
