import { join } from 'node:path';
import {
	DATASET_FOLDER,
	type DescribeJob,
	type UpdateOptions,
	type UpdateResult,
	updateCatalog,
} from '@handreel/corpus';
import { formatBytes, formatPlural } from '@handreel/text';
import { indexFile } from '../batch/index-file.ts';
import type { IndexJob } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { THREADS_OPTION } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';

interface IndexOptions {
	readonly out?: string;
	readonly frames?: boolean;
	readonly frameRate?: number;
	readonly threads?: number;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

/** Files that are named on standard error. `handreel query broken` lists all. */
const MAX_NAMED = 10;

/** `handreel index`. */
export const indexFolder: CommandDefinition = {
	configure: (command) => {
		command
			.description(
				'Write a catalog of a folder: Parquet tables with all measures, problems and events of its recordings.',
			)
			.argument('<folder>', 'a folder of recordings, with its subfolders')
			.option('--out <folder>', `folder of the catalog (default: ${DATASET_FOLDER} in the folder of the recordings)`)
			.option('--frames', 'also write all frames (default: as before; at first no)')
			.option('--no-frames', 'remove the frames')
			.option(
				'--frame-rate <hz>',
				'frames per second (default: a frame at each time of a key or marker)',
				parsePositive,
			)
			.option(...THREADS_OPTION)
			.option('-q, --quiet', 'print errors only')
			.option('--json', 'print a JSON object')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel index recordings/',
						'handreel index recordings/ --frames --frame-rate 60',
						'handreel index recordings/ && handreel query broken recordings/',
					],
					`Unchanged files are not read again, and files that are gone disappear from the catalog. Equal
folders give equal catalogs, byte for byte. A recording that cannot be read is a row with an error.

Exit codes: 0 success, 1 the catalog could not be written, 2 usage error.`,
				),
			)
			.action(async (folder: string, options: IndexOptions) => {
				await runIndex(folder, options);
			});
	},
};

async function runIndex(folder: string, options: IndexOptions): Promise<void> {
	const { out, frames, frameRate, threads, quiet = false, json = false } = options;
	checkFrameOptions(options);
	const update: UpdateOptions = {
		...(out === undefined ? {} : { out }),
		...(frames === undefined && frameRate === undefined ? {} : { frames: frames ?? true }),
		...(frameRate === undefined ? {} : { frameRate }),
		run: async (jobs, onResult) => {
			if (jobs.length === 0) return;
			const batch = { isQuiet: quiet || json, ...(threads === undefined ? {} : { threads }) };
			await runJobs('index', indexFile, jobs.map(createJob), batch, onResult);
		},
	};
	const result = await updateCatalog(folder, update).catch((error: unknown) => {
		throw new Error(`${escapeText(folder, 400)}: ${errorText(error)}`, { cause: error });
	});
	if (json) writeOutput(formatJson(describeResult(result)));
	else if (!quiet) printResult(folder, result);
}

/** Throws for options that contradict each other. */
export function checkFrameOptions(options: {
	readonly frames?: boolean | undefined;
	readonly frameRate?: number | undefined;
}): void {
	if (options.frames !== false || options.frameRate === undefined) return;
	throw new UsageError('--frame-rate and --no-frames exclude each other');
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
		process.stderr.write(`handreel: ${escapeText(path, 400)}: ${escapeText(error, 400)}\n`);
	}
	const more = unreadable.length - MAX_NAMED;
	if (more > 0) {
		const command = `handreel query broken ${escapeText(root, 400)}`;
		process.stderr.write(`handreel: ${formatPlural(more, 'more file')} with errors; '${command}' lists all\n`);
	}
}
