import { type Issue, type LimitOptions, readRecording } from '@handreel/core';
import type { ReadResult } from '../common/format.ts';

/** Core's `readRecording`, with issues in the result. */
export function decodeBin(
	bytes: Uint8Array,
	{ keep = false, limits }: LimitOptions & { readonly keep?: boolean },
): ReadResult {
	const issues: Issue[] = [];
	return { recording: readRecording(bytes, { keep, limits, onIssue: (issue) => issues.push(issue) }), issues };
}
