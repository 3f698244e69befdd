import type { Issue, LimitOptions } from '@handreel/core';
import { recoverReel } from '@handreel/core/reel';
import type { Recovered } from '../common/format.ts';

/** Reads the intact blocks of a reel. */
export function recoverReelFile(bytes: Uint8Array, { limits }: LimitOptions): Recovered {
	const { recording, blockCount, gaps, isComplete, issues: found } = recoverReel(bytes, { limits });
	const issues = found.map((issue): Issue => (issue.code === 'reel-unknown' ? issue : { ...issue, severity: 'error' }));
	const isEmpty = blockCount === 0 && !isComplete;
	const pieces = { kind: 'block', count: blockCount } as const;
	return { recording: isEmpty ? null : recording, isComplete, issues, pieces, gaps };
}
