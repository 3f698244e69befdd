import { join } from 'node:path';
import { type DescribeJob, type UpdateOptions, type UpdateResult, updateCatalog } from '@handreel/corpus';
import { formatBytes, formatPlural } from '@handreel/text';
import { failIndex, indexFile } from '../batch/index-file.ts';
import type { IndexJob } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, outputStyle, writeError, writeOutput } from '../print/output.ts';

/** Options of `handreel index`. */
export interface IndexOptions {
	readonly out?: string;
	readonly frames?: boolean;
	readonly frameRate?: number;
	readonly threads?: number;
	readonly timeout?: number;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

/** Files that are named on standard error. `handreel query broken` lists all. */
const MAX_NAMED = 10;

/** Writes the catalog of a folder and prints what has changed. */
export async function runIndex(folder: string, options: IndexOptions): Promise<void> {
	const { out, frames, frameRate, threads, timeout, quiet = false, json = false } = options;
	const update: UpdateOptions = {
		out,
		frames,
		frameRate,
		run: async (jobs, onResult) => {
			if (jobs.length === 0) return;
			const batch = { isQuiet: quiet || json, threads, timeout };
			await runJobs('index', { run: indexFile, fail: failIndex }, jobs.map(createJob), batch, onResult);
		},
	};
	const result = await updateCatalog(folder, update).catch((error: unknown) => {
		throw new Error(`${escapeText(folder, 400)}: ${errorText(error)}`, { cause: error });
	});
	if (json) writeOutput(formatJson(describeResult(result)));
	else if (!quiet) printResult(folder, result);
}

function createJob(describe: DescribeJob): IndexJob {
	return { input: { path: join(describe.root, describe.path), name: describe.path }, describe };
}

function describeResult({ folder, manifest, changed, unchanged, removed, unreadable }: UpdateResult): object {
	const { recordings, events, frames } = manifest;
	return { folder, recordings, events, changed, unchanged, removed, unreadable, frames };
}

function printResult(root: string, { folder, manifest, changed, removed, unreadable }: UpdateResult): void {
	const { recordings, events, tables, frames } = manifest;
	const bytes = [...tables, ...(frames?.files ?? [])].reduce((sum, file) => sum + file.bytes, 0);
	const facts = [
		formatPlural(recordings, 'recording'),
		`${changed} new or changed`,
		...(removed === 0 ? [] : [`${removed} removed`]),
		formatPlural(events, 'event'),
		formatBytes(bytes),
	];
	writeOutput(`${outputStyle.strong(escapeText(folder, 400))}  ${facts.join(', ')}\n`);
	for (const { path, error } of unreadable.slice(0, MAX_NAMED)) {
		writeError(`handreel: ${escapeText(path, 400)}: ${escapeText(error, 400)}`);
	}
	const more = unreadable.length - MAX_NAMED;
	if (more > 0) {
		const command = `handreel query broken ${escapeText(root, 400)}`;
		writeError(`handreel: ${formatPlural(more, 'more file')} with errors; '${command}' lists all`);
	}
}
