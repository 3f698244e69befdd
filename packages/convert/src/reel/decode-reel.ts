import type { Issue, LimitOptions } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import type { ReadResult } from '../common/format.ts';

/** Core's `decodeReel`, with issues in the result. */
export function decodeReelFile(bytes: Uint8Array, { limits }: LimitOptions): ReadResult {
	const issues: Issue[] = [];
	return { recording: decodeReel(bytes, { limits, onIssue: (issue) => issues.push(issue) }), issues };
}
