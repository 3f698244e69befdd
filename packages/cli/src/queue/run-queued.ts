import { statSync } from 'node:fs';
import { createSignature } from '@handreel/node/internal';
import type { Combiner, FileResult, QueuedFile } from '@handreel/queue';
import { ENTRIES, type RunJob, type Works } from '../batch/job.ts';
import { formatJson } from '../print/output.ts';
import { hashFile } from './hash-file.ts';
import { createDescribeJob, createJob, type QueuedWork, type QueueSettings, readSettings } from './settings.ts';

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
	const before = file.reason === undefined ? hashFile(file.path) : null;
	if ((before?.hash ?? null) !== file.hash) return describeFailure(settings, file, 'file-changed', CHANGED);
	const result = await run(createJob(settings, file));
	if (before !== null && readStamp(file.path) !== before.stamp) {
		return describeFailure(settings, file, 'file-changed', CHANGED);
	}
	return toResult(settings.work, result);
}

/** The result of a file that is set aside. */
export const describeLoss: Combiner['describeLoss'] = (settings, file, reason) =>
	describeFailure(readSettings(settings), file, 'set-aside', reason);

async function describeFailure(
	settings: QueueSettings,
	file: QueuedFile,
	code: string,
	message: string,
): Promise<FileResult> {
	if (settings.work === 'index') {
		const { indexFile } = await import('../batch/index-file.ts');
		return toResult('index', await indexFile({ input: file, describe: createDescribeJob(settings, file, message) }));
	}
	const error = { code, message };
	const entry = settings.work === 'edit' ? { input: file.path, error, written: [] } : { file: file.path, error };
	return { line: formatLine(entry), isFailed: true };
}

function toResult(work: QueuedWork, result: Works[QueuedWork]['result']): FileResult {
	// A row of a catalog, which has its own rules for numbers.
	if ('signature' in result) return { line: JSON.stringify(result.file), isFailed: result.signature === null };
	const describe = ENTRIES[work as keyof typeof ENTRIES] as (result: object) => object;
	return { line: formatLine(describe(result)), isFailed: result.error !== null };
}

function formatLine(entry: object): string {
	return formatJson(entry, 0).trimEnd();
}

function readStamp(path: string): string | null {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
	return stats === undefined ? null : createSignature(stats);
}
