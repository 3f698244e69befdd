import type { Issue, Recording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import type { EncodeChunks } from '../common/format.ts';
import type { ReelOptions } from './options.ts';

/** Core's `encodeReel`, with issues in the result. */
export function encodeReelFile(recording: Recording, { tolerances }: ReelOptions): EncodeChunks {
	const issues: Issue[] = [];
	const bytes = encodeReel(recording, { tolerances, onIssue: (issue) => issues.push(issue) });
	return { chunks: [bytes], issues };
}
