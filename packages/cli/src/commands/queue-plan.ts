import { existsSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseFrames, DATASET_FOLDER, type FoundFile, listRecordings, readManifest } from '@handreel/corpus/internal';
import type { BatchPlan, QueuedFile } from '@handreel/queue';
import { version } from '../../package.json' with { type: 'json' };
import type { Edit } from '../batch/edit.ts';
import type { EditJob } from '../batch/job.ts';
import { checkFree } from '../files/write-file.ts';
import { type InputFile, listInputs } from '../formats/list-inputs.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { createProgress } from '../print/progress.ts';
import { hashFile } from '../queue/hash-file.ts';
import type { QueueSettings } from '../queue/settings.ts';
import type { CommandDefinition } from './command-entry.ts';
import { checkFrameOptions } from './index-folder.ts';
import { chooseMeasures, type MeasureChoices } from './measure-options.ts';
import type { CommonOptions } from './run-edit.ts';

/** Options of `handreel queue add`, besides those of the command. */
export interface AddOptions extends CommonOptions, MeasureChoices {
	readonly queue: string;
	readonly report?: string;
	readonly filesPerJob: number;
	readonly problems?: boolean;
	readonly recording?: string;
	readonly out?: string;
	readonly frames?: boolean;
	readonly frameRate?: number;
}

/** Files per job if there is no other number: about a second of work. */
export const DEFAULT_FILES_PER_JOB = 50;

/** Plans the work of a command: lists and hashes its files, and checks what it would refuse. */
export async function planBatch(
	name: string,
	definition: CommandDefinition,
	paths: readonly string[],
	options: AddOptions,
): Promise<BatchPlan> {
	const { report = null, filesPerJob, force = false } = options;
	const edit = definition.edits?.[name];
	const given = edit === undefined ? paths : paths.slice(0, -1);
	refuseStreams(listInputs(given, edit?.extensions, { onSkip: refuseStream }));
	const jobs = edit === undefined ? null : await planJobs(name, edit, paths, options);
	const inputs = jobs?.map(({ input }) => input) ?? listInputs(paths);
	if (jobs === null && report === null) throw new UsageError('missing --report: the file for the results');
	if (report !== null && !force && existsSync(report)) {
		throw new UsageError(`${escapeText(report, 400)}: already exists; use --force to overwrite it`);
	}
	if (jobs !== null) checkOutputs(jobs, force);
	const settings: QueueSettings = {
		work: edit === undefined ? (name as 'check' | 'measure') : 'edit',
		report,
		...(name === 'measure' && { withProblems: options.problems ?? true, measures: chooseMeasures(options) }),
		recording: name === 'check' ? options.recording : undefined,
		edit: jobs?.[0] && { edit: name, options: pickOwn(jobs[0].options), writes: listWrites(jobs) },
	};
	return {
		version,
		command: [name, ...paths].join(' '),
		settings: { ...settings },
		files: hashInputs(
			inputs,
			jobs?.map(({ output }) => output),
		),
		filesPerJob,
	};
}

// Before planning an edit, which reads standard input and pipes. Missing files fail when they are read.
function refuseStreams(inputs: readonly InputFile[]): void {
	for (const { path } of inputs) {
		if (path === '-') throw new UsageError('a queue cannot hold standard input');
		const stat = tryStat(path);
		if (stat !== null && !stat.isFile() && !stat.isDirectory()) refuseStream(path);
	}
}

function refuseStream(path: string): never {
	throw new UsageError(`${escapeText(path, 400)}: a queue cannot hold pipes and devices; use a file`);
}

function tryStat(path: string): Stats | null {
	try {
		return statSync(path);
	} catch {
		return null;
	}
}

async function planJobs(name: string, edit: Edit, paths: readonly string[], options: AddOptions): Promise<EditJob[]> {
	// Most commands of the queue plan no edit.
	const { planEdit } = await import('./run-edit.ts');
	return planEdit(name, edit, paths, { ...options });
}

/** Plans the work of `handreel index`. */
export function planIndex(root: string, { out, frames, frameRate, filesPerJob }: AddOptions): BatchPlan {
	checkFrameOptions({ frames, frameRate });
	const catalog = out ?? join(root, DATASET_FOLDER);
	const chosen = chooseFrames({ frames, frameRate }, readManifest(catalog));
	const settings: QueueSettings = {
		work: 'index',
		report: null,
		folders: { root, catalog },
		frames: chosen ?? undefined,
	};
	const found = tryListing(root, catalog);
	const inputs = found.map(({ path, reason }) => ({
		path: join(root, path),
		name: path,
		reason,
	}));
	return { version, command: `index ${root}`, settings: { ...settings }, files: hashInputs(inputs), filesPerJob };
}

function tryListing(root: string, catalog: string): FoundFile[] {
	try {
		return listRecordings(root, catalog);
	} catch (error) {
		throw new Error(`${escapeText(root, 400)}: ${errorText(error)}`, { cause: error });
	}
}

// A job may run twice, so it must not replace what it reads.
function checkOutputs(jobs: readonly EditJob[], force: boolean): void {
	const inputs = new Set(jobs.map(({ input }) => resolve(input.path)));
	for (const { output } of jobs) {
		if (output === '-') throw new UsageError('a queue cannot write to standard output');
		if (inputs.has(resolve(output))) {
			throw new UsageError(`${escapeText(output, 400)}: a queue cannot overwrite its inputs; write to another folder`);
		}
		checkFree(output, force);
	}
}

// The options of the queue do not belong to the work: other values would make other job ids.
function pickOwn(options: EditJob['options']): EditJob['options'] {
	const { queue, report, filesPerJob, force, ...own } = options;
	return own;
}

// Reels stay reels, so the outputs may have several formats.
function listWrites(jobs: readonly EditJob[]): EditJob['write'][] {
	return [...new Map(jobs.map(({ write }) => [write.to, write])).values()];
}

function hashInputs(
	inputs: ReadonlyArray<InputFile & { readonly reason?: string }>,
	outputs?: readonly string[],
): QueuedFile[] {
	const progress = createProgress(process.stderr, inputs.length, !process.stderr.isTTY);
	const files = inputs.map(({ bytes, ...input }, i): QueuedFile => {
		const output = outputs?.[i];
		progress.advance(1, input.path);
		const hash = input.reason === undefined ? (hashFile(input.path)?.hash ?? null) : null;
		return { ...input, hash, output };
	});
	progress.end();
	return files;
}
