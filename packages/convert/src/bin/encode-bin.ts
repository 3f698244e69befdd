import { type Issue, type Recording, writeRecordingWithLayout } from '@handreel/core';
import type { EncodeChunks } from '../common/format.ts';
import type { BinOptions } from './options.ts';

/** Core's `writeRecordingWithLayout`, with issues in the result. */
export function encodeBin(recording: Recording, options: BinOptions): EncodeChunks {
	const issues: Issue[] = [];
	const { layout: given } = options;
	const onIssue = (issue: Issue): void => void issues.push(issue);
	const { bytes, layout } = writeRecordingWithLayout(recording, { layout: given, onIssue });
	return { chunks: [bytes], layout, issues };
}
