import { statSync } from 'node:fs';
import type { Combiner, FileResult, QueuedFile } from '@handreel/queue';
import { ENTRIES, type RunJob, type Works } from '../batch/job.ts';
import { formatJson } from '../print/output.ts';
import { hashFile } from './hash-file.ts';
import { createJob, describeFailure, type QueuedWork, type QueueSettings, readSettings } from './settings.ts';

const CHANGED = 'the file has changed since it was added; add it again';

/** Processes files of a queue. Files with other content than when they were added are refused. Does not throw. */
export async function runQueuedFiles(
	run: RunJob<QueuedWork>,
	settings: QueueSettings,
	files: readonly QueuedFile[],
): Promise<FileResult[]> {
	const results: FileResult[] = [];
	for (const file of files) results.push(await runQueuedFile(run, settings, file));
	return results;
}

async function runQueuedFile(run: RunJob<QueuedWork>, settings: QueueSettings, file: QueuedFile): Promise<FileResult> {
	const before = hashFile(file.path);
	const refuse = (): FileResult => toResult(describeFailure(settings, file, 'file-changed', CHANGED), true);
	if ((before?.hash ?? null) !== file.hash) return refuse();
	const result = await run(createJob(settings, file));
	if (before !== null && readStamp(file.path) !== before.stamp) return refuse();
	const describe = ENTRIES[settings.work] as (result: Works[QueuedWork]['result']) => object;
	return toResult(describe(result), result.error !== null);
}

/** The result of a file that is set aside. */
export const describeLoss: Combiner['describeLoss'] = (settings, file, reason) =>
	toResult(describeFailure(readSettings(settings), file, 'set-aside', reason), true);

// The entry of a file as a line.
function toResult(entry: object, isFailed: boolean): FileResult {
	return { line: formatJson(entry, 0).trimEnd(), isFailed };
}

function readStamp(path: string): string | null {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
	return stats === undefined ? null : [stats.ino, stats.size, stats.mtimeNs].join();
}
