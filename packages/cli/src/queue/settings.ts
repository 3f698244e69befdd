import { findFormatOfName } from '@handreel/convert';
import type { MeasureSettings } from '@handreel/core/measure';
import type { DescribeJob } from '@handreel/corpus';
import type { QueuedFile, Settings } from '@handreel/queue';
import type { EditJob, Works } from '../batch/job.ts';

/** The kinds of work that a queue can hold. */
export type QueuedWork = 'edit' | 'check' | 'measure' | 'index';

/** A command and its options as plain data, which goes through the server as JSON. */
export interface QueueSettings {
	readonly work: QueuedWork;
	/** The JSON file for the results of all files, or `null`. */
	readonly report: string | null;
	/** What all jobs of an edit have in common, and how to write each format of the outputs. */
	readonly edit?: Pick<EditJob, 'edit' | 'options'> & { readonly writes: readonly EditJob['write'][] };
	/** For `measure`. */
	readonly withProblems?: boolean;
	/** For `measure`: numbers other than the defaults. */
	readonly measures?: Partial<MeasureSettings>;
	/** For `check`: the recording to read from a file with several. */
	readonly recording?: string;
	/** For `index`: the folder of the recordings, and that of the catalog. */
	readonly folders?: { readonly root: string; readonly catalog: string };
	/** For `index`: how frames are sampled, if they are written. */
	readonly frames?: { readonly frameRate: number | null };
}

/** Files of a job, for a thread. */
export interface QueuedTask {
	readonly settings: QueueSettings;
	readonly files: readonly QueuedFile[];
}

/** Settings as they came from the server. */
export function readSettings(settings: Settings): QueueSettings {
	return settings as unknown as QueueSettings;
}

/** The job of a file, as the command without a queue has it. */
export function createJob(settings: QueueSettings, file: QueuedFile): Works[QueuedWork]['job'] {
	const { work, edit, withProblems = true, measures = {}, recording } = settings;
	const input = { path: file.path, name: file.name };
	if (work === 'check') return { input, recording };
	if (work === 'measure') return { input, withProblems, settings: measures };
	if (work === 'index') return { input, describe: createDescribeJob(settings, file, file.reason) };
	const { output = '' } = file;
	// Several formats have their usual extensions.
	const format = findFormatOfName(output)?.name;
	const write = edit?.writes.find(({ to }) => to === format) ?? edit?.writes[0];
	if (edit === undefined || write === undefined) throw new TypeError('an edit needs settings');
	// A job may run twice. That the file is new was checked when the work was added.
	return { edit: edit.edit, options: edit.options, write: { ...write, force: true }, input, output };
}

/** The job that describes a file for a catalog. With a reason, the file is not read, and its row has the reason as error. */
export function createDescribeJob({ folders }: QueueSettings, { name }: QueuedFile, reason?: string): DescribeJob {
	if (folders === undefined) throw new TypeError('a catalog needs folders');
	return { root: folders.root, path: name, reason };
}
